import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Tx } from '../../db/client.ts'
import { eventScores, reports } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { MailToAdd } from '../../mail/mail.ts'
import { findEvent } from '../events/queries.ts'
import { requireOtherPerson, sendTimesForUnverified, writeAudit, writeWords } from '../moderation/module.ts'
import { isAbout, isOpen } from '../reports/queries.ts'

export interface Dismissal {
  subject: { eventId?: number | undefined; accountId?: number | undefined }
  text?: string | undefined
}

/** Whether the rules had found it worth a look, and nobody had looked. */
async function markLookedAt(tx: Tx, eventId: number, lookedAt: Date): Promise<boolean> {
  const isNew = and(eq(eventScores.eventId, eventId), isNull(eventScores.lookedAt))
  return ((await tx.update(eventScores).set({ lookedAt }).where(isNew)).rowCount ?? 0) > 0
}

/** A moderator looked and leaves it as it is. Those who reported it are notified once each. */
export async function dismissReports(deps: Deps, user: { id: number }, { subject, text = '' }: Dismissal) {
  const { db, mails, jobs, clock } = deps
  const { eventId, accountId } = subject
  const now = clock()
  const count = await db.transaction(async (tx) => {
    await requireOtherPerson(tx, user, accountId ?? (await findEvent(tx, eventId ?? 0))?.creatorId ?? null, now)
    const answered = await tx
      .update(reports)
      .set({ dismissedAt: now })
      .where(and(isAbout({ eventId, creatorId: accountId }), isOpen()))
      .returning({ reference: reports.reference, email: reports.reporterEmail })
    const isLookedAt = eventId !== undefined && (await markLookedAt(tx, eventId, now))
    if (answered.length === 0 && !isLookedAt) throw new AppError('nothing_reported')
    const told = new Map(
      answered.flatMap(({ reference, email }) => (email ? [[email.toLowerCase(), { reference, email }]] : [])),
    )
    const sendTimeFor = await sendTimesForUnverified(deps, tx, [...told.keys()])
    const all = [...told.values()].map(({ reference, email }): MailToAdd => ({
      kind: 'report-left',
      userId: null,
      payload: { to: email, reference },
      ...sendTimeFor(email),
    }))
    await mails.addAll(tx, all)
    const words = await writeWords(tx, { kind: 'decision', text, byId: user.id, aboutId: null })
    const about = eventId === undefined ? (`account:${accountId ?? 0}` as const) : (`event:${eventId}` as const)
    await writeAudit(tx, { at: now, actorId: user.id, code: 'report-dismissed', subject: about, words })
    return answered.length
  })
  jobs.nudge()
  return { reports: count }
}
