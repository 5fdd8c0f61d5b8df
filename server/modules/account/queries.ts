import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'

/** Postponed without a new date keeps its old times, and is never over. */
const isAhead = (now: Date) => or(gt(events.endTime, now), eq(events.status, 'postponed'))

/** Published or postponed: what people count on. */
export async function listUpcomingEvents(db: Db | Tx, userId: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.creatorId, userId), inArray(events.status, ['published', 'postponed']), isAhead(now)))
  return rows.map(({ id }) => id)
}

/** Seats of events that are not over, less those that were let in. */
export const listUpcomingSeats = (db: Db, userId: number, now: Date) =>
  db
    .select({ ticketId: tickets.id, seats: sql<number>`${tickets.numberOfTickets} - ${tickets.admitted}` })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.userId, userId), gt(tickets.numberOfTickets, tickets.admitted), isAhead(now)))

export async function listWaitingLists(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ eventId: waitingEntries.eventId })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), sql`${waitingEntries.endedAt} is null`))
  return rows.map(({ eventId }) => eventId)
}

/** When the deletion that was asked for becomes final. */
export async function findDeletion(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db.select({ at: users.deletionAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

/** What its owner is asked about: they know what was booked rather than that there is an account. */
export const whoseToAsk = async (db: Db, userId: number, now: Date): Promise<'account' | 'booking'> =>
  (await listUpcomingSeats(db, userId, now)).length > 0 ? 'booking' : 'account'

export const hasAddressChange = async (db: Db, userId: number, changeId: number): Promise<boolean> =>
  (await db.$count(addressChanges, and(eq(addressChanges.id, changeId), eq(addressChanges.userId, userId)))) > 0
