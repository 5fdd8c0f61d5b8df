// The one rule of who gets the seats of an event (docs/decisions/140). It is run after every change and at every moment at
// which something is due; run twice it changes nothing more. No clock but the one that is passed in.
import { HOUR } from '../../contract/durations.ts'
import { isPublic } from '../../contract/event-status.ts'
import { allocate, type AllocationOptions } from './allocate.ts'
import { LAST_HOUR, offersUntil, SAVED_UNTIL, timesOf } from './answer-times.ts'
import { isOffering, isTimeOf, nothingFreeFrom } from './bookable.ts'
import { dueAt } from './due.ts'
import { endEntry, endOffer, isPaid, isPending, offeredSeats, sumOf, type Entry, type Ledger } from './ledger.ts'

const AUTOMATIC_UNTIL = 24 * HOUR
export const SAVED_AFTER = { times: 2, ms: 48 * HOUR }

const isWaiting = ({ restingSince }: Entry) => !restingSince

export function settle(ledger: Ledger, now: Date): void {
  const { event } = ledger
  const toStart = event.startTime.getTime() - now.getTime()
  const offersSeats = isOffering(event, now)

  endOffers(ledger, now, offersSeats)
  const { pending, wentToAll } = releaseReturns(ledger, now)
  // Of those given back a moment ago: seats that anybody could book, because nobody waiting could take them.
  const openPending = Math.min(
    sumOf(pending, (one) => (one.isFresh ? 0 : one.seats - one.held)),
    Math.max(0, ledger.open),
  )
  const canBeUndone = openPending + sumOf(pending, (one) => (one.isFresh ? one.seats : one.held))
  const seats = event.capacity - ledger.sold - ledger.ordered - offeredSeats(ledger) - canBeUndone
  const options = { open: Math.max(0, ledger.open - openPending), isSavedFor: savedFor(now, toStart) }

  const free = { seats, canBeUndone, openPending, wentToAll }
  const heldPending = offersSeats ? makeOffers(ledger, now, free, options) : holdNothing(ledger)
  let toHold = heldPending
  for (const one of pending) {
    one.held = Math.min(toHold, one.seats)
    one.isFresh = false
    toHold -= one.held
  }
  const openBefore = ledger.open
  const inUse = offeredSeats(ledger) + sumOf(ledger.entries, ({ saved }) => saved) + heldPending + ledger.ordered
  ledger.held = event.ballot === 'running' ? event.capacity - ledger.sold : inUse
  ledger.open = event.capacity - ledger.sold - ledger.held
  broadcastToWaiting(ledger, now, openBefore)
  ledger.settleAt = dueAt(ledger, now)
}

/**
 * An offer is over at expiresAt, and its entry rests. An event that offers nothing takes its offers back: so does the last
 * hour, in which everybody on the list is notified of the seats.
 */
function endOffers({ event, entries, expired }: Ledger, now: Date, offersSeats: boolean) {
  const last = offersUntil(event)
  const canRunOut = isPublic(event) && event.startTime.getTime() - now.getTime() > LAST_HOUR
  for (const entry of entries) {
    if (!entry.offer) continue
    // The event may begin, or close, earlier than it did when the offer was made.
    if (entry.offer.expiresAt > last) entry.offer.expiresAt = last
    if (entry.offer.expiresAt <= now && canRunOut) {
      endOffer(entry, 'expired', now)
      entry.restingSince = now
      expired.push(entry)
    } else if (!offersSeats) endOffer(entry, 'withdrawn', now)
  }
}

/**
 * Seats are offered on when giving them back cannot be undone any more. Returns those that still can, and since when seats
 * have been open to everybody that nobody waiting could take: only now is it certain that they were given up.
 */
function releaseReturns({ returns }: Ledger, now: Date) {
  let wentToAll: Date | null = null
  for (const one of returns.filter(isPending)) {
    if (one.undoUntil > now) continue
    if (one.held < one.seats && !one.isFresh) wentToAll = one.returnedAt
    Object.assign(one, { releasedAt: now, held: 0 })
  }
  return { pending: returns.filter(isPending), wentToAll }
}

const savedFor = (now: Date, toStart: number) => (entry: Entry) => {
  const { passedOver, firstPassedAt } = entry
  const isLongAgo = firstPassedAt !== null && now.getTime() - firstPassedAt.getTime() >= SAVED_AFTER.ms
  return toStart > SAVED_UNTIL && (passedOver >= SAVED_AFTER.times || isLongAgo)
}

