import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'
import { waitingEntries } from './waiting-list.ts'

export const REQUEST_ENDINGS = ['accepted', 'declined', 'withdrawn', 'expired'] as const

/** Who asks for a place at an event with approval: it holds no seat. The order of asking is that of ids. */
export const bookingRequests = pgTable(
  'booking_requests',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    numberOfTickets: integer().notNull(),
    /** What the guest wrote. */
    text: text(),
    endedAt: instant(),
    ending: text({ enum: REQUEST_ENDINGS }),
    /** What the organiser wrote with the decision. */
    reason: text(),
    /** Accepted: the booking, or the entry that the next free seats are offered to. */
    ticketId: integer().references(() => tickets.id),
    entryId: integer().references(() => waitingEntries.id),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('booking_requests_seats', sql`${t.numberOfTickets} between 1 and 4`),
    check('booking_requests_ended', sql`(${t.endedAt} is null) = (${t.ending} is null)`),
    check(
      'booking_requests_accepted',
      sql`coalesce(${t.ending} = 'accepted', false) = (num_nonnulls(${t.ticketId}, ${t.entryId}) = 1)`,
    ),
    uniqueIndex('booking_requests_open')
      .on(t.eventId, t.userId)
      .where(sql`ended_at is null`),
    uniqueIndex('booking_requests_idempotency').on(t.userId, t.idempotencyKey),
    // Few at any time: those that end before the start are found among them.
    index('booking_requests_undecided')
      .on(t.eventId, t.id)
      .where(sql`ended_at is null`),
    index('booking_requests_event').on(t.eventId, t.id),
    index('booking_requests_user').on(t.userId, t.eventId, t.id),
    index('booking_requests_ticket').on(t.ticketId),
    index('booking_requests_entry').on(t.entryId),
  ],
)
