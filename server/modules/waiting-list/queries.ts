import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { seatsLeft } from '../../../contract/event-status.ts'
import { AppError } from '../../../contract/errors.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import { LAST_HOUR } from '../../ledger/answer-times.ts'
import { isBookable } from '../../ledger/bookable.ts'
import type { EventRow } from '../events/queries.ts'

type EntryRow = typeof waitingEntries.$inferSelect

const isOf = (eventId: number, userId: number) =>
  and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.userId, userId))

/** An entry with its event. */
export interface Listed {
  entry: EntryRow
  event: EventRow
}

const selectListed = (db: Db) =>
  db
    .select({ entry: waitingEntries, event: events })
    .from(waitingEntries)
    .innerJoin(events, eq(events.id, waitingEntries.eventId))

export async function findLastListed(db: Db, eventId: number, userId: number): Promise<Listed | null> {
  const [row] = await selectListed(db).where(isOf(eventId, userId)).orderBy(desc(waitingEntries.id)).limit(1)
  return row ?? null
}

/** More than anybody waits for at once. */
const LISTED = 50

export const listOpenEntries = (db: Db, userId: number): Promise<Listed[]> =>
  selectListed(db)
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

interface Rank {
  place: number
  of: number
}

/**
 * "Place 4 of 12": those that wait or have an offer that is not over, and the entry itself. A resting entry is shown the place that
 * they would come back to.
 */
async function ranksOf(db: Db, ids: number[], now: Date): Promise<Map<number, Rank>> {
  const { rows } = await db.execute<{ id: number; place: number; of: number }>(sql`
    select mine.id, 1 + count(w.id) filter (where w.turn < mine.turn)::int as place, 1 + count(w.id)::int as "of"
    from waiting_entries mine left join waiting_entries w
      on w.event_id = mine.event_id and w.ended_at is null and w.resting_since is null and w.id <> mine.id
      and w.id not in (
        select o.entry_id from offers o join events e on e.id = o.event_id join waiting_entries own on own.event_id = e.id
        where own.id = any (${sql.param(ids)}::int[]) and o.ended_at is null and o.expires_at <= ${now}
          and e.start_time > ${new Date(now.getTime() + LAST_HOUR)})
    where mine.id = any (${sql.param(ids)}::int[]) group by mine.id, mine.turn`)
  return new Map(rows.map(({ id, place, of }) => [id, { place, of }]))
}

async function lastOffersOf(db: Db, ids: number[]) {
  const rows = await db
    .selectDistinctOn([offers.entryId])
    .from(offers)
    .where(inArray(offers.entryId, ids))
    .orderBy(offers.entryId, desc(offers.id))
  return new Map(rows.map((row) => [row.entryId, row]))
}

/** How many seats these people have of events with a limit for each person. */
async function bookedOf(db: Db, listed: Listed[]) {
  if (listed.length === 0) return new Map<string, number>()
  const { rows } = await db.execute<{ key: string; seats: number }>(sql`
    select t.user_id || ' ' || t.event_id as key, sum(t.number_of_tickets)::int as seats from tickets t
    where (t.user_id, t.event_id) in (
      ${sql.join(
        listed.map(({ entry }) => sql`(${entry.userId}::int, ${entry.eventId}::int)`),
        sql`, `,
      )}) group by 1`)
  return new Map(rows.map(({ key, seats }) => [key, seats]))
}

/** Seats that nobody holds and this person could take now; the limit for each person not counted. */
const openFor = ({ entry, event }: Listed, now: Date) =>
  isBookable(event, now) ? Math.min(seatsLeft(event), entry.numberOfTickets) : 0

type Reading = Pick<Deps, 'db' | 'secrets'>

export async function findWaitingEntry(
  deps: Reading,
  eventId: number,
  userId: number,
  now: Date,
): Promise<WaitingEntry | null> {
  const [row] = await selectListed(deps.db)
    .where(and(isOf(eventId, userId), isNull(waitingEntries.endedAt)))
    .limit(1)
  return row ? describeEntry(deps, row, now) : null
}

export async function describeEntry(deps: Reading, listed: Listed, now: Date): Promise<WaitingEntry> {
  const [described] = await describeEntries(deps, [listed], now)
  if (!described) throw new AppError('waiting_entry_not_found')
  return described
}

/** Four queries, however many they are. An offer is over at expiresAt, whether or not anything has swept it. */
export async function describeEntries({ db, secrets }: Reading, listed: Listed[], now: Date): Promise<WaitingEntry[]> {
  if (listed.length === 0) return []
  const ids = listed.map(({ entry }) => entry.id)
  const [lastOffers, ranks] = await Promise.all([lastOffersOf(db, ids), ranksOf(db, ids, now)])
  const isOffered = (id: number) => {
    const offer = lastOffers.get(id)
    return offer !== undefined && !offer.endedAt && offer.expiresAt > now
  }
  const limited = listed.filter((one) => one.event.maxPerPerson !== null && openFor(one, now) > 0)
  const booked = await bookedOf(db, limited)

  return listed.map((one) => {
    const { entry, event } = one
    const last = lastOffers.get(entry.id)
    const offer = last && !last.endedAt ? last : null
    // In the last hour nobody rests because of an offer that ended with it.
    const isResting = entry.restingSince ?? (offer && event.startTime.getTime() - now.getTime() > LAST_HOUR)
    const room = (event.maxPerPerson ?? Infinity) - (booked.get(`${entry.userId} ${event.id}`) ?? 0)
    const free = Math.min(openFor(one, now), room)
    return {
      id: entry.id,
      eventId: entry.eventId,
      numberOfTickets: entry.numberOfTickets,
      atLeast: entry.atLeast,
      automatic: entry.automatic,
      state: isOffered(entry.id) ? 'offered' : isResting ? 'resting' : 'waiting',
      ...(ranks.get(entry.id) ?? { place: 1, of: 1 }),
      offer:
        offer && isOffered(entry.id)
          ? { numberOfTickets: offer.seats, expiresAt: offer.expiresAt.toISOString() }
          : null,
      ...(!isOffered(entry.id) && {
        ...(free > 0 && { free }),
        ...(event.bookingClosesAt && { bookingClosesAt: event.bookingClosesAt.toISOString() }),
      }),
      code: drawnCode(secrets, { id: entry.eventId }, entry, 'waiting'),
    }
  })
}
