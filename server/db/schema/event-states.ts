import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { events } from './events.ts'

/** What guests know of an event, and are notified of when it changes. Times as ISO text, because this is stored as JSON. */
export interface KnownToGuests {
  status: string
  startTime: string
  endTime: string
  venue: string
}

/** A change that will be announced to guests soon. One row per event: several changes become one email. */
export const pendingChanges = pgTable('pending_changes', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** What was last announced to guests. */
  before: jsonb().$type<KnownToGuests>().notNull(),
  note: text(),
  firstAt: instant().notNull(),
  dueAt: instant().notNull(),
})

/** When changes were announced in the last 24 hours: it is done only so often. */
export const announcements = pgTable(
  'announcements',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    announcedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.announcedAt] })],
)

/** Ids of events that were deleted, so that their pages can say that they are gone. */
export const deletedEvents = pgTable('deleted_events', {
  id: integer().primaryKey(),
  deletedAt: createdAt(),
})
