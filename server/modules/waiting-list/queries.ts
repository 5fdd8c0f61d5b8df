import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { isBookable } from '../../ledger/bookable.ts'
import { roomFor } from '../../ledger/take-seats.ts'

type EntryRow = typeof waitingEntries.$inferSelect

const isOf = (eventId: number, userId: number) =>
  and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.userId, userId))

/** The newest, also when it has ended. */
export async function findLastEntry(db: Db | Tx, eventId: number, userId: number): Promise<EntryRow | null> {
  const [row] = await db
    .select()
    .from(waitingEntries)
    .where(isOf(eventId, userId))
    .orderBy(desc(waitingEntries.id))
    .limit(1)
  return row ?? null
}

/** More than anybody waits for at once. */
const LISTED = 50

export const listOpenEntries = (db: Db, userId: number): Promise<EntryRow[]> =>
  db
    .select()
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), isNull(waitingEntries.endedAt)))
    .orderBy(desc(waitingEntries.id))
    .limit(LISTED)

/** The newest offer of an entry, also when it has ended. */
export async function findLastOffer(db: Db | Tx, entryId: number) {
  const [row] = await db.select().from(offers).where(eq(offers.entryId, entryId)).orderBy(desc(offers.id)).limit(1)
  return row ?? null
}

export async function nextTurn(tx: Tx, eventId: number): Promise<number> {
  const [row] = await tx
    .select({ turn: sql<number>`coalesce(max(${waitingEntries.turn}), 0) + 1` })
    .from(waitingEntries)
    .where(eq(waitingEntries.eventId, eventId))
  return row?.turn ?? 1
}

/** "Place 4 of 12": those that wait or have an offer. Who rests is shown the place that they would come back to. */
async function placeOf(db: Db | Tx, { id, eventId, turn, endedAt }: EntryRow) {
  const counts = or(isNull(waitingEntries.restingSince), eq(waitingEntries.id, id))
  const ofEvent = and(eq(waitingEntries.eventId, eventId), isNull(waitingEntries.endedAt), counts)
  const before = await db.$count(waitingEntries, and(ofEvent, lt(waitingEntries.turn, turn)))
  const all = await db.$count(waitingEntries, ofEvent)
  return { place: before + 1, of: endedAt ? all + 1 : all }
}

const seatColumns = {
  ...{ id: events.id, status: events.status, hiddenAt: events.hiddenAt, endTime: events.endTime },
  ...{ bookingClosesAt: events.bookingClosesAt, maxPerPerson: events.maxPerPerson },
  open: sql<number>`${events.capacity} - ${events.ticketsSold} - ${events.held}`,
}

/** What of the event decides whether there is still something to wait for, or to take at once. */
async function chancesOf(db: Db, { eventId, userId, numberOfTickets }: EntryRow, now: Date) {
  const [event] = await db.select(seatColumns).from(events).where(eq(events.id, eventId))
  if (!event) return {}
  const open = isBookable(event, now) ? Math.min(event.open, numberOfTickets) : 0
  const free = open > 0 ? Math.min(open, await roomFor(db, event, userId)) : 0
  return {
    ...(free > 0 && { free }),
    ...(event.bookingClosesAt && { bookingClosesAt: event.bookingClosesAt.toISOString() }),
  }
}

type Reading = Pick<Deps, 'db' | 'secrets'>

export async function findWaitingEntry(
  deps: Reading,
  eventId: number,
  userId: number,
  now: Date,
): Promise<WaitingEntry | null> {
  const row = await findLastEntry(deps.db, eventId, userId)
  return !row || row.endedAt ? null : describeEntry(deps, row, now)
}

/** An offer is over at expiresAt, whether or not anything has swept it. */
export async function describeEntry({ db, secrets }: Reading, row: EntryRow, now: Date): Promise<WaitingEntry> {
  const last = await findLastOffer(db, row.id)
  const offer = last && !last.endedAt ? last : null
  const isOffered = offer !== null && offer.expiresAt > now
  return {
    id: row.id,
    eventId: row.eventId,
    numberOfTickets: row.numberOfTickets,
    atLeast: row.atLeast,
    automatic: row.automatic,
    state: isOffered ? 'offered' : row.restingSince || offer ? 'resting' : 'waiting',
    ...(await placeOf(db, row)),
    offer: isOffered ? { numberOfTickets: offer.seats, expiresAt: offer.expiresAt.toISOString() } : null,
    ...(isOffered ? {} : await chancesOf(db, row, now)),
    code: drawnCode(secrets, { id: row.eventId }, row, 'waiting'),
  }
}

/** What a mail to somebody on the list needs; null once the entry has ended. */
export async function findEntryForMail(db: Db, entryId: number) {
  const [row] = await db
    .select({
      entryId: waitingEntries.id,
      userId: waitingEntries.userId,
      numberOfTickets: waitingEntries.numberOfTickets,
      restingSince: waitingEntries.restingSince,
      nothingFreeAt: waitingEntries.nothingFreeAt,
      firstName: users.firstName,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      eventId: events.id,
      title: events.title,
      venue: events.venue,
      isVirtual: events.isVirtual,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
      bookingClosesAt: events.bookingClosesAt,
      capacity: events.capacity,
      sold: events.ticketsSold,
      held: events.held,
    })
    .from(waitingEntries)
    .innerJoin(events, eq(events.id, waitingEntries.eventId))
    .innerJoin(users, eq(users.id, waitingEntries.userId))
    .where(and(eq(waitingEntries.id, entryId), isNull(waitingEntries.endedAt)))
  return row ?? null
}

export type EntryDetails = NonNullable<Awaited<ReturnType<typeof findEntryForMail>>>

export async function findOpenOffer(db: Db, offerId: number) {
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.id, offerId), isNull(offers.endedAt)))
  return row ?? null
}
