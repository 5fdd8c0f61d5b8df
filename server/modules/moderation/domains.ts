// A domain that nobody may link to from now on: what links there already leaves the lists, and whoever put it up is told why.
// Once the domain is allowed again it is listed again.
import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { blockedDomains as table, decisions } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { readBlocked } from '../../screening/blocked-links.ts'
import { blockedDomains, blockedLink } from '../../screening/domains.ts'
import { textsOf } from '../../screening/facts.ts'
import { newReference } from './policy.ts'
import { findDecisionById, type DecisionRow } from './queries.ts'
import { dropBlockedLink, sendToReview } from './review.ts'

export const FIND_LINKS_JOB = 'find-blocked-links'

const AT_ONCE = 500
const BATCHES = 20

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

/** Each whose events link there is told once, and can object: the same decision, as it concerns them. */
const tellOf = (deps: Deps, decided: DecisionRow | null) => async (tx: Tx, event: EventRow) => {
  if (!decided) return
  const { act, subjectKind, domain, reason, wordsId, moderatorId } = decided
  const concernedId = event.creatorId
  const isTheirs = and(eq(decisions.domain, domain ?? ''), eq(decisions.concernedId, concernedId))
  if ((await tx.$count(decisions, and(isTheirs, gt(decisions.id, decided.id)))) > 0) return
  const [row] = await tx
    .insert(decisions)
    .values({
      ...{ act, subjectKind, domain, reason, wordsId, moderatorId, concernedId },
      ...{ reference: newReference('D'), createdAt: deps.clock() },
    })
    .returning({ id: decisions.id })
  await deps.mails.add(tx, { kind: 'statement', userId: concernedId, payload: { decisionId: row?.id } })
}

/** A few thousand events, then the next job: it must not keep others from their turn, and goes on where one died. */
async function lookThrough(
  deps: Deps,
  { payload }: Job,
  which: SQL | undefined,
  look: (row: EventRow) => Promise<void>,
) {
  let after = Number(payload.after)
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = await deps.db
      .select()
      .from(events)
      .where(and(gt(events.id, after), which))
      .orderBy(asc(events.id))
      .limit(AT_ONCE)
    for (const row of rows) await look(row)
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? after
    await breathe()
  }
  await deps.db.transaction((tx) => lookForLinks(deps, tx, String(payload.domain), after))
}

/** The job: for a domain that is blocked, or is no longer. */
export async function findBlockedLinks(deps: Deps, job: Job): Promise<void> {
  const { db } = deps
  const domain = String(job.payload.domain)
  const [entry] = await db.select().from(table).where(eq(table.domain, domain))
  if (!entry) {
    const blocked = await readBlocked(db)
    const isFree = (row: EventRow) => !blockedLink(textsOf(row), blocked)
    const isWaiting = sql`${events.review} is not null and 'blocked-link' = any(${events.reviewReasons})`
    await lookThrough(deps, job, isWaiting, (row) => dropBlockedLink(deps, row.id, isFree))
  } else {
    const blocked = blockedDomains([domain])
    const then = tellOf(deps, entry.decisionId === null ? null : await findDecisionById(db, entry.decisionId))
    await lookThrough(deps, job, and(visibleOnly(), isNull(events.review)), async (row) => {
      if (blockedLink(textsOf(row), blocked)) await sendToReview(deps, row.id, 'blocked-link', then)
    })
  }
  deps.jobs.nudge()
}
