import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import { TICKETS_PER_BOOKING } from '../../contract/limits.ts'
import type { Db, Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { ticketReturns } from '../db/schema/tickets.ts'
import { orders } from '../db/schema/orders.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import { isOffering } from './bookable.ts'
import { isPaid, isPending, sumOf, type Entry, type Ledger, type Offer, type Return } from './ledger.ts'
import { SAVED_AFTER } from './settle.ts'
import { markClean } from './dirty-rows.ts'

export const eventColumns = {
  id: events.id,
  capacity: events.capacity,
  startTime: events.startTime,
  endTime: events.endTime,
  timeZone: events.timeZone,
  status: events.status,
  hiddenAt: events.hiddenAt,
  maxPerPerson: events.maxPerPerson,
  bookingClosesAt: events.bookingClosesAt,
  approval: events.approval,
  confirm: events.confirm,
  admission: events.admission,
  ballot: events.ballot,
  payBy: events.payBy,
  sold: events.ticketsSold,
  held: events.held,
  settleAt: events.settleAt,
}

/** What the rule needs of an entry: a list may be thousands long, and the event is locked while it is read. */
export const entryColumns = {
  id: waitingEntries.id,
  userId: waitingEntries.userId,
  createdAt: waitingEntries.createdAt,
  numberOfTickets: waitingEntries.numberOfTickets,
  atLeast: waitingEntries.atLeast,
  automatic: waitingEntries.automatic,
  turn: waitingEntries.turn,
  passedOver: waitingEntries.passedOver,
  firstPassedAt: waitingEntries.firstPassedAt,
  saved: waitingEntries.saved,
  restingSince: waitingEntries.restingSince,
  endedAt: waitingEntries.endedAt,
  ending: waitingEntries.ending,
}

/**
 * Locks the event, then reads its seats. Only as much of a long waiting list is read as there are seats for: thousands may
 * join within a minute. `userId`: this person's entry is read in any case.
 */
export async function openLedger(tx: Tx, eventId: number, now: Date, userId?: number): Promise<Ledger> {
  await tx.execute(sql`select lock_event(${eventId})`)
  // Separate statements: they see what others have committed while we waited for the lock.
  const [found] = await tx.select(eventColumns).from(events).where(eq(events.id, eventId))
  if (!found) throw new AppError('event_not_found')
  const { sold, held, settleAt, ...event } = found
  const openOffers = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.eventId, eventId), isNull(offers.endedAt)))
  const pending = await tx
    .select()
    .from(ticketReturns)
    .where(and(eq(ticketReturns.eventId, eventId), isNull(ticketReturns.undoneAt), isNull(ticketReturns.releasedAt)))
    .orderBy(asc(ticketReturns.id))
  const ledger: Ledger = {
    event,
    sold,
    held,
    ordered: isPaid(event) ? await countOrdered(tx, eventId) : 0,
    open: event.capacity - sold - held,
    openBefore: event.capacity - sold - held,
    settleAt,
    isSettled: false,
    entries: [],
    isWhole: false,
    readTo: 0,
    readFor: 0,
    hasOthers: false,
    hasStandby: event.confirm && (await hasStandby(tx, eventId)),
    ended: [],
    offers: openOffers.map(markClean),
    returns: pending.map((row) => markClean({ ...row, isFresh: false })),
    bookings: [],
    booked: [],
    expired: [],
    broadcasts: [],
  }
  await readSome(tx, ledger, userId)
  await completeEntries(tx, ledger, now)
  ledger.hasOthers = await hasUnread(tx, ledger)
  return ledger
}

/** Seats in open orders. */
async function countOrdered(tx: Tx, eventId: number): Promise<number> {
  const [row] = await tx
    .select({ seats: sql<number>`coalesce(sum(${orders.seats}), 0)::int` })
    .from(orders)
    .where(and(eq(orders.eventId, eventId), eq(orders.state, 'open')))
  return row?.seats ?? 0
}

const hasStandby = async (tx: Tx, eventId: number) =>
  (
    await tx
      .select({ id: ticketReturns.id })
      .from(ticketReturns)
      .where(
        and(eq(ticketReturns.eventId, eventId), eq(ticketReturns.by, 'unconfirmed'), isNull(ticketReturns.undoneAt)),
      )
      .limit(1)
  ).length > 0

/**
 * Reads more of the waiting list, if there is now a reason to. Keeps those that are there as they are. However long the list
 * is, this is its first portion, and behind that only those who could get some of the free seats.
 */
export async function completeEntries(tx: Tx, ledger: Ledger, now: Date): Promise<void> {
  if (ledger.isWhole || !isOffering(ledger.event, now)) return
  const wentToAll = (one: Return) => isPending(one) && one.undoUntil <= now && one.held < one.seats && !one.isFresh
  const free = freeSeats(ledger, now)
  if (free <= 0 && !ledger.returns.some(wentToAll)) return
  if (ledger.readTo === 0) await readFirst(tx, ledger)
  const saving = ledger.entries.findLast(({ saved }) => saved > 0)
  if (ledger.isWhole || free <= ledger.readFor || (!saving && isEnough(ledger, free, now))) return
  await readFitting(tx, ledger, now, ledger.readTo, free)
  // What is saved up is not for those in front of the group, and may be more than the group still wants.
  if (saving && saving.turn > ledger.readTo) await readFitting(tx, ledger, now, saving.turn, free)
  ledger.readFor = free
}

