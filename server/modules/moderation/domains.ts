// A domain that nobody may link to from now on: what links there already is looked at again.
import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { blockedDomains as table } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { blockedDomains, blockedLink } from '../../screening/domains.ts'
import { textsOf } from '../../screening/facts.ts'
import { sendToReview } from './review.ts'

export const FIND_LINKS_JOB = 'find-blocked-links'

const AT_ONCE = 500
const BATCHES = 20

/** In the transaction of the decision that blocks it. Then: deps.jobs.nudge(). */
export const lookForLinks = ({ jobs }: Deps, tx: Tx, domain: string, after = 0) =>
  jobs.add(tx, { kind: FIND_LINKS_JOB, payload: { domain, after }, dedupeKey: `${domain} ${after}` })

/** A few thousand events, then the next job: it must not keep others from their turn, and goes on where one died. */
export async function findBlockedLinks(deps: Deps, { payload }: Job): Promise<void> {
  const { db } = deps
  const domain = String(payload.domain)
  // Taken off the list meanwhile.
  if ((await db.$count(table, eq(table.domain, domain))) === 0) return
  const blocked = blockedDomains([domain])
  let after = Number(payload.after)
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = await db
      .select()
      .from(events)
      .where(and(gt(events.id, after), visibleOnly(), isNull(events.review)))
      .orderBy(asc(events.id))
      .limit(AT_ONCE)
    for (const row of rows) if (blockedLink(textsOf(row), blocked)) await sendToReview(deps, row.id, 'blocked-link')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? after
    await breathe()
  }
  await db.transaction((tx) => lookForLinks(deps, tx, domain, after))
}
