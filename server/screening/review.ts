// Which events are looked at before they are listed (REVIEW). While it waits an event is seen by its link alone; everything
// else about it works. Releasing them is server/modules/moderation/review.ts.
import { and, eq, exists, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { ReviewReason } from '../../contract/review-words.ts'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { bigChanges } from './big-edit.ts'

type EventRow = typeof events.$inferSelect

export type ReviewColumns = Pick<EventRow, 'review' | 'reviewReasons' | 'reviewSince'>

const NOT_LOOKED_AT: ReviewColumns = { review: null, reviewReasons: [], reviewSince: null }

export const waitingFor = (reviewReasons: ReviewReason[], now: Date): ReviewColumns => ({
  review: 'waiting',
  reviewReasons,
  reviewSince: now,
})

export const SCORE_JOB = 'score-event'

/** What the rules say about it, a moment after it was saved (server/modules/moderation/score.ts). */
export async function scoreLater({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, { id, status }: EventRow): Promise<void> {
  if (status !== 'draft') await jobs.add(tx, { kind: SCORE_JOB, payload: { eventId: id }, dedupeKey: String(id) })
}

/** Has published something that was listed, or moderates: nobody has to look again. */
async function isKnown(tx: Tx, creatorId: number, eventId: number): Promise<boolean> {
  const listed = tx
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        eq(events.creatorId, creatorId),
        ne(events.id, eventId),
        ne(events.status, 'draft'),
        isNull(events.review),
        isNull(events.hiddenAt),
      ),
    )
  const isOneOfThem = and(eq(users.id, creatorId), or(isNotNull(users.role), exists(listed)))
  return (await tx.$count(users, isOneOfThem)) > 0
}

type Saved = Omit<EventRow, keyof ReviewColumns>

/** Whether an event that becomes public waits. `id` 0: it is new. */
export async function reviewOfPublished(
  { config, clock }: Deps,
  tx: Tx,
  { id, creatorId }: Pick<Saved, 'id' | 'creatorId'>,
): Promise<ReviewColumns> {
  if (config.review === 'all') return waitingFor(['every-event'], clock())
  if (config.review === 'first' && !(await isKnown(tx, creatorId, id))) return waitingFor(['first-event'], clock())
  return NOT_LOOKED_AT
}

export async function reviewOfNew(
  deps: Deps,
  tx: Tx,
  event: Pick<Saved, 'creatorId' | 'status'>,
): Promise<ReviewColumns> {
  return event.status === 'draft' ? NOT_LOOKED_AT : reviewOfPublished(deps, tx, { ...event, id: 0 })
}

/**
 * Of an event that is not published by this edit. What was looked at once keeps the day it was sent there, so that a big
 * edit sends it there again.
 */
export function reviewOfEdit(deps: Deps, before: EventRow, after: Saved): ReviewColumns {
  const { review, reviewReasons, reviewSince } = before
  if (after.status === 'draft') return NOT_LOOKED_AT
  const mode = deps.config.review
  const isWatched = review === 'waiting' || mode === 'all' || (mode === 'first' && reviewSince !== null)
  if (!isWatched) return { review, reviewReasons, reviewSince }
  const changes = bigChanges(before, after)
  // A blocked link is refused, so what has been saved has none any more.
  const reasons = [...new Set([...reviewReasons.filter((code) => code !== 'blocked-link'), ...changes])]
  if (reasons.length === 0) return { review: null, reviewReasons: [], reviewSince }
  // The time to look begins again: what was seen in the first hour is not what is there now.
  return { review: 'waiting', reviewReasons: reasons, reviewSince: changes.length > 0 ? deps.clock() : reviewSince }
}
