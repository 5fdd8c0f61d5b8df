// Scans as they come from devices, whenever they come. The rule of what counts is the SQL function in
// server/db/functions/take-door-scans.sql; here codes become tickets, and the devices' clocks are put right.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { foreignCode, readCode, type ReadCode } from '../../../contract/door-code.ts'
import type { ScanGiven, ScanResult, sendScans } from '../../../contract/door.ts'
import { DOOR } from '../../../contract/limits.ts'
import { isAuthentic } from '../../access/door-codes.ts'
import { writeWithin } from '../../db/read-within.ts'
import type { Deps } from '../../deps.ts'
import { openLine, type Line } from '../../http/large-answers.ts'
import { doorPosting, takeAtDoor } from '../orders/module.ts'
import { endOf } from './links.ts'
import { findCodes, findImported, findOwnPlaces, findOwnTickets, findScannedTickets, type HeldLink } from './queries.ts'

type Upload = HandlerInput<typeof sendScans>['body']

/** Which ticket of this event it is about, and which seat of it if it was sent to a friend, or what to say of it. */
interface ResolvedScan {
  ticket: number | null
  friend?: number | null
  verdict: 'other-event' | 'waiting-list' | 'unknown' | null
  /** Why it counts nothing, where the creator should see that. */
  conflict?: 'revoked' | 'too-early'
}

const UNKNOWN: ResolvedScan = { ticket: null, verdict: 'unknown' }

/** A code as one of ours, and as another system's, whose guests may have been imported with their codes. */
interface Read {
  own: ReadCode | null
  foreign: string | null
}

const readText = (text: string): Read | null => {
  const read = { own: readCode(text), foreign: foreignCode(text) }
  return read.own || read.foreign !== null ? read : null
}

interface Known {
  codes: Awaited<ReturnType<typeof findCodes>>
  /** Tickets of this event by their code of another system. */
  imported: Map<string, number>
  tickets: Set<number>
  /** Their tickets, by place. */
  places: Map<number, number>
  /** Of a revoked link: the tickets of the scans that are to be undone. */
  scanned: Map<string, number | null>
}

function resolveCode(deps: Deps, link: HeldLink, { own, foreign }: Read, known: Known): ResolvedScan {
  const resolved = own ? resolveOwn(deps, link, own, known) : UNKNOWN
  if (resolved.verdict !== 'unknown') return resolved
  const ticket = known.imported.get(foreign ?? '')
  return ticket === undefined ? resolved : { ticket, verdict: null }
}

function resolveOwn({ secrets }: Deps, { eventId }: HeldLink, read: ReadCode, { codes }: Known): ResolvedScan {
  const found = codes.get(read.code)
  // A code with a wrong authentication code was altered, whosever its random part is.
  if (read.mac && !isAuthentic(secrets, found?.eventId ?? eventId, read)) return UNKNOWN
  if (found)
    return found.eventId === eventId
      ? { ticket: found.id, friend: found.placeId, verdict: null }
      : { ticket: null, verdict: 'other-event' }
  return read.kind === 'waiting' && read.mac ? { ticket: null, verdict: 'waiting-list' } : UNKNOWN
}

const walkInsFrom = ({ startTime }: HeldLink) => startTime.getTime() - DOOR.walkInHoursBefore * HOUR

/** After revocation one ticket's code undoes nothing of another's, nor a walk-in, which has no code to show. */
const isOfAnother = ({ kind, undoes = '' }: ScanGiven, { ticket }: ResolvedScan, { scanned }: Known) =>
  kind === 'undo' && scanned.has(undoes) && scanned.get(undoes) !== ticket

