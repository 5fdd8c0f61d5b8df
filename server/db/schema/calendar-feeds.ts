import { integer, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, hash } from './columns.ts'
import { users } from './users.ts'

/** The secret address of a member's own bookings as a calendar: one at a time, a new one ends the one before. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secretHash: hash().notNull().unique(),
  createdAt: createdAt(),
})
