import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { requireSight } from '../../access/sight.ts'
import type { Tx } from '../../db/client.ts'
import { questions } from '../../db/schema/questions.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import { notify } from '../../notices/notify.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { findEvent } from '../events/queries.ts'

export interface Question {
  eventId: number
  text: string
  key?: string
  /** Of an unlisted event. */
  linkKey?: string
}

const SENT = { message: 'Your question is on its way. The organiser will reply by email.' }

/** A key that was used for another event would swallow this question. */
async function requireSame(tx: Tx, userId: number, key: string | undefined, eventId: number) {
  const isIt = and(eq(questions.userId, userId), eq(questions.idempotencyKey, key ?? ''))
  const [first] = await tx.select({ eventId: questions.eventId }).from(questions).where(isIt)
  if (!first) throw keyReused('question')
  requireSameWish(first, { eventId }, 'question')
}

/** Mailed to the creator; a repeated key asks nothing twice. */
export async function askOrganiser(deps: Deps, user: SessionUser, { eventId, text, key, linkKey }: Question) {
  const { db, mails, limits, jobs } = deps
  const event = await findEvent(db, eventId)
  if (!event) throw new AppError('event_not_found')
  await requireSight(db, event, user, linkKey)
  await requireNoBlockedLink(db, [text])
  await limits.take('question', user.id)
  await db.transaction(async (tx) => {
    const asked = await tx
      .insert(questions)
      .values({ eventId, userId: user.id, idempotencyKey: key })
      .onConflictDoNothing()
      .returning()
    if (asked.length === 0) return requireSame(tx, user.id, key, eventId)
    const { creatorId, title } = event
    await mails.add(tx, { kind: 'question', userId: creatorId, payload: { eventId, askedBy: user.id, text } })
    await notify(tx, [
      {
        userId: creatorId,
        notice: 'question',
        title: `A question about ${title}`,
        body: text,
        path: `/events/${eventId}`,
        tag: `question-${asked[0]?.id}`,
      },
    ])
  })
  jobs.nudge()
  return SENT
}
