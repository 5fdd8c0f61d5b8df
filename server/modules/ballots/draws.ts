// What happens to a ballot by the clock: its list is closed and its root sent, it is drawn once its number is there, and it
// is cancelled in public when the number stays away.
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { orderEntries, rootOf } from '../../../contract/ballot.ts'
import { BALLOT, type BallotCancellation } from '../../../contract/ballot-rules.ts'
import type { Tx } from '../../db/client.ts'
import { ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { queueDrawn, setBallotOfEvent } from '../../ledger/ballots.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import { findBallot, listLeaves, lockBallot, numberUntil, type BallotRow } from './queries.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const isUnderWay = ({ drawnAt, cancelledAt }: BallotRow) => !drawnAt && !cancelledAt

/** One statement, however many have entered. */
const mailEntrants = (tx: Tx, kind: string, { id, eventId }: BallotRow) =>
  tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select ${kind}, n.user_id, jsonb_build_object('eventId', ${eventId}::int, 'ballotEntryId', n.id), ${PRIORITY.soon}
    from ballot_entries n where n.ballot_id = ${id} and n.left_at is null`)

/** Booking opens, and everybody can read why. Who has entered is told. */
async function cancel(deps: Deps, { id, eventId }: BallotRow, because: BallotCancellation): Promise<void> {
  await inLedger(deps, eventId, async (change) => {
    const { tx, now } = change
    const ballot = await lockBallot(tx, id)
    // Entered or drawn at the last moment.
    if (!ballot || !isUnderWay(ballot) || ballot.number !== null) return
    await tx.update(ballots).set({ cancelledAt: now, cancelledBecause: because }).where(eq(ballots.id, id))
    await setBallotOfEvent(change, 'cancelled')
    await mailEntrants(tx, 'ballot-cancelled', ballot)
  })
  deps.changes.changed(eventId)
}

/** Returns why there can be no draw. */
async function close(deps: Deps, id: number): Promise<BallotCancellation | null> {
  const because = await deps.db.transaction(async (tx) => {
    const ballot = await lockBallot(tx, id)
    const now = deps.clock()
    if (!ballot || !isUnderWay(ballot) || ballot.closedAt || ballot.closesAt > now) return null
    if (ballot.entries === 0) return 'nobody'
    // Who knows the number could choose a list to suit it: then nobody can check the draw.
    if (ballot.numberAt.getTime() - now.getTime() < BALLOT.sealedBeforeMs) return 'closed-late'
    const root = await rootOf(sha256, await listLeaves(tx, id))
    await tx.update(ballots).set({ closedAt: now, root }).where(eq(ballots.id, id))
    await mailEntrants(tx, 'ballot-closed', ballot)
    if (ballot.drawName !== null) {
      const [event] = await tx.select({ creatorId: events.creatorId }).from(events).where(eq(events.id, ballot.eventId))
      const payload = { eventId: ballot.eventId }
      if (event)
        await deps.mails.add(tx, { kind: 'ballot-number', userId: event.creatorId, payload, sendAt: ballot.numberAt })
    }
    return null
  })
  deps.jobs.nudge()
  return because
}

const AT_ONCE = 1_000

/**
 * The list is closed and the number known, so the order is, and may be written down before anybody is served: in portions,
 * without the event's lock. May run twice.
 */
async function writeOrder(deps: Deps, { id, root, number }: BallotRow): Promise<void> {
  const order = await orderEntries(sha256, root ?? '', number ?? '', await listLeaves(deps.db, id))
  for (let at = 0; at < order.length; at += AT_ONCE)
    await deps.db.execute(sql`
      update ballot_entries n set position = drawn.position + ${at}
      from unnest(${sql.param(order.slice(at, at + AT_ONCE))}::text[]) with ordinality as drawn (leaf, position)
      where n.ballot_id = ${id} and n.leaf = drawn.leaf and n.position is distinct from drawn.position + ${at}`)
}

/** Does nothing for a ballot that has no number yet, or is drawn. */
export async function drawBallot(deps: Deps, id: number): Promise<void> {
  const known = await findBallot(deps.db, id)
  if (!known || known.number === null || !isUnderWay(known)) return
  await writeOrder(deps, known)
  await inLedger(deps, known.eventId, async (change) => {
    const { tx, now } = change
    const ballot = await lockBallot(tx, id)
    if (!ballot || !isUnderWay(ballot)) return
    await tx.update(ballots).set({ drawnAt: now }).where(eq(ballots.id, id))
    await queueDrawn(change, id)
    await mailEntrants(tx, 'ballot-drawn', ballot)
  })
  deps.changes.changed(known.eventId)
  deps.jobs.nudge()
}

const BALLOTS_AT_ONCE = 100

/** Everything that is due. May run twice, and at the same time. */
export async function runBallots(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<void> {
  const now = deps.clock()
  const due = await deps.db
    .select()
    .from(ballots)
    .where(
      sql`${ballots.drawnAt} is null and ${ballots.cancelledAt} is null and ${ballots.closesAt} <= ${now}
        and (${ballots.closedAt} is null or ${ballots.number} is not null
          or ${ballots.numberAt} <= ${new Date(now.getTime() - BALLOT.numberWithinMs)})`,
    )
    .orderBy(ballots.closesAt)
    .limit(BALLOTS_AT_ONCE)
  for (const ballot of due) {
    lease.check()
    if (ballot.number !== null) await drawBallot(deps, ballot.id)
    else if (!ballot.closedAt) {
      const because = await close(deps, ballot.id)
      if (because) await cancel(deps, ballot, because)
    } else if (numberUntil(ballot) <= now) await cancel(deps, ballot, 'no-number')
  }
}
