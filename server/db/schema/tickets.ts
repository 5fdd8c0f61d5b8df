import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, createdAt, transactionId } from './columns.ts'
import { users } from './users.ts'
import { events } from './events.ts'
import { imports } from './imports.ts'

/** Where a booking came from: the site that led to it, and the utm_* of the address that it began at. */
export interface CameFrom {
  site?: string
  source?: string
  medium?: string
  campaign?: string
  term?: string
  content?: string
}

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
    /** Of a guest who was added by name, where it was given; mailed to only if they asked for it. */
    guestEmail: text(),
    wantsMail: boolean().notNull().default(false),
    /** Who added the guest, so that a repeated key means that guest. Without a foreign key, which would lock every ticket. */
    addedBy: integer(),
    /** Current seats; none: all were returned or cancelled. */
    numberOfTickets: integer().notNull(),
    /** What was booked at first, once it differs: a repeated key still means that booking. */
    firstQuantity: integer(),
    /** When the last seat was given back or taken back. */
    returnedAt: instant(),
    /** Seats that were let in at the door. */
    admitted: integer().notNull().default(0),
    /** The answer to a reminder; null: none yet. */
    coming: boolean(),
    /** When they last said so, or gave back only some of their seats. */
    confirmedAt: instant(),
    /** Identifies the booking in its QR code; random and unguessable. */
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    /** Of a guest from another system: which import, what makes the row the same one again, and the old code. */
    importId: integer().references(() => imports.id),
    importRef: text(),
    importCode: text(),
    /** The old code is too long to try, so that its hash may be on the list of a door that only scans. */
    importCodeIsHard: boolean().notNull().default(false),
    idempotencyKey: text(),
    /** Null: nobody said. */
    cameFrom: jsonb().$type<CameFrom>(),
    createdAt: createdAt(),
    /** The transaction that wrote it last (a trigger keeps it): what a door asks for since its last look. */
    changedIn: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    check('tickets_somebody', sql`${t.userId} is not null or ${t.guestName} is not null`),
    // How many emails an address has got, and whose bookings go with an account.
    index('tickets_guest_email')
      .on(sql`lower(${t.guestEmail})`)
      .where(sql`guest_email is not null`),
    check('tickets_mailed', sql`not ${t.wantsMail} or ${t.guestEmail} is not null`),
    check('tickets_quantity', sql`${t.numberOfTickets} between 0 and 4`),
    check('tickets_returned', sql`(${t.numberOfTickets} = 0) = (${t.returnedAt} is not null)`),
    check('tickets_admitted', sql`${t.admitted} between 0 and 4`),
    uniqueIndex('tickets_idempotency').on(t.userId, t.idempotencyKey),
    uniqueIndex('tickets_added_by')
      .on(t.addedBy, t.idempotencyKey)
      .where(sql`added_by is not null`),
    index('tickets_import')
      .on(t.importId)
      .where(sql`import_id is not null`),
    uniqueIndex('tickets_import_ref')
      .on(t.eventId, t.importRef)
      .where(sql`import_ref is not null`),
    uniqueIndex('tickets_import_code')
      .on(t.eventId, t.importCode)
      .where(sql`import_code is not null`),
    index('tickets_user_created').on(t.userId, t.createdAt, t.id),
    index('tickets_event').on(t.eventId, t.id),
    index('tickets_changed').on(t.eventId, t.changedIn),
    // What was booked lately, of all events: it costs a booking next to nothing, because rows are in order of time.
    index('tickets_created').using('brin', t.createdAt),
  ],
)

/** unconfirmed: nobody gave them back; they were released because nobody confirmed, and their holder is on standby. */
export const RETURNED_BY = ['guest', 'link', 'organiser', 'unconfirmed'] as const

/** Every release of seats, so that each seat is released once. Seats are offered on when the time to undo it is over. */
export const ticketReturns = pgTable(
  'ticket_returns',
  {
    id: id(),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    seats: integer().notNull(),
    /** How many of them are held now, because somebody waiting could take them once it cannot be undone. */
    held: integer().notNull().default(0),
    by: text({ enum: RETURNED_BY }).notNull(),
    /** What the organiser said. */
    reason: text(),
    idempotencyKey: text(),
    /** Of the seats, those that were sent to friends: undone, they are the friends' again. */
    places: integer().array().notNull().default([]),
    returnedAt: instant().notNull(),
    undoUntil: instant().notNull(),
    undoneAt: instant(),
    /** The key of the call that undid it: sent again, it undoes nothing more. */
    undoKey: text(),
    releasedAt: instant(),
    /** Of somebody on standby: when they were last notified of places in the last hour, and how often. */
    lastPlacesAt: instant(),
    lastPlacesTimes: smallint().notNull().default(0),
  },
  (t) => [
    check('ticket_returns_seats', sql`${t.seats} between 1 and 4 and ${t.held} between 0 and ${t.seats}`),
    check('ticket_returns_once', sql`${t.undoneAt} is null or ${t.releasedAt} is null`),
    uniqueIndex('ticket_returns_idempotency').on(t.ticketId, t.idempotencyKey),
    index('ticket_returns_ticket').on(t.ticketId, t.id),
    index('ticket_returns_event').on(t.eventId, t.returnedAt),
    index('ticket_returns_returned').using('brin', t.returnedAt),
    index('ticket_returns_pending')
      .on(t.eventId)
      .where(sql`undone_at is null and released_at is null`),
  ],
)
