// What moderators read: the queue, an event, an account, what was decided before, the audit log; and what they choose.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { event } from './events.ts'
import { LIST, TEXT } from './limits.ts'
import { decision } from './moderation.ts'
import { REPORT_KINDS, STAFF_ROLES } from './moderation-words.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, id, named, text, titled } from './wire.ts'

const reportCount = z.object({
  kind: z.enum(REPORT_KINDS),
  /** Different people; one person or address counts once. */
  people: z.number(),
})

/** Why something is looked at sooner: a rule of the score, or what people say. */
const reason = z.object({ points: z.number(), sentence: z.string() })

export const queueItem = z.object({
  subject: z.object({ kind: z.enum(['event', 'account']), id: z.number(), ...named }),
  /** Null: it is about an account. */
  event: event.nullable(),
  /** Who put the event up; of an account: itself. */
  by: z.object({ id: z.number(), name: z.string() }),
  isHidden: z.boolean(),
  /** Seen by its link alone until it is released. */
  isInReview: z.boolean(),
  reports: z.array(reportCount),
  /** The first words of the oldest report. */
  said: z.string().nullable(),
  /** The open objection to a decision about it. */
  objection: z.string().nullable(),
  since: dateTime,
  /** What the queue is sorted by: the sum of the reasons, and its age. */
  points: z.number(),
  reasons: z.array(reason),
})

export type QueueItem = z.output<typeof queueItem>

const read = { access: 'member', may: 'moderation.decide' } as const

export const readQueue = endpoint({
  method: 'GET',
  path: '/moderation/queue',
  ...read,
  summary: 'Waiting for review, the most urgent first',
  reply: z.object({ total: z.number(), items: z.array(queueItem) }),
})

export const worthALook = endpoint({
  method: 'GET',
  path: '/moderation/worth-a-look',
  ...read,
  summary: 'Listed events that the rules find doubtful, the most doubtful first; nothing of it is held back',
  reply: z.object({ items: z.array(queueItem) }),
})

/** As moderators read it. Only they see who reported. */
const openReport = z.object({
  reference: z.string(),
  kind: z.enum(REPORT_KINDS),
  text: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: dateTime,
})

/** What people say, and what was decided before. */
const past = { reports: z.array(openReport), decisions: z.array(decision) }

export const moderatedEvent = z.object({
  /** As its creator reads it. */
  event,
  by: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  sold: z.number(),
  hiddenAt: dateTime.nullable(),
  isInReview: z.boolean(),
  /** Where its links lead. */
  domains: z.array(z.string()),
  points: z.number(),
  reasons: z.array(reason),
  ...past,
})

export const readEvent = endpoint({
  method: 'GET',
  path: '/moderation/events/{eventId}',
  ...read,
  errors: ['event_not_found'],
  summary: 'An event as moderators see it, hidden or not, with its reports and what was decided',
  params: z.object({ eventId: id }),
  reply: moderatedEvent,
})

export const moderatedAccount = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  role: z.enum(STAFF_ROLES).nullable(),
  suspendedUntil: dateTime.nullable(),
  createdAt: dateTime,
  publicText: z.string(),
  /** The newest of theirs. */
  events: z.array(
    z.object({
      id: z.number(),
      ...titled,
      startTime: dateTime,
      status: z.enum(EVENT_STATUSES),
      isHidden: z.boolean(),
      isInReview: z.boolean(),
    }),
  ),
  eventCount: z.number(),
  ...past,
})

export const readAccount = endpoint({
  method: 'GET',
  path: '/moderation/accounts/{accountId}',
  ...read,
  errors: ['account_not_found'],
  summary: 'An account as moderators see it',
  params: z.object({ accountId: id }),
  reply: moderatedAccount,
})

export type ModeratedEvent = z.output<typeof moderatedEvent>
export type ModeratedAccount = z.output<typeof moderatedAccount>

const page = z.object({ cursor: id.optional() })

/** As people concerned read it, and who decided. */
export const pastDecision = decision.extend({
  moderator: z.string().nullable(),
  isOwn: z.boolean(),
})

export type PastDecision = z.output<typeof pastDecision>

export const listDecisions = endpoint({
  method: 'GET',
  path: '/moderation/decisions',
  ...read,
  summary: 'What was decided: open objections first, then the newest',
  query: page,
  reply: z.array(pastDecision),
  kind: 'list',
})

export const logLine = z.object({
  seq: z.number(),
  at: dateTime,
  /** Null: the operator, or a rule. */
  actor: z.string().nullable(),
  code: z.string(),
  subject: z.string(),
  /** What was written with it; null: nothing, or it went with an account. */
  words: z.string().nullable(),
})

export type LogLine = z.output<typeof logLine>

export const readLog = endpoint({
  method: 'GET',
  path: '/moderation/log',
  ...read,
  summary: 'The audit log, the newest first; no call changes it',
  query: page,
  reply: z.array(logLine),
  kind: 'list',
})

/** Exactly one. */
const reported = z
  .object({ eventId: id.optional(), accountId: id.optional() })
  .refine(({ eventId, accountId }) => (eventId === undefined) !== (accountId === undefined), {
    error: 'must name one event or account',
  })

export const dismiss = endpoint({
  method: 'POST',
  path: '/moderation/dismissals',
  ...read,
  errors: ['nothing_reported', 'own_subject'],
  summary:
    'Leave it as it is: its open reports are answered, those who sent them are told, and it is no longer worth a look',
  headers: idempotencyKey,
  body: z.object({ subject: reported, text: text(TEXT.message).optional() }),
  reply: z.object({ reports: z.number() }),
})

const featured = z.object({ id: z.number(), ...titled, startTime: dateTime, isShown: z.boolean() })

export type FeaturedChoice = z.output<typeof featured>

export const readFeatured = endpoint({
  method: 'GET',
  path: '/moderation/featured',
  ...read,
  feature: 'featured',
  summary: 'What was chosen, in order, also what is over or hidden by now',
  reply: z.array(featured),
})

export const setFeatured = endpoint({
  method: 'PUT',
  path: '/moderation/featured',
  ...read,
  feature: 'featured',
  errors: ['event_not_found'],
  summary: 'Choose which events are featured, in this order',
  body: z.object({
    eventIds: z
      .array(id)
      .max(LIST.shortSize, `must be at most ${LIST.shortSize}`)
      .refine((ids) => new Set(ids).size === ids.length, 'must name each event once'),
  }),
  reply: z.array(featured),
})

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/decisions',
  access: 'member',
  may: 'decision.object',
  summary: 'What was decided about you and your events, the newest first',
  reply: z.array(decision),
})

/** By the names that api.ts and the client use. */
export const calls = {
  queue: readQueue,
  worthALook,
  own: listOwnDecisions,
  event: readEvent,
  account: readAccount,
  decisions: listDecisions,
  log: readLog,
  dismiss,
  featured: readFeatured,
  setFeatured,
}
