// Holding a ballot, and its number. What follows by the clock is in draws.ts.
import { eq } from 'drizzle-orm'
import { readDrawNumber, roundAt } from '../../../contract/ballot.ts'
import { BALLOT, NUMBER_BEFORE_MS } from '../../../contract/ballot-rules.ts'
import type { BallotPlan, BallotSummary } from '../../../contract/ballots.ts'
import { AppError } from '../../../contract/errors.ts'
import { parseDateTime } from '../../../contract/zoned-time.ts'
import { writeHistory } from '../../access/history.ts'
import { ballots } from '../../db/schema/ballots.ts'
import type { Deps } from '../../deps.ts'
import { isOver } from '../../ledger/bookable.ts'
import { setBallotOfEvent } from '../../ledger/ballots.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import { isPaid } from '../../ledger/ledger.ts'
import type { SessionUser } from '../../http/session.ts'
import { getEventFor, wasEverBooked, type EventRow } from '../events/queries.ts'
import { drawBallot } from './draws.ts'
import { findBallot, findOfEvent, lockBallot, numberUntil, toSummary, type BallotRow } from './queries.ts'

interface Times {
  opensAt: Date
  closesAt: Date
  numberAt: Date
}

function timesOf({ timeZone, startTime }: EventRow, { opensAt, closesAt, source }: BallotPlan, now: Date): Times {
  const read = (name: string, written: string) => {
    const at = parseDateTime(written, timeZone)
    if (!at) throw new AppError('bad_request', { message: `${name} must be a date and time` })
    return at
  }
  const times = {
    opensAt: read('OpensAt', opensAt),
    closesAt: read('ClosesAt', closesAt),
    numberAt: read('At', source.at),
  }
  const opens = Math.max(times.opensAt.getTime(), now.getTime())
  const isPossible =
    times.closesAt.getTime() - opens >= BALLOT.openAtLeastMs &&
    times.numberAt.getTime() - times.closesAt.getTime() >= BALLOT.numberAfterMs &&
    startTime.getTime() - times.numberAt.getTime() >= NUMBER_BEFORE_MS
  if (!isPossible) throw new AppError('ballot_times')
  return times
}

/** Once somebody relies on it, it stays as it is. */
function requireOpenToChange(present: BallotRow | null) {
  if (present && (present.entries > 0 || present.closedAt || present.cancelledAt)) throw new AppError('ballot_fixed')
}

export async function setBallot(deps: Deps, user: SessionUser, eventId: number, plan: BallotPlan) {
  const row = await inLedger(deps, eventId, async (change) => {
    const { tx, ledger, now } = change
    const event = await getEventFor(tx, user, 'event.edit', eventId, 'no key update')
    if (isOver(event, now)) throw new AppError('event_ended')
    const found = await findOfEvent(tx, eventId)
    requireOpenToChange(found && (await lockBallot(tx, found.id)))
    const { approval, roomSize, admission, seriesId } = event
    if (approval || roomSize !== null || admission !== 'book' || seriesId !== null || isPaid(event))
      throw new AppError('ballot_not_here')
    const isWaitedFor = ledger.entries.length > 0 || ledger.hasOthers
    if (isWaitedFor || (await wasEverBooked(tx, eventId))) throw new AppError('ballot_too_late')
    const times = timesOf(event, plan, now)
    const { source, mostSeats } = plan
    const columns = {
      ...times,
      mostSeats,
      drawName: source.kind === 'draw' ? source.name : null,
      round: source.kind === 'drand' ? roundAt(times.numberAt) : null,
    }
    const [written] = await tx
      .insert(ballots)
      .values({ eventId, ...columns, createdAt: now })
      .onConflictDoUpdate({ target: ballots.eventId, set: columns })
      .returning()
    if (!written) throw new AppError('internal')
    await setBallotOfEvent(change, 'running')
    await writeHistory(tx, { eventId, userId: user.id, act: 'edited', at: now })
    return written
  })
  deps.changes.changed(eventId)
  return toSummary(row, deps.clock())
}

export async function removeBallot(deps: Deps, user: SessionUser, eventId: number): Promise<null> {
  await inLedger(deps, eventId, async (change) => {
    const { tx, now } = change
    await getEventFor(tx, user, 'event.edit', eventId, 'no key update')
    const found = await findOfEvent(tx, eventId)
    const present = found && (await lockBallot(tx, found.id))
    requireOpenToChange(present)
    if (!present) return
    await tx.delete(ballots).where(eq(ballots.id, present.id))
    await setBallotOfEvent(change, null)
    await writeHistory(tx, { eventId, userId: user.id, act: 'edited', at: now })
  })
  deps.changes.changed(eventId)
  return null
}

interface Found {
  number: string
  signature: string | null
}

/** Only the number that was named, once, and in its time. Returns whether it is new. */
async function store(deps: Deps, ballotId: number, found: Found): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const ballot = await lockBallot(tx, ballotId)
    if (!ballot) throw new AppError('ballot_not_found')
    if (ballot.number !== null) {
      // Handed in by two at once, or sent again.
      if (ballot.number === found.number) return false
      throw new AppError('number_known')
    }
    const now = deps.clock()
    if (!ballot.closedAt || ballot.cancelledAt || now < ballot.numberAt || now >= numberUntil(ballot))
      throw new AppError('number_not_now')
    await tx.update(ballots).set(found).where(eq(ballots.id, ballotId))
    return true
  })
}

/** The number is stored first: whatever happens then, there is never a second one, and the job goes on from there. */
async function storeAndDraw(deps: Deps, ballotId: number, found: Found): Promise<BallotSummary> {
  await store(deps, ballotId, found)
  await drawBallot(deps, ballotId)
  const row = await findBallot(deps.db, ballotId)
  if (!row) throw new AppError('ballot_not_found')
  return toSummary(row, deps.clock())
}

export async function enterNumber(deps: Deps, user: SessionUser, eventId: number, typed: string) {
  const event = await getEventFor(deps.db, user, 'event.edit', eventId)
  const ballot = await findOfEvent(deps.db, event.id)
  if (!ballot || ballot.drawName === null) throw new AppError('ballot_not_found')
  const number = readDrawNumber(typed)
  if (number === null || number.length > 200) throw new AppError('number_unreadable')
  return storeAndDraw(deps, ballot.id, { number, signature: null })
}

/** Anybody may hand it in, and we ask nobody: drand's members have signed the round, and that is verified here. */
export async function enterRound(deps: Deps, ballot: BallotRow, signature: string, ip: string) {
  if (ballot.round === null) throw new AppError('number_unreadable')
  if (ballot.drawnAt) return toSummary(ballot, deps.clock())
  await deps.limits.take('ballotRound', ip)
  // Large, and needed for few requests.
  const { isRoundSignature, randomnessOf } = await import('../../../contract/drand.ts')
  if (!isRoundSignature(ballot.round, signature)) throw new AppError('number_unreadable')
  return storeAndDraw(deps, ballot.id, { number: randomnessOf(signature), signature })
}