function holdNothing({ entries }: Ledger): number {
  for (const entry of entries) entry.saved = 0
  return 0
}

interface Free {
  seats: number
  /** Seats whose return can still be undone. */
  canBeUndone: number
  /** Of these, open to everybody. */
  openPending: number
  wentToAll: Date | null
}

/** Returns how many undoable seats are held. */
function makeOffers(ledger: Ledger, now: Date, free: Free, options: AllocationOptions): number {
  const { seats, canBeUndone, openPending, wentToAll } = free
  const savedBefore = sumOf(ledger.entries, (entry) => entry.saved)
  const { given, saved, passed, left } = allocate(seats, ledger.entries.filter(isWaiting), options)
  const savedNow = saved?.seats ?? 0
  for (const entry of ledger.entries) entry.saved = entry === saved?.entry ? savedNow : 0
  for (const one of given) give(ledger, one.entry, one.seats, now)

  const served = [...given.map(({ entry }) => entry.turn), saved && savedNow > savedBefore ? saved.entry.turn : 0]
  const lastServed = Math.max(...served)
  const wasPassed = new Set(passed)
  const isPassedOver = (entry: Entry) =>
    (wasPassed.has(entry) && (left > options.open || entry.turn < lastServed)) ||
    (wentToAll !== null && !entry.offer && entry.createdAt <= wentToAll)
  // Counted near the front of a long line only: thousands of rows would be written while the event is locked.
  const isCounted = (entry: Entry) => isWaiting(entry) && (ledger.isWhole || entry.turn <= ledger.readTo)
  for (const entry of ledger.entries.filter(isCounted)) if (isPassedOver(entry)) passOver(entry, now)

  // Who would get the undoable seats if they were free now?
  const all = savedNow + left + canBeUndone
  const next = allocate(all, ledger.entries.filter(isWaiting), { ...options, open: left + openPending })
  return Math.max(0, Math.min(canBeUndone, all - next.left - savedNow))
}

function passOver(entry: Entry, now: Date) {
  entry.passedOver++
  entry.firstPassedAt ??= now
}

function give(ledger: Ledger, entry: Entry, seats: number, now: Date) {
  const { event } = ledger
  Object.assign(entry, { passedOver: 0, firstPassedAt: null })
  if (entry.automatic && !isPaid(event) && event.startTime.getTime() - now.getTime() > AUTOMATIC_UNTIL) {
    const offered = entry.offer?.seats ?? 0
    endOffer(entry, 'replaced', now)
    ledger.bookings.push({ userId: entry.userId, seats: offered + seats })
    ledger.sold += offered + seats
    fulfil(ledger, entry, offered + seats, now)
    return
  }
  const offer = {
    id: null,
    entryId: entry.id,
    eventId: event.id,
    seats: seats + (entry.offer?.seats ?? 0),
    madeAt: now,
    ...timesOf(now, event),
    endedAt: null,
    ending: null,
    ticketId: null,
  }
  endOffer(entry, 'replaced', now)
  entry.offer = offer
  ledger.offers.push(offer)
}

/** Seats were booked for an entry. It keeps waiting for the rest, at its turn, and then takes any seat; a resting entry keeps resting. */
export function fulfil(ledger: Ledger, entry: Entry, seats: number, now: Date) {
  const rest = entry.numberOfTickets - seats
  if (rest <= 0) endEntry(ledger, entry, 'booked', now)
  else Object.assign(entry, { numberOfTickets: rest, atLeast: 1 })
}

/**
 * Two hours before the start, or when booking closes if that is earlier: nothing has become free. In the last hour: there are
 * places, the first tap wins. The job that notifies them finds whom it concerns.
 */
function broadcastToWaiting(ledger: Ledger, now: Date, openBefore: number) {
  const { entries, hasOthers, hasStandby, broadcasts, event, open } = ledger
  const isWaitedFor = entries.length > 0 || hasOthers
  if (!isWaitedFor && !hasStandby) return
  if (isWaitedFor && isTimeOf['nothing-free'](event, now))
    broadcasts.push({ kind: 'nothing-free', since: nothingFreeFrom(event) })
  if (open > 0 && isTimeOf['last-places'](event, now)) {
    // Places that were free before are news only to people not yet notified in this hour.
    const since = openBefore > 0 ? new Date(event.startTime.getTime() - LAST_HOUR) : now
    broadcasts.push({ kind: 'last-places', since })
  }
}
