import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, transactionId } from './columns.ts'
import { events } from './events.ts'

/** Guests that came from another system's file; they are tickets with its id. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Who did it. Without a foreign key, as in tickets. */
    userId: integer().notNull(),
    source: text().notNull(),
    guests: integer().notNull(),
    seats: integer().notNull(),
    createdAt: createdAt(),
    undoUntil: instant().notNull(),
    undoneAt: instant(),
    /** The transaction that removed its guests: a door whose list is older loads the whole list. */
    undoneIn: transactionId(),
  },
  (t) => [
    index('imports_event').on(t.eventId, t.id),
    index('imports_undone')
      .on(t.eventId, t.undoneIn)
      .where(sql`undone_in is not null`),
    check('imports_undone_once', sql`(${t.undoneAt} is null) = (${t.undoneIn} is null)`),
  ],
)
