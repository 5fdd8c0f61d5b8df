// Events that wait to be looked at (server/screening/review.ts): how they get there later, and how they are released.
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { REVIEW_HOURS, type ReviewReason } from '../../../contract/review-words.ts'
import { requireMay } from '../../access/can.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { waitingFor, type ReviewColumns } from '../../screening/review.ts'
import { writeAudit } from './audit.ts'

type EventRow = typeof events.$inferSelect

interface Change {
  actorId: number | null
  /** Null: nothing to do any more. */
  columns: (event: EventRow) => (ReviewColumns & { publishedAt?: Date }) | null
}

async function changeReview(deps: Deps, eventId: number, { actorId, columns }: Change): Promise<EventRow | null> {
  const changed = await deps.db.transaction(async (tx) => {
    const [present] = await tx.select().from(events).where(eq(events.id, eventId)).for('update')
    const wanted = present && columns(present)
    if (!wanted) return null
    await tx.update(events).set(wanted).where(eq(events.id, eventId))
    const tellHere = await deps.changes.announce(tx, eventId, { isListed: true })
    const code = wanted.review ? 'review' : 'review-released'
    await writeAudit(tx, { at: deps.clock(), actorId, code, subject: `event:${eventId}` })
    return { present, tellHere }
  })
  changed?.tellHere()
  return changed?.present ?? null
}

/** What is listed already and has to be looked at again. */
export const sendToReview = (deps: Deps, eventId: number, reason: ReviewReason) =>
  changeReview(deps, eventId, {
    actorId: null,
    columns: ({ review, status }) => (review || status === 'draft' ? null : waitingFor([reason], deps.clock())),
  })

/** New to those who follow its creator from now on. */
const released = ({ reviewSince, status }: EventRow, now: Date) => ({
  ...{ review: null, reviewReasons: [], reviewSince },
  ...(status === 'published' && { publishedAt: now }),
})

export async function releaseEvent(deps: Deps, user: SessionUser, eventId: number): Promise<null> {
  requireMay(user, 'moderation.decide', null)
  const found = await deps.db.$count(events, eq(events.id, eventId))
  if (found === 0) throw new AppError('event_not_found')
  const columns = (event: EventRow) => (event.review === 'waiting' ? released(event, deps.clock()) : null)
  if (!(await changeReview(deps, eventId, { actorId: user.id, columns }))) throw new AppError('not_in_review')
  return null
}

const AT_ONCE = 100

const listDue = ({ db }: Deps, until: Date, after: number) =>
  db
    .select({ id: events.id, version: events.version })
    .from(events)
    .where(
      and(eq(events.review, 'waiting'), isNull(events.hiddenAt), lte(events.reviewSince, until), gt(events.id, after)),
    )
    .orderBy(asc(events.id))
    .limit(AT_ONCE)

/** What has waited long enough without a doubt. With REVIEW=all somebody looks at everything. */
export async function releaseUndoubted(deps: Deps, { scores }: { scores: Scores }): Promise<void> {
  if (deps.config.review === 'all') return
  const now = deps.clock()
  const until = new Date(now.getTime() - REVIEW_HOURS * 3_600_000)
  let due = await listDue(deps, until, 0)
  while (due.length > 0) {
    const found = await scores(due.map(({ id }) => id))
    for (const { id, version } of due)
      if (found.get(id)?.score === 0)
        await changeReview(deps, id, {
          actorId: null,
          // Edited since: not what the rules have seen.
          columns: (event) => (event.review && event.version === version ? released(event, now) : null),
        })
    due = due.length < AT_ONCE ? [] : await listDue(deps, until, due.at(-1)?.id ?? 0)
  }
}

type Scores = (ids: number[]) => Promise<Map<number, { score: number }>>
