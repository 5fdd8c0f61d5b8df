// Entering a ballot and leaving it. Entries that come at the same moment are committed together, as bookings are.
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { leafOf } from '../../../contract/ballot.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../../contract/errors.ts'
import type { OwnBallotEntry } from '../../../contract/ballots.ts'
import { requireSight } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ballotEntries, ballots } from '../../db/schema/ballots.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent } from '../events/queries.ts'
import { createBookingQueue } from '../tickets/module.ts'
import { findOfEvent, lockBallot } from './queries.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Refusal = Extract<
  ErrorCode,
  | 'event_not_found'
  | 'event_cancelled'
  | 'event_postponed'
  | 'event_ended'
  | 'ballot_not_found'
  | 'ballot_not_open'
  | 'ballot_closed'
  | 'address_unconfirmed'
  | 'ballot_most_seats'
>

export interface EntryOutcome {
  /** unlisted: it is still to be found out whether they may see the event. */
  outcome: 'entered' | 'changed' | 'repeated' | 'unlisted' | Refusal
  most: number | null
  entryId: number | null
  ballotId: number | null
  enteredAt: Date | null
}

interface EntryRequest {
  userId: number
  eventId: number
  /** Seats. */
  numberOfTickets: number
  /** The salt: the same again is the same entry. */
  idempotencyKey: string | null
}

interface OutcomeRow {
  [name: string]: unknown
  place: number
  outcome: EntryOutcome['outcome']
  most: number | null
  entry: number | null
  ballot: number | null
  enteredAt: string | null
}

/** The rule is the SQL function in server/db/functions/enter-ballots.sql. */
export async function commitEntries(db: Db | Tx, requests: EntryRequest[], now: Date): Promise<EntryOutcome[]> {
  const { rows } = await db.execute<OutcomeRow>(sql`
    select place, outcome, most, entry, ballot, entered_at as "enteredAt" from enter_ballots(
      ${sql.param(requests.map(({ userId }) => userId))}::int[],
      ${sql.param(requests.map(({ eventId }) => eventId))}::int[],
      ${sql.param(requests.map(({ numberOfTickets }) => numberOfTickets))}::int[],
      ${sql.param(requests.map(({ idempotencyKey }) => idempotencyKey))}::text[], ${now})`)
  const outcomes: EntryOutcome[] = []
  for (const { place, outcome, most, entry: entryId, ballot: ballotId, enteredAt } of rows)
    outcomes[place - 1] = {
      outcome,
      most,
      entryId,
      ballotId,
      enteredAt: enteredAt === null ? null : new Date(enteredAt),
    }
  return outcomes
}

type Queue = ReturnType<typeof createBookingQueue<EntryOutcome>>
const queues = new WeakMap<Deps, Queue>()

/** One for everything that the same server is asked for. */
function queueOf(deps: Deps): Queue {
  const opened = queues.get(deps)
  if (opened) return opened
  const queue = createBookingQueue<EntryOutcome>({
    commit: async (requests) => {
      const outcomes = await commitEntries(deps.db, requests, deps.clock())
      deps.jobs.nudge()
      return outcomes
    },
  })
  queues.set(deps, queue)
  return queue
}

async function enterUnlisted(deps: Deps, user: SessionUser, request: EntryRequest, key?: string) {
  const [outcome] = await deps.db.transaction(async (tx) => {
    await requireSight(tx, await findEvent(tx, request.eventId), user, key)
    await tx.execute(sql`select set_config('hooley.seen_event', ${String(request.eventId)}, true)`)
    return commitEntries(tx, [request], deps.clock())
  })
  deps.jobs.nudge()
  return outcome
}

export interface Entered {
  entry: OwnBallotEntry
  isNew: boolean
}

export async function enter(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  { seats, salt, key }: { seats: number; salt: string; key?: string },
): Promise<Entered> {
  await deps.limits.take('booking', user.id)
  const request = { userId: user.id, eventId, numberOfTickets: seats, idempotencyKey: salt }
  const queued = await queueOf(deps).book(request)
  const done = queued.outcome === 'unlisted' ? await enterUnlisted(deps, user, request, key) : queued
  if (!done || done.outcome === 'unlisted') throw new AppError('event_not_found')
  const { outcome, most } = done
  if (outcome !== 'entered' && outcome !== 'changed' && outcome !== 'repeated')
    throw new AppError(outcome, { values: { n: most ?? 0 } })
  const { entryId, ballotId, enteredAt } = done
  if (entryId === null || ballotId === null || enteredAt === null) throw new AppError('internal')
  const receipt = { eventId, entryId, seats, salt }
  const leaf = await leafOf(sha256, receipt)
  const entry = {
    id: entryId,
    ballotId,
    eventId,
    seats,
    salt,
    leaf,
    enteredAt: enteredAt.toISOString(),
    position: null,
  }
  return { entry, isNew: outcome === 'entered' }
}

/** Until the list is closed an entry is gone; then it stays in the list, and the draw skips it. After the draw there is none to leave. */
export async function leave(deps: Deps, userId: number, eventId: number): Promise<null> {
  await deps.db.transaction(async (tx) => {
    const found = await findOfEvent(tx, eventId)
    const ballot = found && (await lockBallot(tx, found.id))
    if (!ballot || ballot.drawnAt || ballot.cancelledAt) return
    const isMine = and(eq(ballotEntries.ballotId, ballot.id), eq(ballotEntries.userId, userId))
    if (ballot.closedAt) {
      await tx.update(ballotEntries).set({ leftAt: deps.clock() }).where(isMine)
      return
    }
    const { rowCount } = await tx.delete(ballotEntries).where(isMine)
    if (rowCount)
      await tx
        .update(ballots)
        .set({ entries: sql`${ballots.entries} - 1` })
        .where(eq(ballots.id, ballot.id))
  })
  return null
}

/** For an account that is deleted. */
export async function leaveAll(deps: Deps, userId: number): Promise<void> {
  const { rows } = await deps.db.execute<{ id: number }>(sql`
    select b.event_id as id from ballot_entries n join ballots b on b.id = n.ballot_id
    where n.user_id = ${userId} and n.left_at is null and b.drawn_at is null and b.cancelled_at is null order by b.event_id`)
  for (const { id } of rows) await leave(deps, userId, id)
}
