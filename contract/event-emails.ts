// The words of an organiser in the emails that the guests of an event get (feature emailers).
import { z } from 'zod'
import { EMAIL_KINDS } from './email-kinds.ts'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { TEXT, THANKS_HOURS } from './limits.ts'
import { templated } from './placeholders.ts'
import { line, text, wireBoolean, wireNumber } from './wire.ts'

const kind = z.enum(EMAIL_KINDS, { error: `must be one of ${EMAIL_KINDS.join(', ')}` })

const hours = z
  .int(`must be a whole number of hours`)
  .min(THANKS_HOURS.min, `must be at least ${THANKS_HOURS.min}`)
  .max(THANKS_HOURS.max, `must be at most ${THANKS_HOURS.max}`)

/** Empty: the usual one. The welcome has none, because it is part of another email. */
const subject = templated(line(TEXT.subject))

const words = z.object({ subject, text: templated(text(TEXT.message)) })

export const eventEmail = z.object({
  kind,
  enabled: z.boolean(),
  subject: z.string(),
  text: z.string(),
  /** After the end; only for the thank-you. */
  hours: z.number(),
})

export type EventEmail = z.output<typeof eventEmail>

const params = eventParams.extend({ kind })

const common = { access: 'member', may: 'event.manage', feature: 'emailers', params } as const

export const getEmail = endpoint({
  ...common,
  method: 'GET',
  path: '/events/{eventId}/emails/{kind}',
  scope: 'events.read',
  errors: ['event_not_found'],
  summary: 'Your words in one of the emails to the guests of an event',
  reply: eventEmail,
})

export const setEmail = endpoint({
  ...common,
  method: 'PUT',
  path: '/events/{eventId}/emails/{kind}',
  scope: 'events.write',
  errors: ['event_not_found', 'blocked_link'],
  summary: 'Change your words, or switch them on and off; an unknown placeholder is named in the error',
  body: words
    .extend({ enabled: wireBoolean, hours: wireNumber(hours).optional() })
    .refine(({ enabled, text: written }) => !enabled || written !== '', {
      path: ['text'],
      message: 'Please write a text.',
    }),
  reply: eventEmail,
})

export const previewEmail = endpoint({
  ...common,
  method: 'POST',
  path: '/events/{eventId}/emails/{kind}/preview',
  scope: 'events.write',
  errors: ['event_not_found'],
  summary: 'The email as a guest would read it; nothing is stored or sent',
  body: words,
  reply: z.object({ subject: z.string(), html: z.string() }),
})

export const testEmail = endpoint({
  ...common,
  method: 'POST',
  path: '/events/{eventId}/emails/{kind}/test',
  scope: 'events.write',
  errors: ['event_not_found', 'blocked_link'],
  summary: 'Send the email to yourself alone; nothing is stored',
  body: words,
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getEmail, set: setEmail, preview: previewEmail, test: testEmail }
