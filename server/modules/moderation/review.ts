// Events that wait to be looked at (server/screening/review.ts): how they get there later, and how they are released.
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { REVIEW_HOURS } from '../../../contract/review-words.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { waitingFor, type ReviewColumns } from '../../screening/review.ts'
import { writeAudit } from './audit.ts'
import { requireOtherPerson } from './roles.ts'

type EventRow = typeof events.$inferSelect

type Written = (tx: Tx, event: EventRow) => Promise<void>

interface Change {
  actorId: number | null
  /** Null: nothing to do any more. */
  columns: (event: EventRow) => (ReviewColumns & Partial<EventRow>) | null
  /** In the same transaction. */
  then?: Written | undefined
}

async function changeReview(deps: Deps, eventId: number, change: Change): Promise<boolean> {
  const { actorId, columns, then } = change
  const invalidateLocally = await deps.db.transaction(async (tx) => {
    const [present] = await tx.select().from(events).where(eq(events.id, eventId)).for('no key update')
    const wanted = present && columns(present)
    if (!wanted) return null
    await tx.update(events).set(wanted).where(eq(events.id, eventId))
    await then?.(tx, present)
    const invalidateLocally = await deps.changes.announce(tx, eventId, { isListed: true })
    // Links that come or go in the text of an event that stays listed are no review.
    const code = wanted.review ? 'review' : present.review ? 'review-released' : null
    if (code) await writeAudit(tx, { at: deps.clock(), actorId, code, subject: `event:${eventId}` })
    return invalidateLocally
  })
  invalidateLocally?.()
  return invalidateLocally !== null
}

type Texts = (event: EventRow) => Partial<EventRow> | null

/**
 * An event that links to a blocked domain: its links become plain text at once, and it waits to be looked at. Also while it
 * is hidden, so that it does not come back with them.
 */
export const takeLinksOut = (deps: Deps, eventId: number, texts: Texts, then: Written) =>
  changeReview(deps, eventId, {
    actorId: null,
    then,
    columns: (event) => {
      const { review, reviewReasons, reviewSince, status } = event
      const plain = texts(event)
      const isNew = !review || !reviewReasons.includes('blocked-link')
      if (status === 'draft' || (!plain && !isNew)) return null
      const waiting = review
        ? { review, reviewSince, reviewReasons: [...new Set([...reviewReasons, 'blocked-link'])] }
        : waitingFor(['blocked-link'], deps.clock())
      return { ...waiting, ...plain }
    },
  })

/** The creator is waiting for it. */
const notifyCreator =
  ({ mails }: Deps): Written =>
  async (tx, { id, creatorId, status }) => {
    if (status === 'published')
      await mails.add(tx, { kind: 'event-listed', userId: creatorId, payload: { eventId: id } })
  }

const isBlockedLink = (code: string) => code === 'blocked-link'
const wasListed = ({ reviewReasons }: EventRow) => reviewReasons.length > 0 && reviewReasons.every(isBlockedLink)

/** New to those who follow its creator from now on, unless it was in the lists before. */
const released = (event: EventRow, now: Date) => ({
  review: null,
  reviewReasons: [],
  reviewSince: event.reviewSince,
  ...(event.status === 'published' && !wasListed(event) && { publishedAt: now }),
})

/** The domain that it links to is allowed again: its links are links, and it is listed if nothing else holds it. */
export async function dropBlockedLink(deps: Deps, eventId: number, isFree: (event: EventRow) => boolean, texts: Texts) {
  const leftOf = ({ reviewReasons }: EventRow) => reviewReasons.filter((code) => !isBlockedLink(code))
  const isHeld = ({ review, reviewReasons }: EventRow) => review !== null && reviewReasons.some(isBlockedLink)
  const isReleased = (event: EventRow) => isHeld(event) && isFree(event) && leftOf(event).length === 0
  await changeReview(deps, eventId, {
    actorId: null,
    columns: (event) => {
      const links = texts(event)
      if (isReleased(event)) return { ...released(event, deps.clock()), ...links }
      const isDropped = isHeld(event) && isFree(event)
      if (!isDropped && !links) return null
      const { review, reviewSince } = event
      return { review, reviewSince, reviewReasons: isDropped ? leftOf(event) : event.reviewReasons, ...links }
    },
    then: async (tx, event) => (isReleased(event) ? notifyCreator(deps)(tx, event) : undefined),
  })
}

export async function releaseEvent(deps: Deps, user: SessionUser, eventId: number): Promise<null> {
  const [found] = await deps.db.select({ creatorId: events.creatorId }).from(events).where(eq(events.id, eventId))
  if (!found) throw new AppError('event_not_found')
  await requireOtherPerson(deps.db, user, found.creatorId, deps.clock())
  const columns = (event: EventRow) => (event.review === 'waiting' ? released(event, deps.clock()) : null)
  if (!(await changeReview(deps, eventId, { actorId: user.id, columns, then: notifyCreator(deps) })))
    throw new AppError('not_in_review')
  deps.jobs.nudge()
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
          then: notifyCreator(deps),
          // Edited since: not what the rules have seen.
          columns: (event) => (event.review && event.version === version ? released(event, now) : null),
        })
    due = due.length < AT_ONCE ? [] : await listDue(deps, until, due.at(-1)?.id ?? 0)
  }
  deps.jobs.nudge()
}

type Scores = (ids: number[]) => Promise<Map<number, { score: number }>>
