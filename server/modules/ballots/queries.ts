import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { BallotEntry, BallotSource } from '../../../contract/ballot-file.ts'
import { BALLOT, type BALLOT_STATES } from '../../../contract/ballot-rules.ts'
import type { BallotSummary, ListedBallotEntry, OwnBallotEntry } from '../../../contract/ballots.ts'
import { AppError } from '../../../contract/errors.ts'
import { isVisible } from '../../../contract/event-status.ts'
import { requireSight } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ballotEntries, ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent } from '../events/queries.ts'

export type BallotRow = typeof ballots.$inferSelect
type EntryRow = typeof ballotEntries.$inferSelect

export function stateOf(row: BallotRow, now: Date): (typeof BALLOT_STATES)[number] {
  if (row.cancelledAt) return 'cancelled'
  if (row.drawnAt) return 'drawn'
  if (row.closedAt) return 'closed'
  return row.opensAt <= now ? 'open' : 'planned'
}

export const numberUntil = ({ numberAt }: Pick<BallotRow, 'numberAt'>) =>
  new Date(numberAt.getTime() + BALLOT.numberWithinMs)

/** As the file of a ballot has it. The signature is part of it once the ballot is drawn. */
export function sourceOf({ drawName, round, numberAt, signature, drawnAt }: BallotRow): BallotSource {
  const at = numberAt.toISOString()
  if (drawName !== null) return { kind: 'draw', name: drawName, at }
  if (round === null) throw new AppError('internal')
  return { kind: 'drand', round, at, signature: drawnAt ? signature : null }
}

export function toSummary(row: BallotRow, now: Date): BallotSummary {
  const source = sourceOf(row)
  return {
    id: row.id,
    eventId: row.eventId,
    state: stateOf(row, now),
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    mostSeats: row.mostSeats,
    source: source.kind === 'draw' ? { kind: 'draw', name: source.name } : { kind: 'drand', round: source.round },
    numberAt: row.numberAt.toISOString(),
    numberUntil: numberUntil(row).toISOString(),
    entries: row.entries,
    root: row.root,
    cancelledBecause: row.cancelledBecause,
  }
}

export async function findOfEvent(db: Db | Tx, eventId: number): Promise<BallotRow | null> {
  const [row] = await db.select().from(ballots).where(eq(ballots.eventId, eventId))
  return row ?? null
}

export async function findBallot(db: Db | Tx, id: number): Promise<BallotRow | null> {
  const [row] = await db.select().from(ballots).where(eq(ballots.id, id))
  return row ?? null
}

/** Who needs the event's lock too takes that first (docs/locking.md). */
export async function lockBallot(tx: Tx, id: number): Promise<BallotRow | null> {
  const [row] = await tx.select().from(ballots).where(eq(ballots.id, id)).for('no key update')
  return row ?? null
}

/** Of a draft, a hidden event or, without its key, an unlisted one nobody sees a ballot. */
export async function getSeenBallot(
  db: Db | Tx,
  id: number,
  viewer: Pick<SessionUser, 'id' | 'role'> | null,
  key?: string,
): Promise<BallotRow> {
  const row = await findBallot(db, id)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) throw new AppError('ballot_not_found')
  await requireSight(db, event, viewer, key).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'event_not_found' ? new AppError('ballot_not_found') : error
  })
  return row
}

const toOwn = (entry: EntryRow, eventId: number): OwnBallotEntry => ({
  id: entry.id,
  eventId,
  ballotId: entry.ballotId,
  seats: entry.seats,
  salt: entry.salt ?? '',
  leaf: entry.leaf,
  enteredAt: entry.createdAt.toISOString(),
  position: entry.position,
})

export async function findOwn(db: Db | Tx, eventId: number, userId: number): Promise<OwnBallotEntry | null> {
  const [row] = await db
    .select({ entry: ballotEntries, drawnAt: ballots.drawnAt })
    .from(ballotEntries)
    .innerJoin(ballots, eq(ballots.id, ballotEntries.ballotId))
    .where(and(eq(ballots.eventId, eventId), eq(ballotEntries.userId, userId), isNull(ballotEntries.leftAt)))
  if (!row) return null
  // Written down a moment before the draw is made known.
  return toOwn({ ...row.entry, position: row.drawnAt ? row.entry.position : null }, eventId)
}

/** More than anybody enters at once. */
const LISTED = 50

export async function listOwn(db: Db, userId: number, now: Date): Promise<ListedBallotEntry[]> {
  const rows = await db
    .select({ entry: ballotEntries, ballot: ballots, event: events })
    .from(ballotEntries)
    .innerJoin(ballots, eq(ballots.id, ballotEntries.ballotId))
    .innerJoin(events, eq(events.id, ballots.eventId))
    .where(
      and(
        eq(ballotEntries.userId, userId),
        isNull(ballotEntries.leftAt),
        isNull(ballots.drawnAt),
        isNull(ballots.cancelledAt),
      ),
    )
    .orderBy(desc(ballotEntries.id))
    .limit(LISTED)
  return rows
    .filter(({ event }) => isVisible(event))
    .map(({ entry, ballot, event }) => {
      const { salt: _, leaf: __, ...own } = toOwn(entry, event.id)
      return {
        ...own,
        position: null,
        ballot: toSummary(ballot, now),
        title: event.title,
        ...(event.language && { language: event.language }),
        startTime: event.startTime.toISOString(),
        timeZone: event.timeZone,
        ...(event.linkKey ? { key: event.linkKey } : {}),
      }
    })
}

/** A stretch of the list, which is never held as a whole where it is only passed on. */
export const STRETCH = 5_000

export async function* readLeaves(db: Db | Tx, ballotId: number): AsyncGenerator<BallotEntry[]> {
  for (let after = ''; ;) {
    const rows = await db
      .select({ leaf: ballotEntries.leaf, seats: ballotEntries.seats })
      .from(ballotEntries)
      // The order of bytes, as in the list: leaves are hexadecimal digits in lower case.
      .where(and(eq(ballotEntries.ballotId, ballotId), sql`${ballotEntries.leaf} collate "C" > ${after}`))
      .orderBy(sql`${ballotEntries.leaf} collate "C"`)
      .limit(STRETCH)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < STRETCH || !last) return
    after = last.leaf
  }
}

export async function* readOrder(db: Db | Tx, ballotId: number): AsyncGenerator<string[]> {
  for (let after = 0; ; after += STRETCH) {
    const rows = await db
      .select({ leaf: ballotEntries.leaf })
      .from(ballotEntries)
      .where(and(eq(ballotEntries.ballotId, ballotId), gt(ballotEntries.position, after)))
      .orderBy(asc(ballotEntries.position))
      .limit(STRETCH)
    if (rows.length > 0) yield rows.map(({ leaf }) => leaf)
    if (rows.length < STRETCH) return
  }
}

export async function listLeaves(db: Db | Tx, ballotId: number): Promise<BallotEntry[]> {
  const all: BallotEntry[] = []
  for await (const some of readLeaves(db, ballotId)) for (const entry of some) all.push(entry)
  return all
}
