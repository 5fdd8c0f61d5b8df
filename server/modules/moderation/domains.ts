// A domain that nobody may link to from now on: links to it become plain text, events with one leave the lists,
// and their creators get a statement. Once the domain is allowed again both are as they were.
import { setImmediate as breathe } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { blockedDomains as table, decisions } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { readBlocked } from '../../screening/blocked-links.ts'
import { blockedDomains, blockedLink } from '../../screening/domains.ts'
import { textsOf } from '../../screening/facts.ts'
import { changedTexts, linksAgain, plainLinks } from '../../screening/plain-links.ts'
import { writeAudit } from './audit.ts'
import { newReference } from './policy.ts'
import { findDecisionById, type DecisionRow } from './queries.ts'
import { dropBlockedLink, takeLinksOut } from './review.ts'

export const FIND_LINKS_JOB = 'find-blocked-links'

const AT_ONCE = 500
const BATCHES = 20
/** Then others get their turn. */
const AT_A_TIME = 5

/** In the transaction of the decision that blocks it, or allows it again. Then: deps.jobs.nudge(). */
export const lookForLinks = ({ jobs }: Deps, tx: Tx, domain: string, after = 0) =>
  jobs.add(tx, { kind: FIND_LINKS_JOB, payload: { domain, after }, dedupeKey: `${domain} ${after}` })

/** Whether it was blocked. */
export async function unblock(deps: Deps, tx: Tx, domain: string): Promise<boolean> {
  const unblocked = await tx.delete(table).where(eq(table.domain, domain)).returning()
  if (unblocked.length > 0) await lookForLinks(deps, tx, domain)
  return unblocked.length > 0
}

type EventRow = typeof events.$inferSelect

/** Each creator whose events link there gets one statement and can object: the same decision, as it concerns them. */
const sendStatementsAbout = (deps: Deps, decided: DecisionRow | null) => async (tx: Tx, event: EventRow) => {
  if (!decided) return
  const { act, subjectKind, domain, reason, wordsId, moderatorId } = decided
  const concernedId = event.creatorId
  const isTheirs = and(eq(decisions.domain, domain ?? ''), eq(decisions.concernedId, concernedId))
  if ((await tx.$count(decisions, and(isTheirs, gt(decisions.id, decided.id)))) > 0) return
  const [row] = await tx
    .insert(decisions)
    .values({
      act,
      subjectKind,
      domain,
      reason,
      wordsId,
      moderatorId,
      concernedId,
      reference: newReference('D'),
      createdAt: deps.clock(),
    })
    .returning()
  if (!row) return
  await deps.mails.add(tx, { kind: 'statement', userId: concernedId, payload: { decisionId: row.id } })
  const line = { at: row.createdAt, actorId: moderatorId, code: act, subject: `decision:${row.id}` } as const
  await writeAudit(tx, { ...line, record: row })
}

type Look = (row: EventRow) => Promise<void>

/** A few thousand events, then the next job: it must not keep others from their turn, and goes on where one died. */
async function lookThrough(deps: Deps, { payload }: Job, look: Look): Promise<boolean> {
  let after = Number(payload.after)
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = await deps.db
      .select()
      .from(events)
      .where(and(gt(events.id, after), ne(events.status, 'draft')))
      .orderBy(asc(events.id))
      .limit(AT_ONCE)
    for (const [at, row] of rows.entries()) {
      if (at % AT_A_TIME === 0) await breathe()
      await look(row)
    }
    if (rows.length < AT_ONCE) return true
    after = rows.at(-1)?.id ?? after
  }
  await deps.db.transaction((tx) => lookForLinks(deps, tx, String(payload.domain), after))
  return false
}

/** What creators say about themselves on their pages. */
async function changePeople(deps: Deps, change: (text: string) => string): Promise<void> {
  for (let after = 0; ;) {
    const rows = await deps.db
      .select({ id: users.id, publicText: users.publicText })
      .from(users)
      .where(and(gt(users.id, after), ne(users.publicText, '')))
      .orderBy(asc(users.id))
      .limit(AT_ONCE)
    for (const { id, publicText } of rows) {
      after = id
      if (change(publicText) === publicText) continue
      const invalidateLocally = await deps.db.transaction(async (tx) => {
        // Unless they have changed it since: then it was looked at when they did.
        const isSame = and(eq(users.id, id), eq(users.publicText, publicText))
        const changed = await tx
          .update(users)
          .set({ publicText: change(publicText) })
          .where(isSame)
        return changed.rowCount ? deps.changes.announceCreator(tx, id) : undefined
      })
      invalidateLocally?.()
    }
    if (rows.length < AT_ONCE) return
    await breathe()
  }
}

const decisionOf = async (db: Db, decisionId: number | null) =>
  decisionId === null ? null : findDecisionById(db, decisionId)

/** What is still blocked, as written in the table. */
async function findEntry(db: Db, domain: string) {
  const [entry] = await db.select().from(table).where(eq(table.domain, domain))
  return entry ?? null
}

/** The job: for a domain that is blocked, or is no longer. */
export async function findBlockedLinks(deps: Deps, job: Job): Promise<void> {
  const { db } = deps
  const domain = String(job.payload.domain)
  const [entry, blocked, one] = [await findEntry(db, domain), await readBlocked(db), blockedDomains([domain])]
  if (entry) {
    const plain = (text: string) => plainLinks(text, one)
    const then = sendStatementsAbout(deps, await decisionOf(db, entry.decisionId))
    const isOver = await lookThrough(deps, job, async (row) => {
      if (blockedLink(textsOf(row), one)) await takeLinksOut(deps, row.id, (event) => changedTexts(event, plain), then)
    })
    if (isOver) await changePeople(deps, plain)
  } else {
    const again = (text: string) => (text.includes('[') ? linksAgain(text, one, blocked) : text)
    const isFree = (row: EventRow) => !blockedLink(textsOf(row), blocked)
    const isOver = await lookThrough(deps, job, async (row) => {
      if (row.reviewReasons.includes('blocked-link') || changedTexts(row, again))
        await dropBlockedLink(deps, row.id, isFree, (event) => changedTexts(event, again))
    })
    if (isOver) await changePeople(deps, again)
  }
  deps.jobs.nudge()
}

export const LOOK_AGAIN_JOB = 'find-blocked-links-again'

/** In the transaction that brings events back: a domain may have been blocked while nobody saw them. */
export async function lookAgain({ jobs }: Deps, tx: Tx, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0 || (await tx.$count(table)) === 0) return
  for (let at = 0; at < eventIds.length; at += AT_ONCE)
    await jobs.add(tx, { kind: LOOK_AGAIN_JOB, payload: { eventIds: eventIds.slice(at, at + AT_ONCE) } })
}

export async function findLinksAgain(deps: Deps, { payload }: Job): Promise<void> {
  const { db } = deps
  const blocked = await readBlocked(db)
  const ids = (payload.eventIds as number[]).slice(0, AT_ONCE)
  for (const row of await db.select().from(events).where(inArray(events.id, ids))) {
    await breathe()
    const domain = blockedLink(textsOf(row), blocked)
    if (!domain) continue
    const entry = await findEntry(db, domainToASCII(domain))
    const then = sendStatementsAbout(deps, entry && (await decisionOf(db, entry.decisionId)))
    await takeLinksOut(deps, row.id, (event) => changedTexts(event, (text) => plainLinks(text, blocked)), then)
  }
  deps.jobs.nudge()
}
