import { boolean, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

export interface Pick {
  eventId: number
  reason: string
}

/** What is recommended to a member, best first, as it was computed last. */
export const recommendations = pgTable('recommendations', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  picks: jsonb().$type<Pick[]>().notNull().default([]),
  /** Null: to be computed at the next look. */
  reckonedAt: instant(),
  /** Whether bookings were used, which the setting eventHistory decides. */
  usesHistory: boolean().notNull().default(true),
  /** Nothing before this counts: the member has started over. */
  freshSince: instant(),
})

/** Recommended to this person no more. */
export const notForMe = pgTable(
  'not_for_me',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.eventId] }), index('not_for_me_event').on(t.eventId)],
)
