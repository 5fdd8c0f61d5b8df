// What is recommended to a member is computed when it is asked for and the last time is an hour ago, the setting was changed
// or they started over; in between the stored picks are used.
import { eq, sql } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { isFindable } from '../../../contract/event-status.ts'
import { notForMe as refused, recommendations, type Pick } from '../../db/schema/recommended.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { findEvent } from '../events/queries.ts'
import { findCandidates } from './candidates.ts'
import { readHistory } from './history.ts'
import { findNew } from './queries.ts'
import { rank } from './ranking.ts'
import { tasteOf } from './taste.ts'

const EVER = new Date(0)
// More than are shown: some will be booked, full or unwanted within the hour.
const MOST_PICKS = 72

interface Kept {
  picks: Pick[] | null
  reckonedAt: Date | null
  usedHistory: boolean | null
  freshSince: Date | null
  /** The setting eventHistory, as it is now. */
  usesHistory: boolean
}

async function findKept({ db }: Deps, userId: number): Promise<Kept> {
  const [row] = await db
    .select({
      picks: recommendations.picks,
      reckonedAt: recommendations.reckonedAt,
      usedHistory: recommendations.usesHistory,
      freshSince: recommendations.freshSince,
      usesHistory: users.eventHistory,
    })
    .from(users)
    .leftJoin(recommendations, eq(recommendations.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) throw new AppError('unauthorized')
  return row
}

async function computePicks(
  { db }: Deps,
  userId: number,
  { usesHistory, freshSince }: Kept,
  now: Date,
): Promise<Pick[]> {
  const taste = tasteOf(await readHistory(db, { userId, usesHistory, since: freshSince ?? EVER }))
  const candidates = await findCandidates(db, taste, now)
  const ids = candidates.map(({ id }) => id)
  const picks = ids.length > 0 ? rank(await findNew(db, userId, ids, now), taste, now, MOST_PICKS) : []
  // Unless they have started over since: then earlier history must not be stored again.
  await db
    .insert(recommendations)
    .values({ userId, picks, usesHistory, reckonedAt: now })
    .onConflictDoUpdate({
      target: recommendations.userId,
      set: { picks, usesHistory, reckonedAt: now },
      setWhere: sql`${recommendations.freshSince} is not distinct from ${freshSince}::timestamptz`,
    })
  return picks
}

export async function findPicks(deps: Deps, userId: number, now: Date): Promise<Pick[]> {
  const kept = await findKept(deps, userId)
  const { picks, reckonedAt, usedHistory, usesHistory } = kept
  const isFresh = reckonedAt !== null && now.getTime() - reckonedAt.getTime() < HOUR && usedHistory === usesHistory
  return isFresh && picks ? picks : computePicks(deps, userId, kept, now)
}

export async function refuse({ db }: Deps, userId: number, eventId: number): Promise<undefined> {
  const event = await findEvent(db, eventId)
  if (!event || !isFindable(event)) throw new AppError('event_not_found')
  await db.insert(refused).values({ userId, eventId }).onConflictDoNothing()
}

export async function startAfresh({ db, clock }: Deps, userId: number): Promise<undefined> {
  const fresh = { picks: [], reckonedAt: null, freshSince: clock() }
  await db.transaction(async (tx) => {
    await tx.delete(refused).where(eq(refused.userId, userId))
    await tx
      .insert(recommendations)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: recommendations.userId, set: fresh })
  })
}

/** What nobody asks for any more is not kept, nor what is over. */
export async function sweepRecommendations({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const monthAgo = new Date(now.getTime() - 30 * 24 * HOUR)
  await db.execute(
    sql`delete from not_for_me n using events e where e.id = n.event_id and e.end_time < ${now}::timestamptz`,
  )
  await db.execute(sql`
    update recommendations set picks = '[]', reckoned_at = null where reckoned_at < ${monthAgo}::timestamptz`)
}
