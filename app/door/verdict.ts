// What the door says to a code: decided here, from the list that is loaded and what this device has let in since.
import type { ScanResult } from '../../contract/door.ts'
import type { EventStatus } from '../../contract/event-status.ts'
import { moneyText } from '../../contract/money.ts'
import { ownSeats } from '../../contract/own-seats.ts'
import { nameAt, type Entry, type Place } from './guest-list.ts'
import { firstUnsent, admissionOf, isPaidHere, unsentInside, type KeptScan } from './kept-scan.ts'
import type { Reading } from './reading.ts'

export type VerdictKind =
  | 'in'
  | 'choose'
  | 'to-pay'
  | 'unverified'
  | 'already-in'
  | 'other-event'
  | 'returned'
  | 'standby'
  | 'cancelled'
  | 'waiting-list'
  | 'unknown'

export interface Verdict {
  kind: VerdictKind
  name?: string | null
  /** Of this code: the places of the booking that were not sent, or the one of a friend. */
  seats?: number
  inside?: number
  /** Of the same booking, for other codes. */
  others?: { seats: number; inside: number }
  /** Of the whole booking, and not taken yet. */
  toPay?: { amount: number; sum: string; isTransfer: boolean }
  /** When the first of the booking was let in, and by which door. */
  firstAt?: number | null
  door?: string | null
  /** The title of the event that it is for. */
  event?: string
}

export interface Known {
  entry: Entry | undefined
  /** The code is that of one seat of the booking. */
  place?: Place
  /** All places of the booking that are friends'. */
  sent: readonly Place[]
  scans: readonly KeptScan[]
  status: EventStatus
  /** Of this device. */
  door: string
  doorName: (id: number | null) => string | null
  /** Of a paid event. */
  currency?: string
}

/** The verdict for somebody on the list, however they were found. */
export function judgeEntry(entry: Entry, known: Known): Verdict {
  const verdict = known.place ? judgePlace(known.place, entry, known) : judgeBooking(entry, known)
  return withToPay(verdict, entry, known)
}

/** Nobody is let in by a scan alone while their booking is to be paid: the door asks for the money first. */
function withToPay(verdict: Verdict, { toPay, ticketId }: Entry, { scans, currency }: Known): Verdict {
  const isValid = verdict.kind === 'in' || verdict.kind === 'choose' || verdict.kind === 'already-in'
  if (!toPay || !currency || !isValid || isPaidHere(scans, ticketId)) return verdict
  const about = { ...toPay, sum: moneyText(toPay.amount, currency) }
  return { ...verdict, kind: verdict.kind === 'already-in' ? verdict.kind : 'to-pay', toPay: about }
}

const insideOf = ({ inside, hash, ticketId }: Entry, { scans }: Known) =>
  inside + unsentInside(scans, { hash, ticketId })

/** Its own code admits what was not sent to friends. */
function judgeBooking(entry: Entry, known: Known): Verdict {
  const { name, ticketId, hash } = entry
  const { scans, status, door, doorName } = known
  if (status === 'cancelled') return { kind: 'cancelled', name }
  const letIn = unsentInside(scans, { hash, ticketId })
  if (entry.standby && entry.standby.seats > letIn && entry.seats <= known.sent.length)
    return { kind: 'standby', name, seats: entry.standby.seats - letIn, inside: 0 }
  if (entry.seats === 0 && entry.standby)
    return { kind: 'already-in', name, seats: letIn, inside: letIn, firstAt: null, door }
  if (entry.seats === 0) return { kind: 'returned', name }
  const sent = known.sent.map(({ state, hash: of }) => ({ usedAt: state === 'in' || admissionOf(scans, of) }))
  const inside = insideOf(entry, known)
  const own = ownSeats({ numberOfTickets: entry.seats, admitted: inside, sent })
  const others = sent.length > 0 ? { seats: entry.seats - own.seats, inside: inside - own.admitted } : undefined
  const about = { name, seats: own.seats, inside: own.admitted, ...(others && { others }) }
  if (own.free <= 0 || inside >= entry.seats) {
    const first = entry.firstAt === null ? firstUnsent(scans, { hash, ticketId }) : undefined
    const when = first ? { firstAt: first.at, door } : { firstAt: entry.firstAt, door: doorName(entry.doorId) }
    return { ...about, kind: 'already-in', ...when }
  }
  return { ...about, kind: own.free > 1 ? 'choose' : 'in' }
}

/** One seat, once, while the booking has any; whether this device or another has let it in. */
function judgePlace(place: Place, entry: Entry, known: Known): Verdict {
  const name = nameAt(entry, place)
  if (known.status === 'cancelled') return { kind: 'cancelled', name }
  if (entry.seats === 0 || place.state === 'taken-back') return { kind: 'returned', name }
  const own = admissionOf(known.scans, place.hash)
  if (own) return { kind: 'already-in', name, seats: 1, inside: 1, firstAt: own.at, door: known.door }
  const inside = insideOf(entry, known)
  if (place.state === 'in' || inside >= entry.seats)
    return { kind: 'already-in', name, seats: 1, inside: 1, firstAt: null, door: null }
  return { kind: 'in', name, seats: 1, inside: 0, others: { seats: entry.seats - 1, inside } }
}

export function judge(reading: Reading | null, known: Known): Verdict {
  // An altered code is unknown, even if its beginning is on the list.
  if (!reading || reading.authentication === 'wrong') return { kind: 'unknown' }
  const isAuthentic = reading.authentication === 'right'
  if (reading.kind === 'waiting') return { kind: isAuthentic ? 'waiting-list' : 'unknown' }
  if (known.entry) return judgeEntry(known.entry, known)
  if (!isAuthentic) return { kind: 'unknown' }
  if (known.status === 'cancelled') return { kind: 'cancelled' }
  const own = firstUnsent(known.scans, reading)
  const inside = unsentInside(known.scans, reading)
  if (own && inside > 0) return { kind: 'already-in', inside, firstAt: own.at, door: known.door }
  // Booked after the list was loaded.
  return { kind: 'unverified', inside: 0 }
}

/** The server's result of a scan as a verdict. */
export function verdictOf(result: ScanResult, shown: Verdict): Verdict {
  const { verdict, total, seats, firstAt, door, event } = result
  const { others = { seats: 0, inside: 0 } } = shown
  const about = {
    name: shown.name,
    others: shown.others,
    seats: Math.max(0, seats - others.seats),
    inside: Math.max(0, total - others.inside),
  }
  const first = { firstAt: firstAt === undefined ? null : Date.parse(firstAt), door: door ?? null }
  if (verdict === 'admitted') return { ...about, kind: 'in' }
  if (verdict === 'already-in') return { ...about, ...first, kind: 'already-in' }
  return { name: shown.name, kind: verdict, ...(event && { event }) }
}