/** A code that was read always wins over an id; an id alone counts on links with search, until they are revoked. */
function resolve(
  deps: Deps,
  link: HeldLink,
  scan: ScanGiven,
  { read, corrected, ...known }: Known & { read: Read | null; corrected: Date },
): ResolvedScan {
  if (corrected > endOf(link)) return UNKNOWN
  if (read && scan.kind !== 'walk-in') {
    const resolved = resolveCode(deps, link, read, known)
    return isOfAnother(scan, resolved, known) ? UNKNOWN : resolved
  }
  if (link.revokedAt) return scan.kind === 'undo' ? UNKNOWN : { ...UNKNOWN, conflict: 'revoked' }
  if (scan.kind === 'walk-in')
    return corrected.getTime() < walkInsFrom(link)
      ? { ...UNKNOWN, conflict: 'too-early' }
      : { ticket: null, verdict: null }
  if (link.mayAdd && scan.placeId !== undefined && scan.kind === 'admit')
    return known.places.get(scan.placeId) === scan.ticketId
      ? { ticket: scan.ticketId ?? null, friend: scan.placeId, verdict: null }
      : UNKNOWN
  if (link.mayAdd && scan.ticketId !== undefined && known.tickets.has(scan.ticketId))
    return { ticket: scan.ticketId, verdict: null }
  return scan.kind === 'undo' && scan.undoes !== undefined ? { ticket: null, verdict: null } : UNKNOWN
}

/**
 * By our clock: the device's was off by as much as it was when it sent them. Never after they arrived nor before there
 * was a link, whatever a clock says.
 */
export function correctedTime(at: string, sentAt: string, received: Date, link: { createdAt: Date }): Date {
  const corrected = milliseconds(at) + (received.getTime() - milliseconds(sentAt))
  const earliest = Math.min(link.createdAt.getTime(), received.getTime())
  return new Date(Math.min(Math.max(corrected, earliest), received.getTime()))
}

const hashOf = ({ own, foreign }: Read) =>
  createHash('sha256')
    .update(own?.code ?? foreign ?? '')
    .digest('hex')
    .slice(0, 20)

// What a clock may say and the database can keep.
const [FIRST, LAST] = [Date.UTC(1970, 0, 1), Date.UTC(2200, 0, 1)]

const milliseconds = (date: string) => Math.min(Math.max(Date.parse(date) || FIRST, FIRST), LAST)

type Row = {
  place: number
  answer: ScanResult['verdict']
  let_in: number
  inside_now: number
  places_now: number
  since: string | null
  by_door: string | null
  seats_left: number | null
}

/** What is stored for one scan: its ticket, or what to say of it. */
function toGiven(deps: Deps, link: HeldLink, scan: ScanGiven, known: Known & Moments) {
  const { received, sentAt, read } = known
  const corrected = correctedTime(scan.at, sentAt, received, link)
  const { ticket, friend, verdict, conflict } = resolve(deps, link, scan, { ...known, corrected })
  const { id, kind, name, seats, of, undoes, reason, over, amount } = scan
  return {
    id,
    kind,
    ticket,
    friend,
    verdict,
    conflict,
    name,
    undoes,
    reason,
    amount,
    code_hash: read && hashOf(read),
    seats: friend ? 1 : seats,
    seen: of,
    said_over: over,
    at: new Date(milliseconds(scan.at)).toISOString(),
    corrected: corrected.toISOString(),
  }
}

interface Moments {
  received: Date
  sentAt: string
  read: Read | null
}

// A statement that takes longer is ended, and nothing of it is stored: devices send again, and ids make that harmless.
const STATEMENT_MS = 2_000
// So many scans are some 20 ms; between two statements others have their turn.
const PER_STATEMENT = 100
// Each is a transaction of its own. A device that has more sends them one by one.
const MOST_PAYMENTS = 50

/** The line of those who send scans: devices wait here, and not inside the database with a connection each. */
export const openScanLine = () =>
  openLine({ most: 4, mostOfGroup: 2, patienceMs: 5_000, mostWaiting: 400, mostWaitingOfGroup: 100 })

