import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, createdAt, transactionId } from './columns.ts'
import { users } from './users.ts'
import { events } from './events.ts'

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    /** None: a guest who was added by name and has no account. */
    userId: integer().references(() => users.id),
    guestName: text(),
    /** Seats that stand; none: all were given back or taken back. */
    numberOfTickets: integer().notNull(),
    /** What was booked at first, once it differs: a repeated key still means that booking. */
    firstQuantity: integer(),
    /** When the last seat was given back or taken back. */
    returnedAt: instant(),
    /** Seats that were let in at the door. */
    admitted: integer().notNull().default(0),
    /** The answer to a reminder; null: none yet. */
    coming: boolean(),
    /** Identifies the booking in its QR code; random and unguessable. */
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    idempotencyKey: text(),
    createdAt: createdAt(),
    /** The transaction that wrote it last (a trigger keeps it): what a door asks for since its last look. */
    changedIn: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    check('tickets_somebody', sql`${t.userId} is not null or ${t.guestName} is not null`),
    check('tickets_quantity', sql`${t.numberOfTickets} between 0 and 4`),
    check('tickets_returned', sql`(${t.numberOfTickets} = 0) = (${t.returnedAt} is not null)`),
    check('tickets_admitted', sql`${t.admitted} between 0 and 4`),
    uniqueIndex('tickets_idempotency').on(t.userId, t.idempotencyKey),
    index('tickets_user').on(t.userId, t.id),
    index('tickets_event').on(t.eventId, t.id),
    index('tickets_changed').on(t.eventId, t.changedIn),
  ],
)
