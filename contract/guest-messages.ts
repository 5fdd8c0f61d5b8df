// Messages of those who run an event to its guests, by email and push.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { TEXT } from './limits.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, filled, id, line, text, wireBoolean } from './wire.ts'

/** all: everybody who has booked; coming: who said so; not-in: not let in yet; let-in: let in; waiting: the waiting list. */
export const AUDIENCES = ['all', 'coming', 'not-in', 'let-in', 'waiting'] as const
export type Audience = (typeof AUDIENCES)[number]

const audience = z.enum(AUDIENCES, { error: `must be one of ${AUDIENCES.join(', ')}` })

export const sentMessage = z.object({
  id: z.number(),
  /** guest: the one person whose name is beside it. */
  to: z.enum([...AUDIENCES, 'guest']),
  name: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  /** Answers go to the creator's address. */
  replies: z.boolean(),
  recipients: z.number(),
  sentAt: dateTime,
  /** Whose doing it was. */
  by: z.string(),
})

export type SentMessage = z.output<typeof sentMessage>

export const listMessages = endpoint({
  method: 'GET',
  path: '/events/{eventId}/messages',
  access: 'member',
  may: 'event.manage',
  scope: 'messages',
  errors: ['event_not_found'],
  summary: 'What was sent to guests, newest first; to how many people a message would go, and how many are left today',
  params: eventParams,
  reply: z.object({
    sent: z.array(sentMessage),
    recipients: z.record(audience, z.number()),
    /** Messages that can be sent now; when there is none, when the next one can. */
    left: z.number(),
    nextAt: dateTime.nullable(),
  }),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/events/{eventId}/messages',
  access: 'member',
  may: 'event.manage',
  scope: 'messages',
  errors: [
    'event_not_found',
    'event_ended',
    'event_cancelled',
    'event_postponed',
    'ticket_not_found',
    'message_limit',
    'guest_message_limit',
    'blocked_link',
    'idempotency_key_reused',
  ],
  summary: 'Write to guests, or with ticketId to one of them; a test goes to yourself alone and does not count',
  params: eventParams,
  headers: idempotencyKey,
  body: z
    .object({
      to: audience.optional(),
      /** The booking of the one guest it is for, in place of an audience. */
      ticketId: id.optional(),
      subject: filled(line(TEXT.subject), 'Please write a subject.'),
      text: filled(text(TEXT.message), 'Please write a message.'),
      test: wireBoolean.optional(),
      /** Guests see the creator's address and can answer to it. */
      replies: wireBoolean.optional(),
    })
    .refine(({ to, ticketId }) => (to === undefined) !== (ticketId === undefined), {
      path: ['to'],
      error: 'must name an audience, or a ticket',
    }),
  reply: z.object({ recipients: z.number() }),
  status: 202,
})

/** By the names that api.ts and the client use. */
export const calls = { list: listMessages, send: sendMessage }
