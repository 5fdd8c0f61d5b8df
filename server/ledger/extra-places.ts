// Extra places: more bookings than the room has seats, as long as the forecast is as sure as the organiser wants that somebody
// who comes with one gets in. docs/product/seats.md#extra-places is the rule.
import { eq, sql } from 'drizzle-orm'
import { DAY } from '../../contract/durations.ts'
import { TURNOUT_CHANCES } from '../../contract/insights.ts'
import { EXTRA_PLACES_FROM, type Sureness } from '../../contract/extra-places.ts'
import { events } from '../db/schema/events.ts'
import type { Db, Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/job.ts'
import { openOnly } from '../db/schema/event-status.ts'
import { LAST_HOUR } from './answer-times.ts'
import { CONFIRMING } from './confirming.ts'
import { inLedger, type LedgerChange } from './in-ledger.ts'
import {
  countFirm,
  countGivenBack,
  countPast,
  countRoomGroups,
  type GivenBack,
  type RoomGroup,
} from './turnout-counts.ts'
import { asRate, outlookOf, sumUp, weightOf, type Outlook, type Past } from './turnout.ts'

/**
 * Of those who come with a booking, so many may find no seat, on average; and how many standard deviations above the mean nobody
 * does: at 24 of 25 events, or at 99 of 100. The first decides for a room of ten, the second for one of a hundred.
 */
const RISKS: Record<Sureness, { turnedAway: number; reach: number }> = {
  '99': { turnedAway: 0.01, reach: 1.7507 },
  '99.9': { turnedAway: 0.001, reach: 2.326 },
}
/** Whatever the past says: nobody books twice the room. */
const MOST_TIMES = 2

export interface Room {
  roomSize: number
  sureness: Sureness
  startTime: Date
  confirm: boolean
}

export interface Known {
  groups: RoomGroup[]
  past: Past
  /** Of the organiser's events that asked people to confirm: bookings, and as came those that would not be released. */
  firm: Past
  givenBack: GivenBack
}

interface Sum {
  mean: number
  variance: number
}

const isSafe = (sum: Sum, { roomSize, sureness }: Room) =>
  sum.mean + RISKS[sureness].reach * Math.sqrt(sum.variance) <= roomSize &&
  turnedAway(sum, roomSize) <= RISKS[sureness].turnedAway

/** Of those who come, the share that is expected to find the room full, if how many come is normally distributed. */
function turnedAway({ mean, variance }: Sum, seats: number): number {
  if (mean <= 0) return 0
  const deviation = Math.sqrt(variance)
  if (deviation === 0) return Math.max(0, mean - seats) / mean
  const reach = (seats - mean) / deviation
  const density = Math.exp(-(reach ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return (deviation * (density - reach * beyond(reach, density))) / mean
}

/** The chance of more than `reach` standard deviations (Abramowitz and Stegun 26.2.17, wrong by less than 1e-7). */
function beyond(reach: number, density: number): number {
  if (reach < 0) return 1 - beyond(-reach, density)
  const t = 1 / (1 + 0.2316419 * reach)
  return density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
}

/**
 * Of those expected, as many as keep their places until the start: whether a booking is given back is as uncertain as whether its
 * guests come, and the share is known from earlier events only.
 */
function afterReturns({ mean, variance }: Sum, { bookings, seats, givenBack }: GivenBack, groupSize: number): Sum {
  if (givenBack === 0) return { mean, variance }
  const seen = givenBack / seats
  const weight = weightOf(bookings)
  const kept = 1 - seen * weight
  const doubt = (weight ** 2 * seen * (1 - seen) * groupSize) / seats
  return {
    mean: kept * mean,
    variance: kept ** 2 * variance + mean * groupSize * kept * (1 - kept) + mean ** 2 * doubt,
  }
}

const isSoon = ({ startTime }: Room, now: Date) => startTime.getTime() - now.getTime() <= DAY

/** How certain an additional booking is to come. */
function chanceOfNew({ startTime }: Room, outlook: Outlook, firm: number | null, now: Date): number {
  const toStart = startTime.getTime() - now.getTime()
  // Who books in the last hour is on the way.
  if (toStart <= LAST_HOUR) return 1
  if (toStart <= CONFIRMING.askedBeforeMs) return Math.max(TURNOUT_CHANCES.late, outlook.chanceOf('late'))
  return firm ?? outlook.overall?.rate ?? 1
}

/**
 * How many more seats can be booked, beside those that are sold and held. Where people are asked to confirm, those who say nothing
 * can be put on standby: until then only who will confirm counts, and all together may be as many as will probably fill the room.
 */
export function moreThatFit(
  room: Room,
  { groups, past, firm, givenBack }: Known,
  { sold, held }: { sold: number; held: number },
  now: Date,
) {
  const least = Math.max(0, room.roomSize - sold - held)
  const outlook = outlookOf(past, isSoon(room, now))
  if (new Set(past.map(({ eventId }) => eventId)).size < EXTRA_PLACES_FROM || !outlook.overall) return least
  const silence = room.confirm && firm.length >= EXTRA_PLACES_FROM ? asRate(firm) : null
  const canAsk = silence !== null && !isSoon(room, now)
  const certain = groups.filter(({ isPending }) => !canAsk || !isPending)
  const pending = canAsk ? groups.filter(({ isPending }) => isPending) : []
  const present = sumUp(certain, outlook)
  const seatsOf = (some: RoomGroup[]) => some.reduce((sum, { seats, bookings }) => sum + seats * bookings, 0)
  const squaresOf = (some: RoomGroup[]) => some.reduce((sum, { seats, bookings }) => sum + seats ** 2 * bookings, 0)
  const groupSize = past.reduce((sum, one) => sum + one.squares, 0) / past.reduce((sum, one) => sum + one.seats, 0)
  const asked = seatsOf(pending)
  const base: Sum = {
    mean: present.mean + asked * (silence?.rate ?? 0),
    variance: present.variance + squaresOf(pending) * (silence ? silence.rate * (1 - silence.rate) : 0),
  }
  const chance = chanceOfNew(room, outlook, canAsk ? silence.rate : null, now)
  const isEarly = room.startTime.getTime() - now.getTime() > CONFIRMING.askedBeforeMs
  const doubt = canAsk ? silence.variance + silence.spread : outlook.overall.variance + outlook.spread
  const keep = (sum: Sum) => (isEarly ? afterReturns(sum, givenBack, groupSize) : sum)
  const fits = (more: number) => {
    const added = held + more
    const unknown = (canAsk ? asked : 0) + (isEarly ? added : 0)
    const mean = base.mean + added * chance
    const variance = base.variance + added * groupSize * chance * (1 - chance) + unknown ** 2 * doubt
    if (!isSafe(keep({ mean, variance }), room)) return false
    // Of those on standby nearly all are to find a seat as well.
    return !canAsk || keep({ mean: (sold + added) * (outlook.overall?.rate ?? 1), variance: 0 }).mean <= room.roomSize
  }
  let [most, over] = [least, Math.max(least, room.roomSize * MOST_TIMES - sold - held) + 1]
  while (over - most > 1) {
    const half = Math.floor((most + over) / 2)
    if (fits(half)) most = half
    else over = half
  }
  return most
}

/** How many seats of those who said nothing are too many, a day before the start. As many bookings as the room has seats are none. */
export function tooManySilent(
  room: Room,
  { groups, past }: Pick<Known, 'groups' | 'past'>,
  { sold, held }: { sold: number; held: number },
): number {
  const outlook = outlookOf(past, true)
  const { mean, variance } = sumUp(groups, outlook)
  const silent = groups.filter(({ isPending }) => isPending)
  const seats = silent.reduce((sum, one) => sum + one.seats * one.bookings, 0)
  if (seats === 0) return 0
  const own = sumUp(silent, { ...outlook, doubtOf: () => 0, spread: 0 })
  const most = Math.min(seats, Math.max(0, sold + held - room.roomSize))
  for (let some = 0; some < most; some++) {
    const share = some / seats
    const left = {
      mean: mean - share * own.mean + held * TURNOUT_CHANCES.late,
      variance: variance - share * own.variance,
    }
    if (isSafe(left, room)) return some
  }
  return most
}

const roomColumns = {
  id: events.id,
  creatorId: events.creatorId,
  roomSize: events.roomSize,
  sureness: events.sureness,
  startTime: events.startTime,
  confirm: events.confirm,
  capacity: events.capacity,
  sold: events.ticketsSold,
  held: events.held,
}

async function findRoom(db: Db | Tx, eventId: number) {
  const [row] = await db.select(roomColumns).from(events).where(eq(events.id, eventId))
  return row && row.roomSize !== null ? { ...row, roomSize: row.roomSize } : null
}

type FoundRoom = NonNullable<Awaited<ReturnType<typeof findRoom>>>

const findKnown = async (db: Db | Tx, room: FoundRoom, now: Date): Promise<Known> => ({
  groups: await countRoomGroups(db, room, now),
  past: await countPast(db, room.creatorId, now),
  firm: room.confirm ? await countFirm(db, room.creatorId, now) : [],
  givenBack: await countGivenBack(db, room, now),
})

/** Under the event's lock. */
export async function fitRoom(change: LedgerChange): Promise<void> {
  const { tx, ledger, now } = change
  const room = await findRoom(tx, ledger.event.id)
  if (!room || room.startTime <= now) return
  const { sold, held } = ledger
  await setCapacity(change, sold + held + moreThatFit(room, await findKnown(tx, room, now), ledger, now))
}

/** Seats that are sold or held stay. */
export async function setCapacity({ tx, ledger }: LedgerChange, seats: number): Promise<void> {
  const { sold, held } = ledger
  const capacity = Math.max(seats, sold + held)
  if (capacity === ledger.event.capacity) return
  // With what was sold or released before in this change: the constraint is on all three.
  await tx.update(events).set({ capacity, ticketsSold: sold, held }).where(eq(events.id, ledger.event.id))
  ledger.event = { ...ledger.event, capacity }
}

/** Of the places that nobody confirmed, how many seats are too many for the room. */
export async function seatsTooMany({ tx, ledger, now }: LedgerChange): Promise<number> {
  const room = await findRoom(tx, ledger.event.id)
  if (!room || ledger.sold + ledger.held <= room.roomSize) return 0
  return tooManySilent(room, await findKnown(tx, room, now), ledger)
}

const EVENTS_AT_ONCE = 200
const AHEAD = 90 * DAY

/** Events are looked at without their lock, and locked if something is to change. May run twice. */
export async function fitRooms(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = deps.clock()
  const { rows } = await deps.db.execute<{ id: number }>(sql`
    select e.id from events e where e.room_size is not null and ${openOnly('e')} and e.admission = 'book'
      and e.start_time > ${now} and e.start_time < ${new Date(now.getTime() + AHEAD)}
    order by e.start_time, e.id limit ${EVENTS_AT_ONCE}`)
  let changed = 0
  for (const { id } of rows) {
    lease.check()
    if (await fitRoomOf(deps, id)) changed++
  }
  return changed
}

export async function fitRoomOf(deps: Deps, eventId: number): Promise<boolean> {
  const now = deps.clock()
  const room = await findRoom(deps.db, eventId)
  if (!room) return false
  const more = moreThatFit(room, await findKnown(deps.db, room, now), room, now)
  if (room.sold + room.held + more === room.capacity) return false
  await inLedger(deps, eventId, fitRoom)
  return true
}
