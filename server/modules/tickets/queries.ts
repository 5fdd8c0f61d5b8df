import { and, asc, desc, eq, exists, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { TICKETS_AT_ONCE } from '../../../contract/limits.ts'
import type { OwnTicket, Ticket } from '../../../contract/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notOver } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { isBookable } from '../../ledger/bookable.ts'
import { canConfirm, confirmUntil, findStandby } from '../../ledger/confirming.ts'
import { readForTicket } from '../booking-questions/queries.ts'
import { readPayments } from '../../payments/ticket-payments.ts'
import { findEvent, toEvent } from '../events/queries.ts'
import { readOpenPlaces, readSentPlaces, toSentPlace } from '../places/queries.ts'

interface TicketFilter {
  eventId?: number
  /** Those that were given back as well. */
  returned?: boolean
  /** Only those booked before this one. */
  cursor?: number
}

/** Whose tickets, and whether those of events that have ended are among them: the setting eventHistory. */
type Holder = Pick<SessionUser, 'id' | 'eventHistory'>

/** A ticket without seats was given back. */
const hasSeats = gt(tickets.numberOfTickets, 0)

/** By the time of booking, newest first: ids of restored or imported bookings need not follow it. */
export async function listTickets(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  { id: userId, eventHistory = true }: Holder,
  { eventId, returned, cursor }: TicketFilter = {},
): Promise<Ticket[]> {
  const ofEvent = eventId === undefined ? undefined : eq(tickets.eventId, eventId)
  const before =
    cursor === undefined
      ? undefined
      : sql`(${tickets.createdAt}, ${tickets.id}) <
          (select t.created_at, t.id from tickets t where t.id = ${cursor} and t.user_id = ${userId})`
  const remembered =
    eventHistory || eventId !== undefined
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(events)
            .where(and(eq(events.id, tickets.eventId), notOver(clock()))),
        )
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, userId), ofEvent, before, remembered, returned ? undefined : hasSeats))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(TICKETS_AT_ONCE)
  const ids = rows.map(({ id }) => id)
  const sent = await readSentPlaces(db, ids)
  const payments = await readPayments(db, ids)
  return rows.map((row) => ({
    ...toTicket(row),
    code: drawnCode(secrets, { id: row.eventId }, row),
    ...(sent.has(row.id) && { sent: sent.get(row.id) }),
    ...(payments.has(row.id) && { payment: payments.get(row.id) }),
    ...(row.returnedAt && { returnedAt: row.returnedAt.toISOString() }),
  }))
}

export type TicketRow = typeof tickets.$inferSelect

export const toTicket = ({ id, eventId, numberOfTickets, createdAt }: TicketRow): Ticket => ({
  id,
  eventId,
  numberOfTickets,
  createdAt: createdAt.toISOString(),
})

export interface Purchase {
  firstName: string
  lastName: string
  email: string
  numberOfTickets: number
  createdAt: Date
}

// About 200 KB of rows in memory at a time.
const ROWS_AT_ONCE = 1_000

/**
 * In the order of booking, a page at a time and no transaction between the pages: a reader who is slow, or gone, keeps
 * nothing open. What is booked after the start is not part of it, so that it ends while a hot event goes on selling.
 */
