// What moderators do. Each decision is one transaction: what it does, its record, a line in the log, and the emails that
// tell of it.
import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { kindOf, type Decision, type DecisionBody } from '../../../contract/moderation.ts'
import { isLegalOrder, type SubjectKind } from '../../../contract/moderation-words.ts'
import type { Tx } from '../../db/client.ts'
import { blockedDomains, decisions } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused } from '../../http/repeated-key.ts'
import { findEvent } from '../events/queries.ts'
import { writeAudit, type AuditSubject } from './audit.ts'
import { lookForLinks, unblock } from './domains.ts'
import * as hiding from './hiding.ts'
import { domainOf, newReference, requireAhead } from './policy.ts'
import { findDecision, toDecision, type DecisionRow } from './queries.ts'
import { requireOtherPerson } from './roles.ts'
import { liftSuspension, suspend } from './suspension.ts'
import { answerReports } from './decision-notices.ts'
import { writeWords } from './words.ts'

interface Subject {
  subjectKind: SubjectKind
  subjectId: number | null
  domain: string | null
  concernedId: number | null
}

const NOTHING: hiding.Changed = { eventIds: [], invalidateLocally: () => undefined }

/** Locked, so that of two who decide about one account at once the second finds what the first did. */
async function lockConcerned(tx: Tx, user: SessionUser, userId: number) {
  const [account] = await tx
    .select({ role: users.role, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!account || account.deletedAt) throw new AppError('account_not_found')
  // Administrators are above moderators.
  if (account.role === 'administrator' && user.role !== 'administrator') throw new AppError('forbidden')
}

async function findSubject(tx: Tx, user: SessionUser, { subject: given, act }: DecisionBody): Promise<Subject> {
  if (given.domain !== undefined)
    return { subjectKind: 'domain', subjectId: null, domain: domainOf(given.domain), concernedId: null }
  if (given.accountId !== undefined) {
    await lockConcerned(tx, user, given.accountId)
    return { subjectKind: 'account', subjectId: given.accountId, domain: null, concernedId: given.accountId }
  }
  const event = await findEvent(tx, given.eventId ?? 0)
  // A draft is its creator's: nobody else sees it, so that there is nothing to decide.
  if (!event || (event.status === 'draft' && act !== 'restore')) throw new AppError('event_not_found')
  await lockConcerned(tx, user, event.creatorId)
  return { subjectKind: 'event', subjectId: event.id, domain: null, concernedId: event.creatorId }
}

const auditSubject = ({ subjectKind, subjectId, domain }: Subject): AuditSubject =>
  subjectKind === 'domain' ? `domain:${domain ?? ''}` : `${subjectKind}:${subjectId ?? 0}`

/** All that was done to it is taken back; null: there was nothing. */
async function restore(
  deps: Deps,
  tx: Tx,
  { subjectKind, subjectId, domain }: Subject,
): Promise<hiding.Changed | null> {
  if (subjectKind === 'domain') return (await unblock(deps, tx, domain ?? '')) ? NOTHING : null
  if (subjectKind === 'event') {
    const changed = await hiding.restoreEvent(deps, tx, subjectId ?? 0)
    return changed.eventIds.length > 0 ? changed : null
  }
  const wasSuspended = await liftSuspension(tx, subjectId ?? 0)
  const changed = await hiding.restoreWithAccount(deps, tx, subjectId ?? 0)
  return wasSuspended || changed.eventIds.length > 0 ? changed : null
}

async function carryOut(deps: Deps, tx: Tx, row: DecisionRow, now: Date): Promise<hiding.Changed> {
  const { act, subjectId, domain, until, keepsEvents } = row
  const id = subjectId ?? 0
  const isLegal = isLegalOrder(row.reason)
  switch (act) {
    case 'ask':
      return NOTHING
    case 'hide':
      return hiding.hideEvent(deps, tx, id, isLegal, now)
    case 'hide-account':
      return hiding.hideWithAccount(deps, tx, id, { isLegal, with: 'account' }, now)
    case 'suspend':
      return suspend(deps, tx, { userId: id, until: until ?? now, keepsEvents, isLegal }, now)
    case 'block-domain':
      await tx
        .insert(blockedDomains)
        .values({ domain: domain ?? '', decisionId: row.id, createdAt: now })
        .onConflictDoNothing()
      await lookForLinks(deps, tx, domain ?? '')
      return NOTHING
    case 'restore': {
      const changed = await restore(deps, tx, row)
      if (!changed) throw new AppError('nothing_to_restore')
      return changed
    }
  }
}

async function findByKey(tx: Tx, user: SessionUser, key: string | undefined, body: DecisionBody) {
  if (key === undefined) return null
  const [first] = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.moderatorId, user.id), eq(decisions.idempotencyKey, key)))
  if (!first) return null
  const given = body.subject.eventId ?? body.subject.accountId ?? null
  const isSame =
    first.act === body.act &&
    first.reason === body.reason &&
    first.subjectKind === kindOf(body.subject) &&
    first.subjectId === given &&
    (body.subject.domain === undefined || first.domain === domainOf(body.subject.domain))
  if (!isSame) throw keyReused('decision')
  return first
}

