import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** By its owner, by the other side (410), after days of failures, by a cure (access/cures.ts), or because they left the team. */
export const WEBHOOK_ENDINGS = ['owner', 'gone', 'failing', 'cure', 'left'] as const

/** Where messages are delivered to. Ended ones stay for a month, with their log. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Only what happens at this event; null: at all events that the owner has created. */
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    types: text().array().notNull(),
    /** The secret is made from it (signing.ts) and stored nowhere; raised by a rotation. */
    secretVersion: integer().notNull().default(1),
    /** The secret before signs too, until a day later. */
    rotatedAt: instant(),
    /** Since then every attempt has failed. */
    failingSince: instant(),
    /** The other side has asked for patience (Retry-After). */
    pausedUntil: instant(),
    createdAt: createdAt(),
    endedAt: instant(),
    endedBy: text({ enum: WEBHOOK_ENDINGS }),
    /** The process that delivers to it now: one at a time. */
    leasedUntil: instant(),
    leaseToken: uuid(),
    /** The caller's Idempotency-Key. */
    creationKey: text(),
  },
  (t) => [
    check('webhook_endpoints_ended', sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
    // Whether there is any, which every booking asks.
    index('webhook_endpoints_live')
      .on(t.id)
      .where(sql`ended_at is null`),
    index('webhook_endpoints_user').on(t.userId),
    uniqueIndex('webhook_endpoints_creation_key').on(t.userId, t.creationKey),
    index('webhook_endpoints_event').on(t.eventId),
  ],
)

/** Written once, by the triggers on what it reports and in the same transaction; these bytes are what is sent and signed. */
export const webhookMessages = pgTable('webhook_messages', {
  sequence: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  id: text()
    .notNull()
    .unique()
    .default(sql`'msg_' || gen_random_uuid()`),
  type: text().notNull(),
  /** Without a foreign key: the event may be deleted before its last message is delivered. */
  eventId: integer(),
  body: text().notNull(),
  at: createdAt(),
})

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** A message on its way to an endpoint: its state and its latest attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    sequence: bigint({ mode: 'number' })
      .notNull()
      .references(() => webhookMessages.sequence, { onDelete: 'cascade' }),
    endpointId: integer()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextAt: createdAt(),
    lastAt: instant(),
    /** What the other side answered; null: nothing. */
    status: integer(),
    tookMs: integer(),
    /** The beginning of its answer, or why there was none. Shown to the owner alone. */
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.sequence, t.endpointId] }),
    check('webhook_deliveries_state', sql`${t.state} in ('waiting', 'delivered', 'failed')`),
    index('webhook_deliveries_log').on(t.endpointId, t.sequence),
    index('webhook_deliveries_due')
      .on(t.endpointId, t.nextAt, t.sequence)
      .where(sql`state = 'waiting'`),
  ],
)