export async function* ticketsOf<Row extends { id: number }>(
  db: Db,
  eventId: number,
  read: (which: SQL | undefined, atMost: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const [newest] = await db
    .select({ id: sql<number>`coalesce(max(${tickets.id}), 0)` })
    .from(tickets)
    .where(eq(tickets.eventId, eventId))
  let after = 0
  for (;;) {
    const which = and(eq(tickets.eventId, eventId), gt(tickets.id, after), lte(tickets.id, newest?.id ?? 0))
    const rows = await read(which, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

export const readPurchases = (db: Db, eventId: number): AsyncGenerator<Purchase[]> =>
  ticketsOf(db, eventId, (which, atMost) =>
    db
      .select({
        id: tickets.id,
        // A guest added by name has no account.
        firstName: sql<string>`coalesce(${users.firstName}, ${tickets.guestName})`,
        lastName: sql<string>`coalesce(${users.lastName}, '')`,
        email: sql<string>`coalesce(${users.email}, '')`,
        numberOfTickets: tickets.numberOfTickets,
        createdAt: tickets.createdAt,
      })
      .from(tickets)
      .leftJoin(users, eq(users.id, tickets.userId))
      .where(and(which, hasSeats))
      .orderBy(asc(tickets.id))
      .limit(atMost),
  )

/** Somebody else's does not exist; an email's link opens the one that it is about. */
export async function getOwnRow(db: Db | Tx, user: SessionUser, ticketId: number): Promise<TicketRow> {
  if (user.link && user.link.subjectId !== ticketId) throw new AppError('ticket_not_found')
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, user.id)))
  if (!row) throw new AppError('ticket_not_found')
  return row
}

/** The latest return whose time to undo it is not over. What the organiser cancelled cannot be undone. */
export async function findUndoable(db: Db | Tx, ticketId: number, now: Date) {
  const [row] = await db
    .select()
    .from(ticketReturns)
    .where(
      and(
        eq(ticketReturns.ticketId, ticketId),
        isNull(ticketReturns.undoneAt),
        isNull(ticketReturns.releasedAt),
        gt(ticketReturns.undoUntil, now),
        sql`not exists (select from ticket_returns o where o.ticket_id = ${ticketId} and o.by = 'organiser')`,
      ),
    )
    .orderBy(desc(ticketReturns.id))
    .limit(1)
  return row ?? null
}

/** Those that wait or have an offer. */
export const countWaiting = (db: Db | Tx, eventId: number) =>
  db.$count(
    waitingEntries,
    and(eq(waitingEntries.eventId, eventId), isNull(waitingEntries.endedAt), isNull(waitingEntries.restingSince)),
  )

export async function getOwnTicket(
  { db, clock, secrets }: Deps,
  user: SessionUser,
  ticketId: number,
): Promise<OwnTicket> {
  const row = await getOwnRow(db, user, ticketId)
  const event = await findEvent(db, row.eventId)
  if (!event) throw new AppError('ticket_not_found')
  const now = clock()
  const undoable = await findUndoable(db, row.id, now)
  const standby = event.confirm ? await findStandby(db, row.id) : null
  const booking = { ...row, ...event, bookedAt: row.createdAt }
  const isToConfirm = row.numberOfTickets > 0 && canConfirm(booking, now)
  const payment = event.payBy.length > 0 ? (await readPayments(db, [row.id])).get(row.id) : undefined
  const free = event.capacity - event.ticketsSold - event.held
  return {
    ...toTicket(row),
    code: drawnCode(secrets, { id: row.eventId }, row),
    event: toEvent(event, { userId: user.id, hasBooked: row.numberOfTickets > 0 }),
    ...(payment && { payment }),
    admitted: row.admitted,
    coming: row.coming,
    sent: (await readOpenPlaces(db, row.id)).map(toSentPlace),
    returnedAt: row.returnedAt?.toISOString() ?? null,
    undoUntil: undoable?.undoUntil.toISOString() ?? null,
    ...(isToConfirm && { confirmUntil: confirmUntil(booking, now).toISOString() }),
    ...(standby && {
      standby: {
        seats: standby.seats,
        position: standby.position,
        isFree: standby.seats <= free && isBookable(event, now),
      },
    }),
    waiting: await countWaiting(db, row.eventId),
    ...(event.asksQuestions && { questions: await readForTicket(db, row, { byLink: user.link !== undefined }) }),
  }
}

const MOST_IN_AN_EMAIL = 50

/** The same as an email names them, the soonest first. */
export const listUpcomingTickets = (db: Db, userId: number, now: Date) =>
  db
    .select({
      title: events.title,
      language: events.language,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
      seats: tickets.numberOfTickets,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.userId, userId), gt(tickets.numberOfTickets, 0), notOver(now), isNull(events.hiddenAt)))
    .orderBy(asc(events.startTime), asc(tickets.id))
    .limit(MOST_IN_AN_EMAIL)
