import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const ENTRY_ENDINGS = ['left', 'declined', 'booked'] as const

/** Who waits for a place: one open entry for each person and event. Those that have ended are kept. */
export const waitingEntries = pgTable(
  'waiting_entries',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** What is still wished for. */
    numberOfTickets: integer().notNull(),
    atLeast: integer().notNull(),
    automatic: boolean().notNull().default(false),
    /** The order of joining, counted for each event. */
    turn: integer().notNull(),
    /** How often free seats did not fit the wish and went to somebody else, and when first. */
    passedOver: integer().notNull().default(0),
    firstPassedAt: instant(),
    /** Seats that are saved up for it. */
    saved: integer().notNull().default(0),
    /** Since an offer ran out; null once its person is still interested. */
    restingSince: instant(),
    /** When its person was notified, two hours before the start, that nothing became free. */
    nothingFreeAt: instant(),
    /** When its person was last notified of places in the last hour, and how often. */
    lastPlacesAt: instant(),
    lastPlacesTimes: smallint().notNull().default(0),
    endedAt: instant(),
    ending: text({ enum: ENTRY_ENDINGS }),
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('waiting_entries_wish', sql`${t.atLeast} between 1 and ${t.numberOfTickets} and ${t.numberOfTickets} <= 4`),
    check('waiting_entries_saved', sql`${t.saved} between 0 and 4`),
    check('waiting_entries_ended', sql`(${t.endedAt} is null) = (${t.ending} is null)`),
    uniqueIndex('waiting_entries_open')
      .on(t.eventId, t.userId)
      .where(sql`ended_at is null`),
    uniqueIndex('waiting_entries_turn').on(t.eventId, t.turn),
    uniqueIndex('waiting_entries_idempotency').on(t.userId, t.idempotencyKey),
    // Counted for "place 4 of 12", and walked through by what tells all of them.
    index('waiting_entries_in_line')
      .on(t.eventId, t.turn)
      .where(sql`ended_at is null and resting_since is null`),
    index('waiting_entries_user').on(t.userId, t.eventId, t.id),
  ],
)

export const OFFER_ENDINGS = ['accepted', 'declined', 'left', 'expired', 'withdrawn', 'replaced'] as const

/** Seats that are held for an entry until its person answers. Replaced: a larger one was made in its place. */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    entryId: integer()
      .notNull()
      .references(() => waitingEntries.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    seats: integer().notNull(),
    madeAt: instant().notNull(),
    /** When it is sent and its time begins: not at night. */
    toldAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    ending: text({ enum: OFFER_ENDINGS }),
    ticketId: integer().references(() => tickets.id),
  },
  (t) => [
    check('offers_seats', sql`${t.seats} between 1 and 4`),
    check('offers_ended', sql`(${t.endedAt} is null) = (${t.ending} is null)`),
    uniqueIndex('offers_open')
      .on(t.entryId)
      .where(sql`ended_at is null`),
    index('offers_open_of_event')
      .on(t.eventId)
      .where(sql`ended_at is null`),
    index('offers_entry').on(t.entryId, t.id),
  ],
)
