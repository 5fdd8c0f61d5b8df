import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, createdAt } from './columns.ts'
import { users } from './users.ts'
import { events } from './events.ts'

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    numberOfTickets: integer().notNull(),
    /** Identifies the booking in its QR code; random and unguessable. */
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('tickets_quantity', sql`${t.numberOfTickets} between 1 and 4`),
    uniqueIndex('tickets_idempotency').on(t.userId, t.idempotencyKey),
    index('tickets_user').on(t.userId, t.id),
    index('tickets_event').on(t.eventId, t.id),
  ],
)