/** An offer that is over gives seats, whether or not anything has swept it. */
const freeSeats = ({ event, sold, ordered, offers: all }: Ledger, now: Date) =>
  event.capacity -
  sold -
  ordered -
  sumOf(all, ({ seats, endedAt, expiresAt }) => (endedAt || expiresAt <= now ? 0 : seats))

/** Whether those behind the first portion can get nothing: as many in it take a single seat as there are seats. */
function isEnough({ entries, readTo }: Ledger, free: number, now: Date): boolean {
  const takesOne = ({ turn, restingSince, offer, atLeast, numberOfTickets }: Entry) =>
    turn <= readTo && !restingSince && (offer ? offer.expiresAt > now && offer.seats < numberOfTickets : atLeast === 1)
  return entries.filter(takesOne).length >= free
}

/** Few lists are longer, and few seats become free at once. */
const PORTION = 200

const isOpen = (ledger: Ledger) => and(eq(waitingEntries.eventId, ledger.event.id), isNull(waitingEntries.endedAt))

/** Who rests is not in line. */
async function readFirst(tx: Tx, ledger: Ledger): Promise<void> {
  const rows = await tx
    .select(entryColumns)
    .from(waitingEntries)
    .where(and(isOpen(ledger), isNull(waitingEntries.restingSince)))
    .orderBy(asc(waitingEntries.turn))
    .limit(PORTION)
  addEntries(ledger, rows)
  ledger.readTo = rows.at(-1)?.turn ?? 0
  ledger.isWhole = rows.length < PORTION
}

/**
 * Of those behind this turn: for each number of seats that somebody takes at least, the first ones, no more than there are
 * seats; and the first that seats might be saved up for. The others can get nothing.
 */
async function readFitting(tx: Tx, ledger: Ledger, now: Date, after: number, free: number): Promise<void> {
  // Those that are known already may be among the first.
  const most = free + [...ledger.entries, ...ledger.ended].filter(({ turn }) => turn > after).length
  const first = (condition: SQL) => sql`(select w.id from waiting_entries w
    where w.event_id = ${ledger.event.id} and w.ended_at is null and w.resting_since is null and w.turn > ${after}
      and ${condition} order by w.turn limit ${most})`
  const isSavedFor = sql`(w.passed_over >= ${SAVED_AFTER.times}
    or w.first_passed_at <= ${new Date(now.getTime() - SAVED_AFTER.ms)})`
  const fitting = [...Array(Math.min(free, TICKETS_PER_BOOKING.max)).keys()].map((n) =>
    first(sql`w.at_least = ${n + 1}`),
  )
  const ids = sql.join([...fitting, first(isSavedFor)], sql` union `)
  addEntries(
    ledger,
    await tx
      .select(entryColumns)
      .from(waitingEntries)
      .where(sql`${waitingEntries.id} in (${ids})`),
  )
}

function addEntries(ledger: Ledger, rows: Omit<Entry, 'offer'>[]) {
  const known = new Set([...ledger.entries, ...ledger.ended].map(({ id }) => id))
  const offerOf = new Map(ledger.offers.filter(({ endedAt }) => !endedAt).map((offer) => [offer.entryId, offer]))
  for (const row of rows) if (!known.has(row.id)) ledger.entries.push(entryOf(row, offerOf.get(row.id) ?? null))
  ledger.entries.sort((a, b) => a.turn - b.turn)
}

/** Those with seats held for them, and the caller. */
async function readSome(tx: Tx, ledger: Ledger, userId?: number): Promise<void> {
  const { offers: open, returns, held, ordered } = ledger
  const isSaving = held - ordered > sumOf(open, ({ seats }) => seats) + sumOf(returns, (one) => one.held)
  const some = or(
    inArray(
      waitingEntries.id,
      open.map(({ entryId }) => entryId),
    ),
    userId === undefined ? undefined : eq(waitingEntries.userId, userId),
    isSaving ? gt(waitingEntries.saved, 0) : undefined,
  )
  addEntries(
    ledger,
    await tx
      .select(entryColumns)
      .from(waitingEntries)
      .where(and(isOpen(ledger), some)),
  )
}

/** So many cannot all end at once. */
const MANY = 50

async function hasUnread(tx: Tx, ledger: Ledger): Promise<boolean> {
  const read = ledger.entries.map(({ id }) => id)
  if (read.length > MANY) return true
  const others = tx.select({ id: waitingEntries.id }).from(waitingEntries)
  return (await others.where(and(isOpen(ledger), notInArray(waitingEntries.id, read))).limit(1)).length > 0
}

export const entryOf = (row: Omit<Entry, 'offer'>, offer: Offer | null): Entry => markClean({ ...row, offer })

/** This person's newest, also when it has ended. */
export async function findLastEntry(
  db: Db | Tx,
  eventId: number,
  userId: number,
): Promise<typeof waitingEntries.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(waitingEntries)
    .where(and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.userId, userId)))
    .orderBy(desc(waitingEntries.id))
    .limit(1)
  return row ?? null
}
