// The person concerned objects once; another moderator decides. Where there is nobody else, the same person looks again after
// a day, and the answer says so.
import { eq } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Decision } from '../../../contract/moderation.ts'
import type { Outcome } from '../../../contract/moderation-words.ts'
import { suspensionEnd } from '../../../contract/moderation-words.ts'
import type { Tx } from '../../db/client.ts'
import { decisions } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { lockAccount } from '../auth/queries.ts'
import { writeAudit } from './audit.ts'
import { canObject, isObjectable, lockDecision, toDecision, type DecisionRow } from './queries.ts'
import { hasOtherModerator } from './roles.ts'
import { notifyReportersOfObjection } from './decision-notices.ts'
import { undo } from './undoing.ts'
import { writeWords } from './words.ts'

/** With the key of the first objection the answer is the same; with another, or none, that there has been one. */
export async function objectTo(
  deps: Deps,
  user: SessionUser,
  reference: string,
  text: string,
  key?: string,
): Promise<Decision> {
  const at = deps.clock()
  return deps.db.transaction(async (tx) => {
    const row = await lockDecision(tx, reference)
    if (row.concernedId !== user.id) throw new AppError('decision_not_found')
    if (row.objectedAt && key !== undefined && row.objectionKey === key) return toDecision(tx, row, at)
    if (row.objectedAt) throw new AppError('already_objected')
    if (!isObjectable(row)) throw new AppError('nothing_to_object')
    if (!canObject(row, at)) throw new AppError('objection_late')
    const words = await writeWords(tx, { kind: 'objection', text, byId: user.id, aboutId: user.id })
    const objection = { objectedAt: at, objectionWordsId: words?.id ?? null, objectionKey: key ?? null }
    await tx.update(decisions).set(objection).where(eq(decisions.id, row.id))
    await writeAudit(tx, { at, actorId: user.id, code: 'objection', subject: `decision:${row.id}`, words })
    return toDecision(tx, { ...row, ...objection }, at)
  })
}

/** Nobody decides about their own decision, unless there is nobody else; nobody at all about their own event. */
async function requireSecondLook(tx: Tx, user: SessionUser, row: DecisionRow, now: Date) {
  if (row.concernedId === user.id) throw new AppError('forbidden')
  if (row.moderatorId !== user.id) return
  if (await hasOtherModerator(tx, user.id, now)) throw new AppError('own_decision')
  const from = new Date((row.objectedAt?.getTime() ?? 0) + DAY)
  if (now < from) throw new AppError('own_decision_early', { values: { time: suspensionEnd(from) } })
}

export interface Answer {
  outcome: Outcome
  text?: string
}

export async function decideObjection(
  deps: Deps,
  user: SessionUser,
  reference: string,
  { outcome, text = '' }: Answer,
) {
  const at = deps.clock()
  const { decision, changed } = await deps.db.transaction(async (tx) => {
    const row = await lockDecision(tx, reference)
    if (!row.objectedAt || row.outcome) throw new AppError('no_open_objection')
    await requireSecondLook(tx, user, row, at)
    const words = await writeWords(tx, { kind: 'answer', text, byId: user.id, aboutId: row.concernedId })
    const answer = { outcome, outcomeAt: at, outcomeBy: user.id, outcomeWordsId: words?.id ?? null }
    await tx.update(decisions).set(answer).where(eq(decisions.id, row.id))
    // A suspension at the same moment must see what comes back, or be seen.
    if (outcome === 'undone' && row.concernedId) await lockAccount(tx, row.concernedId)
    const changed = outcome === 'undone' ? await undo(deps, tx, row, at) : null
    await deps.mails.add(tx, { kind: 'objection-decided', userId: row.concernedId, payload: { decisionId: row.id } })
    await notifyReportersOfObjection(deps, tx, row.id)
    await writeAudit(tx, { at, actorId: user.id, code: `objection-${outcome}`, subject: `decision:${row.id}`, words })
    return { decision: await toDecision(tx, { ...row, ...answer }, at), changed }
  })
  changed?.invalidateLocally()
  deps.jobs.nudge()
  return decision
}
