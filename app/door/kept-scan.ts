// A scan as the device keeps it, until the night is over: first not sent, then with the server's answer.
import type { DoorScan, ScanResult } from '../../contract/door.ts'

export interface KeptScan {
  id: string
  /** Of the link that it was made with; another may be open by now. */
  token: string
  /** By this device's clock. */
  at: number
  /** paid: money was taken for the booking, and nobody was let in by it. */
  kind: 'admit' | 'undo' | 'walk-in' | 'paid'
  seats: number
  code?: string
  hash?: string
  ticketId?: number
  /** A friend who was found by name. */
  placeId?: number
  name?: string
  of?: number
  undoes?: string
  reason?: string
  over?: boolean
  /** What was taken, in minor units. */
  amount?: number
  /** Let in on the authentication code alone. */
  isUnverified?: boolean
  /** refused: the server rejects it as malformed, so sending it again would not help. */
  state: 'unsent' | 'sent' | 'refused'
  result?: ScanResult
}

type WireScan = Omit<DoorScan, 'at'> & { at: string }

/** As it goes over the wire. */
export const toWire = ({
  id,
  kind,
  code,
  ticketId,
  placeId,
  name,
  seats,
  at,
  of,
  undoes,
  reason,
  over,
  amount,
}: KeptScan): WireScan => ({
  id,
  kind,
  code,
  ticketId,
  placeId,
  name,
  seats,
  at: new Date(at).toISOString(),
  of,
  undoes,
  reason,
  over,
  amount,
})

const isAbout = (scan: KeptScan, of: { hash?: string; ticketId?: number }) =>
  (of.hash !== undefined && scan.hash === of.hash) || (of.ticketId !== undefined && scan.ticketId === of.ticketId)

/** Seats that it let in: what the server answered, and until then what was let in here. */
const seatsIn = ({ kind, state, seats, result }: KeptScan) =>
  state === 'refused' || kind === 'paid' ? 0 : result ? Math.max(result.admitted, 0) : seats

/** How it changes the number inside. An undo frees only what its own scan counted. */
function changeBy(scan: KeptScan, scans: readonly KeptScan[]): number {
  if (scan.kind !== 'undo') return seatsIn(scan)
  const undone = scans.find(({ id }) => id === scan.undoes)
  return undone ? -seatsIn(undone) : -scan.seats
}

/** Seats of a booking that this device has let in and that no list knows of. */
export function unsentInside(scans: readonly KeptScan[], of: { hash?: string; ticketId?: number }): number {
  let inside = 0
  for (const scan of scans)
    if (scan.state === 'unsent' && scan.kind !== 'walk-in' && isAbout(scan, of)) inside += changeBy(scan, scans)
  return inside
}

/** Its money was taken here, and is recorded or on its way. */
export const isPaidHere = (scans: readonly KeptScan[], ticketId: number) =>
  scans.some(
    ({ kind, ticketId: of, state, result }) =>
      kind === 'paid' && of === ticketId && (state === 'unsent' || result?.verdict === 'admitted'),
  )

export const firstUnsent = (scans: readonly KeptScan[], of: { hash?: string; ticketId?: number }) =>
  scans.find((scan) => scan.state === 'unsent' && scan.kind === 'admit' && isAbout(scan, of))

/** The scan of this very code that has let somebody in here and was not undone, whether or not the list knows of it. */
export const admissionOf = (scans: readonly KeptScan[], hash: string) =>
  scans.find(
    (scan) =>
      scan.kind === 'admit' &&
      scan.hash === hash &&
      (scan.state === 'unsent' || scan.result?.verdict === 'admitted') &&
      !isUndone(scans, scan.id),
  )

/** Walk-ins take free seats first; those not sent yet are not in the server's count. */
export const unsentWalkIns = (scans: readonly KeptScan[]) =>
  scans
    .filter(({ state }) => state === 'unsent')
    .filter(({ kind, undoes }) => kind === 'walk-in' || scans.find(({ id }) => id === undoes)?.kind === 'walk-in')
    .reduce((sum, scan) => sum + changeBy(scan, scans), 0)

/** People that this device has counted and the server has not. */
export const unsentHeads = (scans: readonly KeptScan[]) =>
  scans.filter(({ state }) => state === 'unsent').reduce((sum, scan) => sum + changeBy(scan, scans), 0)

export const isUndone = (scans: readonly KeptScan[], id: string) =>
  scans.some(({ kind, undoes }) => kind === 'undo' && undoes === id)