async function takePart(deps: Deps, link: HeldLink, scans: ScanGiven[], sentAt: string): Promise<ScanResult[]> {
  const { db, clock } = deps
  const received = clock()
  const read = scans.map(({ code }) => (code === undefined ? null : readText(code)))
  const [codes, imported, tickets, places, scanned] = await Promise.all([
    findCodes(
      db,
      read.flatMap((one) => one?.own?.code ?? []),
      link.creatorId,
    ),
    findImported(
      db,
      link,
      read.flatMap((one) => one?.foreign ?? []),
    ),
    findOwnTickets(
      db,
      link.eventId,
      scans.flatMap(({ ticketId }) => ticketId ?? []),
    ),
    findOwnPlaces(
      db,
      link.eventId,
      scans.flatMap(({ placeId }) => placeId ?? []),
    ),
    findScannedTickets(db, link.id, link.revokedAt ? scans.flatMap(({ undoes }) => undoes ?? []) : []),
  ])
  const given = scans.map((scan, place) => ({
    place,
    ...toGiven(deps, link, scan, {
      codes,
      imported,
      tickets,
      places,
      scanned,
      received,
      sentAt,
      read: read[place] ?? null,
    }),
  }))
  const counted = given.filter(({ kind }) => kind !== 'paid')
  const { rows } = await writeWithin(db, STATEMENT_MS, (tx) =>
    tx.execute<Row>(sql`
      select place, answer, let_in, inside_now, places_now, since, by_door, seats_left
      from take_door_scans(${link.id}, ${link.eventId}, ${received}, ${JSON.stringify(counted)})`),
  )
  const seatsLeft = rows[0]?.seats_left ?? null
  if (seatsLeft === 0) deps.changes.changed(link.eventId)
  else if (seatsLeft !== null) deps.changes.counted(link.eventId)
  // A seat that became free may be somebody's who waits.
  if (seatsLeft !== null) deps.jobs.nudge()
  const titleOf = (place: number) => codes.get(read[place]?.own?.code ?? '')?.title
  const results = new Map(
    rows.map(({ place, answer, let_in, inside_now, places_now, since, by_door }) => [
      place,
      {
        id: scans[place]?.id ?? '',
        verdict: answer,
        admitted: let_in,
        total: inside_now,
        seats: places_now,
        ...(since && { firstAt: new Date(since).toISOString() }),
        ...(by_door !== null && { door: by_door }),
        ...(answer === 'other-event' && titleOf(place) && { event: titleOf(place) ?? undefined }),
      },
    ]),
  )
  // After the scans, in their order: a transaction each.
  for (const one of given) if (one.kind === 'paid') results.set(one.place, await takeMoney(deps, link, one))
  return scans.flatMap((_, place) => results.get(place) ?? [])
}

type Paid = Pick<ReturnType<typeof toGiven>, 'id' | 'ticket' | 'verdict' | 'amount'>

/** Nobody is let in by it. */
async function takeMoney(deps: Deps, link: HeldLink, { id, ticket, verdict, amount }: Paid): Promise<ScanResult> {
  const money = ticket !== null && {
    eventId: link.eventId,
    ticketId: ticket,
    amount,
    posting: doorPosting(link.id, id),
  }
  const isTaken = money && verdict === null && (await takeAtDoor(deps, money))
  return { id, verdict: isTaken ? 'admitted' : (verdict ?? 'unknown'), admitted: 0, total: 0, seats: 0 }
}

export async function takeScans(
  deps: Deps,
  line: Line,
  link: HeldLink,
  { scans, sentAt }: Upload,
): Promise<ScanResult[]> {
  const payments = scans.filter(({ kind }) => kind === 'paid').length
  if (scans.length > DOOR.scansAtOnce || payments > MOST_PAYMENTS) throw new AppError('payload_too_large')
  const isBeyond = (scan: ScanGiven) =>
    scan.kind === 'walk-in' || (scan.ticketId !== undefined && scan.code === undefined)
  if (!link.mayAdd && scans.some(isBeyond)) throw new AppError('forbidden')
  const results: ScanResult[] = []
  for (let from = 0; from < scans.length; from += PER_STATEMENT) {
    const endTurn = await line.enter(String(link.id), String(link.creatorId))
    try {
      results.push(...(await takePart(deps, link, scans.slice(from, from + PER_STATEMENT), sentAt)))
    } finally {
      endTurn()
    }
  }
  return results
}