async function store(
  tx: Tx,
  user: SessionUser,
  subject: Subject,
  body: DecisionBody,
  key: string | undefined,
  now: Date,
) {
  const text = body.text ?? ''
  const words = await writeWords(tx, { kind: 'decision', text, byId: user.id, aboutId: subject.concernedId })
  const until = body.until === undefined ? null : new Date(body.until)
  if (until) requireAhead(until, now)
  const [row] = await tx
    .insert(decisions)
    .values({
      ...subject,
      reference: newReference('D'),
      act: body.act,
      reason: body.reason,
      wordsId: words?.id ?? null,
      moderatorId: user.id,
      until,
      keepsEvents: body.keepEvents ?? false,
      createdAt: now,
      idempotencyKey: key,
    })
    .onConflictDoNothing({ target: [decisions.moderatorId, decisions.idempotencyKey] })
    .returning()
  // The same key at the same moment: the retry returns what the first one made.
  if (!row) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  return { row, words }
}

export async function decide(deps: Deps, user: SessionUser, body: DecisionBody, key?: string): Promise<Decision> {
  const now = deps.clock()
  const { row, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const first = await findByKey(tx, user, key, body)
    if (first) return { row: first, invalidateLocally: undefined }
    const subject = await findSubject(tx, user, body)
    await requireOtherPerson(tx, user, subject.concernedId, now)
    const { row, words } = await store(tx, user, subject, body, key, now)
    const { invalidateLocally } = await carryOut(deps, tx, row, now)
    if (row.concernedId !== null)
      await deps.mails.add(tx, { kind: 'statement', userId: row.concernedId, payload: { decisionId: row.id } })
    if (row.act !== 'restore' && row.subjectId !== null) {
      const about = row.subjectKind === 'event' ? { eventId: row.subjectId } : { accountId: row.subjectId }
      await answerReports(deps, tx, { decisionId: row.id, ...about })
    }
    await writeAudit(tx, {
      at: now,
      actorId: user.id,
      code: row.act,
      subject: auditSubject(subject),
      words,
      record: row,
    })
    return { row, invalidateLocally }
  })
  invalidateLocally?.()
  deps.jobs.nudge()
  return toDecision(deps.db, row, now)
}

/** The person concerned and moderators; for all others there is none. */
export async function readDecision({ db, clock }: Deps, user: SessionUser, reference: string): Promise<Decision> {
  const row = await findDecision(db, reference)
  if (!row || (row.concernedId !== user.id && !user.role)) throw new AppError('decision_not_found')
  const decision = await toDecision(db, row, clock())
  return { ...decision, canObject: decision.canObject && row.concernedId === user.id }
}
