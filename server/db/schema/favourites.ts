import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** Who saved which event. */
export const favourites = pgTable(
  'favourites',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    savedAt: createdAt(),
    /** When this person was notified that few places are left, or saved it and saw so: at most once. */
    fewToldAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.eventId] }),
    index('favourites_event').on(t.eventId, t.userId),
    // Whom to tell that few places are left, and whether there is anybody: asked in the transaction of a booking.
    index('favourites_untold')
      .on(t.eventId, t.userId)
      .where(sql`few_told_at is null`),
  ],
)
