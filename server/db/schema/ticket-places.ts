import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, createdAt } from './columns.ts'
import { tickets } from './tickets.ts'

/** One seat of a booking that was sent to a friend and belongs to the friend, with its own code, until it is taken back. */
export const ticketPlaces = pgTable(
  'ticket_places',
  {
    id: id(),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** In its QR code; random and unguessable, and never that of a ticket. */
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    /** Whom it was sent to, in the sender's words; null: sent before a name was asked for. */
    name: text(),
    /** Let in at the door with this code. */
    usedAt: instant(),
    /** Its code opens the door no longer: taken back, handed back, or given back together with the seat. */
    takenBackAt: instant(),
    /** When the friend handed it back. */
    handedBackAt: instant(),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_places_ticket').on(t.ticketId, t.id),
    uniqueIndex('ticket_places_idempotency').on(t.ticketId, t.idempotencyKey),
  ],
)
