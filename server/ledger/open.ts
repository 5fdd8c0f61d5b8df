import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { ticketReturns } from '../db/schema/tickets.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import type { Entry, Ledger, Offer } from './ledger.ts'
import { noteStored } from './stored.ts'

const eventColumns = {
  id: events.id,
  capacity: events.capacity,
  startTime: events.startTime,
  endTime: events.endTime,
  timeZone: events.timeZone,
  status: events.status,
  hiddenAt: events.hiddenAt,
  maxPerPerson: events.maxPerPerson,
  bookingClosesAt: events.bookingClosesAt,
  sold: events.ticketsSold,
  held: events.held,
  settleAt: events.settleAt,
}

/**
 * Locks the event, then reads its seats. A long waiting list is read only when there are seats for it or something is
 * due: thousands may join within a minute. `userId`: this person's entry is read in any case.
 */
export async function openLedger(tx: Tx, eventId: number, now: Date, userId?: number): Promise<Ledger> {
  await tx.execute(sql`select lock_event(${eventId})`)
  // Statements of their own: they see what others have committed while we waited for the lock.
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
    open: event.capacity - sold - held,
    settleAt,
    entries: [],
    isWhole: false,
    ended: [],
    offers: openOffers.map(noteStored),
    returns: pending.map((row) => noteStored({ ...row, isFresh: false })),
    bookings: [],
    booked: [],
    notices: [],
  }
  await readEntries(tx, ledger, now, userId)
  return ledger
}

/** Reads the rest of the waiting list, if there is now a reason to. Keeps those that are there as they are. */
export async function completeEntries(tx: Tx, ledger: Ledger, now: Date): Promise<void> {
  if (!ledger.isWhole && isNeededWhole(ledger, now)) await readEntries(tx, ledger, now)
}

const isNeededWhole = ({ event, sold, offers: open, settleAt }: Ledger, now: Date) =>
  event.capacity - sold > open.reduce((sum, { seats, endedAt }) => sum + (endedAt ? 0 : seats), 0) ||
  (settleAt !== null && settleAt <= now)

async function readEntries(tx: Tx, ledger: Ledger, now: Date, userId?: number): Promise<void> {
  ledger.isWhole = isNeededWhole(ledger, now)
  const withOffer = ledger.offers.map(({ entryId }) => entryId)
  const some = or(
    inArray(waitingEntries.id, withOffer),
    userId === undefined ? undefined : eq(waitingEntries.userId, userId),
  )
  const isOpen = and(eq(waitingEntries.eventId, ledger.event.id), isNull(waitingEntries.endedAt))
  const rows = await tx
    .select()
    .from(waitingEntries)
    .where(and(isOpen, ledger.isWhole ? undefined : some))
    .orderBy(asc(waitingEntries.turn))
  const known = new Map([...ledger.entries, ...ledger.ended].map((entry) => [entry.id, entry]))
  const offerOf = new Map(ledger.offers.filter(({ endedAt }) => !endedAt).map((offer) => [offer.entryId, offer]))
  ledger.entries = rows
    .map((row) => known.get(row.id) ?? entryOf(row, offerOf.get(row.id) ?? null))
    .filter(({ endedAt }) => !endedAt)
    .sort((a, b) => a.turn - b.turn)
}

export function entryOf(row: typeof waitingEntries.$inferSelect, offer: Offer | null): Entry {
  const { eventId: _, idempotencyKey: __, ...entry } = row
  return noteStored({ ...entry, offer })
}
