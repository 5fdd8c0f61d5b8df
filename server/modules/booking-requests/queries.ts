import { and, asc, count, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { BookingRequest, ManagedRequest } from '../../../contract/booking-requests.ts'
import type { Db, Tx } from '../../db/client.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { requestsUntil } from '../../ledger/bookable.ts'

export type RequestRow = typeof bookingRequests.$inferSelect

const columns = {
  request: bookingRequests,
  entryEnding: waitingEntries.ending,
  startTime: events.startTime,
  bookingClosesAt: events.bookingClosesAt,
  status: events.status,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
}

const selectListed = (db: Db | Tx) =>
  db
    .select(columns)
    .from(bookingRequests)
    .innerJoin(events, eq(events.id, bookingRequests.eventId))
    .innerJoin(users, eq(users.id, bookingRequests.userId))
    .leftJoin(waitingEntries, eq(waitingEntries.id, bookingRequests.entryId))

type Listed = Awaited<ReturnType<typeof selectListed>>[number]

/** Nobody can decide it any more, whether or not the job has ended it. */
const hasRunOut = ({ startTime, bookingClosesAt, status }: Listed, now: Date) =>
  status !== 'postponed' && requestsUntil({ startTime, bookingClosesAt }) <= now

function stateOf(listed: Listed, now: Date): BookingRequest['state'] {
  const { ending, ticketId } = listed.request
  if (ending === null) return hasRunOut(listed, now) ? 'expired' : 'asked'
  if (ending !== 'accepted') return ending
  if (ticketId !== null || listed.entryEnding === 'booked') return 'booked'
  return listed.entryEnding === null ? 'accepted' : 'withdrawn'
}

const toRequest = (listed: Listed, now: Date) => {
  const { id, eventId, numberOfTickets, text, reason, createdAt } = listed.request
  return { id, eventId, numberOfTickets, text, reason, state: stateOf(listed, now), askedAt: createdAt.toISOString() }
}

const toManaged = (listed: Listed, now: Date): ManagedRequest => ({
  ...toRequest(listed, now),
  name: `${listed.firstName} ${listed.lastName}`.trim(),
  email: listed.email,
})

const isOf = (eventId: number, userId: number) =>
  and(eq(bookingRequests.eventId, eventId), eq(bookingRequests.userId, userId))

/** Their latest, also when it has ended. */
export async function findLast(db: Db | Tx, eventId: number, userId: number): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(bookingRequests)
    .where(isOf(eventId, userId))
    .orderBy(desc(bookingRequests.id))
    .limit(1)
  return row ?? null
}

export const countOwn = (db: Db | Tx, eventId: number, userId: number) =>
  db.$count(bookingRequests, isOf(eventId, userId))

export async function findOwn(db: Db | Tx, eventId: number, userId: number, now: Date): Promise<BookingRequest | null> {
  const [row] = await selectListed(db).where(isOf(eventId, userId)).orderBy(desc(bookingRequests.id)).limit(1)
  if (!row || row.request.ending === 'withdrawn') return null
  const { ticketId } = row.request
  return { ...toRequest(row, now), ...(ticketId !== null && { ticketId }) }
}

/** In the order of asking. */
export async function readRequests(db: Db | Tx, ids: number[], now: Date): Promise<ManagedRequest[]> {
  const rows = await selectListed(db).where(inArray(bookingRequests.id, ids)).orderBy(asc(bookingRequests.id))
  return rows.map((row) => toManaged(row, now))
}

interface Wanted {
  eventId: number
  isDecided: boolean
  /** The last one of the page before. */
  after?: number
  limit: number
}

export async function listRequests(db: Db, { eventId, isDecided, after, limit }: Wanted, now: Date) {
  const ofEvent = eq(bookingRequests.eventId, eventId)
  const { id, ending, endedAt } = bookingRequests
  const which = isDecided ? ne(ending, 'withdrawn') : isNull(endedAt)
  const next = after === undefined ? undefined : isDecided ? lt(id, after) : gt(id, after)
  const rows = await selectListed(db)
    .where(and(ofEvent, which, next))
    .orderBy(isDecided ? desc(id) : asc(id))
    .limit(limit)
  return rows.map((row) => toManaged(row, now))
}

export async function countRequests(db: Db | Tx, eventId: number) {
  const rows = await db
    .select({ ending: bookingRequests.ending, requests: count() })
    .from(bookingRequests)
    .where(eq(bookingRequests.eventId, eventId))
    .groupBy(bookingRequests.ending)
  const of = (ending: RequestRow['ending']) => rows.find((row) => row.ending === ending)?.requests ?? 0
  return { open: of(null), accepted: of('accepted'), declined: of('declined'), expired: of('expired') }
}

/** What they have of this event, for the limit for each person. */
export async function seatsOfPeople(tx: Tx, eventId: number, userIds: number[]): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ userId: number; seats: number }>(sql`
    select t.user_id as "userId", sum(t.number_of_tickets)::int as seats from tickets t
    where t.user_id = any (${sql.param(userIds)}::int[]) and t.event_id = ${eventId} group by t.user_id`)
  return new Map(rows.map(({ userId, seats }) => [userId, seats]))
}
