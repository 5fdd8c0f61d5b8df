import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** Until when a creator's digest covers bookings and returns: nothing is sent twice, whatever runs twice. */
export const digests = pgTable('digests', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  until: instant().notNull(),
})

/** How many were expected when the event began, written down then, so that nobody can be wise after the event. */
export const turnoutForecasts = pgTable(
  'turnout_forecasts',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** An event that moves after it has begun gets a new forecast. */
    startTime: instant().notNull(),
    saidAt: instant().notNull(),
    seats: integer().notNull(),
    low: integer().notNull(),
    high: integer().notNull(),
  },
  (t) => [check('turnout_forecasts_range', sql`0 <= ${t.low} and ${t.low} <= ${t.high} and ${t.high} <= ${t.seats}`)],
)
