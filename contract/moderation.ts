// What moderators decide, what the person concerned can say to it, and who moderates. The queue and what moderators read
// of events and accounts is contract/moderation-console.ts; reports are contract/reports.ts.
import { z } from 'zod'
import { email } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { ACTS, OUTCOMES, REASON_CODES, STAFF_ROLES, SUBJECT_KINDS, SUBJECTS_OF, type Act } from './moderation-words.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, filled, id, line, named, text, wireBoolean } from './wire.ts'

/** Exactly one of them. */
const subject = z
  .object({ eventId: id.optional(), accountId: id.optional(), domain: filled(line(253)).optional() })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: 'must name one event, account or domain',
  })

type Subject = z.output<typeof subject>

export const kindOf = (given: Subject) =>
  given.eventId !== undefined ? 'event' : given.accountId !== undefined ? 'account' : 'domain'

const fits = ({ act, subject: given }: { act: Act; subject: Subject }) => SUBJECTS_OF[act].includes(kindOf(given))

export const decisionBody = z
  .object({
    subject,
    act: z.enum(ACTS),
    reason: z.enum(REASON_CODES),
    /** In the statement of reasons, in the moderator's own words. */
    text: text(TEXT.message).optional(),
    /** The end of a suspension. */
    until: dateTime.optional(),
    /** A suspension that leaves the events where they are. */
    keepEvents: wireBoolean.optional(),
  })
  .refine(fits, { error: 'cannot be done to that', path: ['act'] })
  .refine(({ act, until }) => (act === 'suspend') === (until !== undefined), {
    error: 'is for suspensions, and each of them has one',
    path: ['until'],
  })

export type DecisionBody = z.output<typeof decisionBody>

const objection = z.object({
  /** Emptied once an account was deleted. */
  text: z.string(),
  at: dateTime,
  /** Null: not decided yet. */
  outcome: z.enum(OUTCOMES).nullable(),
  outcomeAt: dateTime.nullable(),
  answer: z.string(),
  /** There was no other moderator, so that the same person looked again a day later. */
  isBySamePerson: z.boolean(),
})

export const decision = z.object({
  reference: z.string(),
  act: z.enum(ACTS),
  subject: z.object({
    kind: z.enum(SUBJECT_KINDS),
    id: z.number().nullable(),
    /** The event's title, the account's name, the domain. */
    ...named,
  }),
  reason: z.enum(REASON_CODES),
  text: z.string(),
  until: dateTime.nullable(),
  isAutomated: z.boolean(),
  createdAt: dateTime,
  /** Whether the person concerned can (still) object; false to others who read it. */
  canObject: z.boolean(),
  objection: objection.nullable(),
})

export type Decision = z.output<typeof decision>

export const reference = z.string().regex(/^D-[A-Z2-7]{10}$/, 'is not a reference')
const decisionParams = z.object({ reference })

export const decide = endpoint({
  method: 'POST',
  path: '/moderation/decisions',
  access: 'member',
  may: 'moderation.decide',
  errors: [
    'event_not_found',
    'account_not_found',
    'own_subject',
    'nothing_to_restore',
    'domain_invalid',
    'idempotency_key_reused',
  ],
  summary:
    'Hide, restore, ask for a change, hide all of an account, suspend or block a domain; the person concerned is told',
  headers: idempotencyKey,
  body: decisionBody,
  reply: decision,
  status: 201,
})

export const readDecision = endpoint({
  method: 'GET',
  path: '/decisions/{reference}',
  access: 'member',
  may: 'decision.object',
  errors: ['decision_not_found'],
  summary: 'The statement of reasons, for the person concerned and for moderators',
  params: decisionParams,
  reply: decision,
})

export const object = endpoint({
  method: 'POST',
  path: '/decisions/{reference}/objection',
  access: 'member',
  may: 'decision.object',
  errors: ['decision_not_found', 'already_objected', 'nothing_to_object', 'objection_late'],
  whileSuspended: true,
  summary: 'Object, once: another moderator decides',
  params: decisionParams,
  headers: idempotencyKey,
  body: z.object({ text: filled(text(TEXT.message)) }),
  reply: decision,
  status: 201,
})

export const decideObjection = endpoint({
  method: 'POST',
  path: '/moderation/decisions/{reference}/objection',
  access: 'member',
  may: 'moderation.decide',
  errors: ['decision_not_found', 'no_open_objection', 'own_decision', 'own_decision_early'],
  summary: 'Decide an objection: the decision is kept, or what it did is undone; both parties are told',
  params: decisionParams,
  body: z.object({ outcome: z.enum(OUTCOMES), text: text(TEXT.message).optional() }),
  reply: decision,
})

export const staff = z.object({
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
})

export type Staff = z.output<typeof staff>

export const listRoles = endpoint({
  method: 'GET',
  path: '/moderation/roles',
  access: 'member',
  may: 'moderation.roles',
  summary: 'Who moderates and administers',
  reply: z.array(staff),
})

export const setRole = endpoint({
  method: 'PUT',
  path: '/moderation/roles',
  access: 'member',
  may: 'moderation.roles',
  errors: ['proof_needed', 'account_not_found', 'role_unconfirmed', 'last_administrator'],
  summary: 'Give somebody a role, or take it (null)',
  body: z.object({ email, role: z.enum(STAFF_ROLES).nullable() }),
  reply: z.array(staff),
})

/** By the names that api.ts and the client use. */
export const calls = { decide, read: readDecision, object, decideObjection, listRoles, setRole }
