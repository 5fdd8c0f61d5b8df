// Anybody can say that something is wrong with an event or with its creator, without an account.
import { z } from 'zod'
import { email, personName } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { ACTS, REASON_CODES, REPORT_KINDS } from './moderation-words.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, eventKey, filled, id, named, text, wireBoolean } from './wire.ts'

// What the law wants to know of who says that something is illegal (article 16 of the Digital Services Act).
const WHO = 'Please give your name and email address: the law asks for them where something is said to be illegal.'
const GOOD_FAITH = 'Please confirm that what you say is right, as far as you know.'

export const reportBody = z
  .object({
    eventId: id.optional(),
    creatorId: id.optional(),
    /** Of an unlisted event. */
    key: eventKey.optional(),
    kind: z.enum(REPORT_KINDS, { error: 'must be illegal, rules, facts or picture' }),
    text: filled(text(TEXT.message), 'Please say what is wrong.'),
    name: personName.optional(),
    email: email.optional(),
    goodFaith: wireBoolean.optional(),
    /** Sexual abuse of children: the one crime that the law lets people report without a name. */
    isChildAbuse: wireBoolean.optional(),
  })
  .refine(({ eventId, creatorId }) => (eventId === undefined) !== (creatorId === undefined), {
    error: 'Please name one event or one creator.',
  })
  .refine(({ kind, name, email: address, isChildAbuse }) => kind !== 'illegal' || isChildAbuse || (name && address), {
    error: WHO,
  })
  .refine(({ kind, goodFaith }) => kind !== 'illegal' || goodFaith, { error: GOOD_FAITH })

export type ReportBody = z.output<typeof reportBody>

export const sendReport = endpoint({
  method: 'POST',
  path: '/reports',
  // Who is signed in counts as one person wherever they are; nobody has to be.
  access: 'optional',
  may: 'site.use',
  whileSuspended: false,
  errors: ['event_not_found', 'creator_not_found', 'idempotency_key_reused'],
  summary: 'Report an event or a creator; an address that was given gets a receipt and the decision',
  headers: idempotencyKey,
  body: reportBody,
  reply: z.object({ reference: z.string() }),
  status: 201,
})

export const REPORT_REFERENCE = /^R-[A-Z2-7]{12}$/

export const report = z.object({
  reference: z.string(),
  kind: z.enum(REPORT_KINDS),
  about: z.object({
    kind: z.enum(['event', 'creator']),
    /** Null: it is gone. */
    id: z.number().nullable(),
    ...named,
  }),
  createdAt: dateTime,
  /** open: nobody has decided yet; left: a moderator looked, and left it as it is. */
  state: z.enum(['open', 'decided', 'left']),
  decision: z
    .object({ act: z.enum(ACTS), reason: z.enum(REASON_CODES), at: dateTime, isUndone: z.boolean() })
    .nullable(),
})

export type Report = z.output<typeof report>

export const readReport = endpoint({
  method: 'GET',
  path: '/reports/{reference}',
  access: 'anyone',
  may: 'site.use',
  errors: ['report_not_found'],
  summary: 'What became of a report, by its reference',
  params: z.object({ reference: z.string().regex(REPORT_REFERENCE, 'is not a reference') }),
  reply: report,
})

/** By the names that api.ts and the client use. */
export const calls = { send: sendReport, get: readReport }
