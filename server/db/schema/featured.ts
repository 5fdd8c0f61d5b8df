import { integer, pgTable } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** What moderators have chosen. */
export const featuredEvents = pgTable('featured_events', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  place: integer().notNull(),
  /** Null: who chose it has left, or it came with the demo. */
  chosenBy: integer().references(() => users.id, { onDelete: 'set null' }),
  chosenAt: createdAt(),
})
