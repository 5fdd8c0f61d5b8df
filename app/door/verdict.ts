// What the door says to a code: decided here, from the list that is loaded and what this device has let in since.
import type { ScanResult } from '../../contract/door.ts'
import type { EventStatus } from '../../contract/event-status.ts'
import type { Entry, Place } from './guest-list.ts'
import { firstUnsent, admissionOf, unsentInside, type KeptScan } from './kept-scan.ts'
import type { Reading } from './reading.ts'

export type VerdictKind =
  'in' | 'choose' | 'unverified' | 'already-in' | 'other-event' | 'returned' | 'cancelled' | 'waiting-list' | 'unknown'

export interface Verdict {
  kind: VerdictKind
  name?: string | null
  seats?: number
  inside?: number
  /** When the first of the booking was let in, and by which door. */
  firstAt?: number | null
  door?: string | null
}

export interface Known {
  entry: Entry | undefined
  /** The code is that of one seat of the booking. */
  place?: Place
  scans: readonly KeptScan[]
  status: EventStatus
  /** Of this device. */
  door: string
  doorName: (id: number | null) => string | null
}

/** What somebody on the list may be told, however they were found. */
export function judgeEntry(entry: Entry, { scans, status, door, doorName }: Known): Verdict {
  const { name, seats, ticketId, hash } = entry
  if (status === 'cancelled') return { kind: 'cancelled', name }
  if (seats === 0) return { kind: 'returned', name }
  const inside = entry.inside + unsentInside(scans, { hash, ticketId })
  const free = seats - inside
  if (free <= 0) {
    const own = entry.firstAt === null ? firstUnsent(scans, { hash, ticketId }) : undefined
    const first = own ? { firstAt: own.at, door } : { firstAt: entry.firstAt, door: doorName(entry.doorId) }
    return { kind: 'already-in', name, seats, inside, ...first }
  }
  return { kind: free > 1 ? 'choose' : 'in', name, seats, inside }
}

/** One seat, once, while the booking has any; whether this device or another has let it in. */
function judgePlace(place: Place, entry: Entry, known: Known): Verdict {
  const { name } = entry
  const verdict = judgeEntry(entry, known)
  if (verdict.kind === 'cancelled' || verdict.kind === 'returned') return verdict
  if (place.state === 'taken-back') return { kind: 'returned', name }
  const own = admissionOf(known.scans, place.hash)
  if (own) return { kind: 'already-in', name, seats: 1, inside: 1, firstAt: own.at, door: known.door }
  if (place.state === 'in') return { kind: 'already-in', name, seats: 1, inside: 1, firstAt: null, door: null }
  return verdict.kind === 'choose' ? { ...verdict, kind: 'in' } : verdict
}

export function judge(reading: Reading | null, known: Known): Verdict {
  // An altered code is nobody's, even if its beginning is on the list.
  if (!reading || reading.authentication === 'wrong') return { kind: 'unknown' }
  const isAuthentic = reading.authentication === 'right'
  if (reading.kind === 'waiting') return { kind: isAuthentic ? 'waiting-list' : 'unknown' }
  if (known.entry) return known.place ? judgePlace(known.place, known.entry, known) : judgeEntry(known.entry, known)
  if (!isAuthentic) return { kind: 'unknown' }
  if (known.status === 'cancelled') return { kind: 'cancelled' }
  const own = firstUnsent(known.scans, reading)
  const inside = unsentInside(known.scans, reading)
  if (own && inside > 0) return { kind: 'already-in', inside, firstAt: own.at, door: known.door }
  // Booked after the list was loaded.
  return { kind: 'unverified', inside: 0 }
}

/** What the server makes of a scan, in the door's words. */
export function verdictOf(result: ScanResult, shown: Verdict): Verdict {
  const { verdict, total, seats, firstAt, door } = result
  const about = { name: shown.name, seats, inside: total }
  const first = { firstAt: firstAt === undefined ? null : Date.parse(firstAt), door: door ?? null }
  if (verdict === 'admitted') return { ...about, kind: 'in' }
  return verdict === 'already-in' ? { ...about, ...first, kind: 'already-in' } : { name: shown.name, kind: verdict }
}
