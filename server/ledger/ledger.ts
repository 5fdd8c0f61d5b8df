// The seats of one event, in memory, while its lock is held: read by open.ts, changed by commands, put in order by
// settle.ts, stored by write.ts.
import type { events } from '../db/schema/events.ts'
import type { ticketReturns } from '../db/schema/tickets.ts'
import type { offers, OFFER_ENDINGS, waitingEntries } from '../db/schema/waiting-list.ts'

/** Made in this transaction, it has no id until it is written. */
type Unwritten<Row extends { id: number }> = Omit<Row, 'id'> & { id: number | null }

export type Offer = Unwritten<typeof offers.$inferSelect>
export type OfferEnding = (typeof OFFER_ENDINGS)[number]

export interface Entry extends Readonly<EntryIdentity>, EntryState {
  /** The open one. */
  offer: Offer | null
}

type EntryRow = typeof waitingEntries.$inferSelect
type EntryIdentity = Pick<EntryRow, 'id' | 'userId' | 'createdAt'>
/** Written by the job that notifies people, without the event's lock (notify-waiting.ts). */
type NotifiedColumn = 'nothingFreeAt' | 'lastPlacesAt' | 'lastPlacesTimes'
export type EntryState = Omit<EntryRow, keyof EntryIdentity | NotifiedColumn | 'eventId' | 'code' | 'idempotencyKey'>

export type Return = Unwritten<typeof ticketReturns.$inferSelect> & {
  /** Added since the last time that the ledger was settled. */
  isFresh: boolean
}

export type LedgerEvent = Pick<
  typeof events.$inferSelect,
  | 'id'
  | 'capacity'
  | 'startTime'
  | 'endTime'
  | 'timeZone'
  | 'status'
  | 'hiddenAt'
  | 'maxPerPerson'
  | 'bookingClosesAt'
  | 'approval'
  | 'confirm'
  | 'admission'
  | 'ballot'
  | 'payBy'
>

/** Booked without asking. */
export interface AutomaticBooking {
  userId: number
  seats: number
}

/** What everybody who waits is notified of, by a job (notify-waiting.ts): a list may be thousands long. */
export interface Broadcast {
  kind: 'last-places' | 'nothing-free'
  /** Those notified after this moment, or who joined after it, are left out. */
  since: Date
}

export interface Ledger {
  event: LedgerEvent
  sold: number
  held: number
  /** Seats in open orders: held until these are paid or given up. Only paid events have any. */
  ordered: number
  /** Seats that anybody could book when the ledger was last settled, less those that were booked since. */
  open: number
  /** As it was read. */
  openBefore: number
  settleAt: Date | null
  /** Something was due when it was opened, and that is stored. */
  isSettled: boolean
  /** Those that have not ended, in order of joining: those with seats held for them, the caller, and the beginning of the line. */
  entries: Entry[]
  /** The whole line was read, or its first portion, as far as this turn. Resting entries are not in line. */
  isWhole: boolean
  readTo: number
  /** Behind the first portion everybody was read who could get some of this many free seats. */
  readFor: number
  /** Somebody waits whose entry was not read. */
  hasOthers: boolean
  /** Somebody lost a place that they did not confirm, and is notified of last places too. */
  hasStandby: boolean
  /** Those that ended in this transaction. */
  ended: Entry[]
  /** Open ones, and those that ended in this transaction. */
  offers: Offer[]
  /** Those that can still be undone, and those that were undone or released in this transaction. */
  returns: Return[]
  bookings: AutomaticBooking[]
  /** Those that were stored in this transaction. */
  booked: (AutomaticBooking & { ticketId: number })[]
  /** Those whose offer has run out. */
  expired: Entry[]
  broadcasts: Broadcast[]
}

/** Places are had by an order alone. */
export const isPaid = ({ payBy }: Pick<LedgerEvent, 'payBy'>) => payBy.length > 0

export const isPending = ({ undoneAt, releasedAt }: Return) => !undoneAt && !releasedAt

export const sumOf = <T>(items: T[], seats: (item: T) => number) => items.reduce((sum, item) => sum + seats(item), 0)

export const offeredSeats = ({ entries }: Ledger) => sumOf(entries, ({ offer }) => offer?.seats ?? 0)

export function endOffer(entry: Entry, ending: OfferEnding, now: Date, ticketId: number | null = null) {
  if (!entry.offer) return
  Object.assign(entry.offer, { ending, endedAt: now, ticketId })
  entry.offer = null
}

export function endEntry(ledger: Ledger, entry: Entry, ending: NonNullable<EntryState['ending']>, now: Date) {
  Object.assign(entry, { ending, endedAt: now, saved: 0 })
  ledger.entries = ledger.entries.filter((other) => other !== entry)
  ledger.ended.push(entry)
}
