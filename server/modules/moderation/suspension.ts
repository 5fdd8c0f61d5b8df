// A suspended person signs in, reads, gives back, downloads, deletes and objects (server/http/bind.ts refuses the rest).
// It ends by itself, and what was hidden with it comes back as it was.
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { cure } from '../../access/cures.ts'
import type { Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { lockAccount } from '../auth/queries.ts'
import { writeAudit } from './audit.ts'
import { hideWithAccount, restoreWithAccount, type Changed } from './hiding.ts'

export const END_SUSPENSIONS = 'end-suspensions'

interface Suspension {
  userId: number
  until: Date
  keepsEvents: boolean
  isLegal: boolean
}

const nothing: Changed = { eventIds: [], invalidateLocally: () => undefined }

export async function moveEnd(deps: Deps, tx: Tx, userId: number, until: Date): Promise<void> {
  await tx.update(users).set({ suspendedUntil: until }).where(eq(users.id, userId))
  await deps.jobs.add(tx, {
    kind: END_SUSPENSIONS,
    runAt: until,
    priority: PRIORITY.soon,
    dedupeKey: `${userId} ${until.getTime()}`,
  })
}

/** The newest end counts. */
export async function suspend(deps: Deps, tx: Tx, suspension: Suspension, now: Date): Promise<Changed> {
  const { userId, until, keepsEvents, isLegal } = suspension
  await moveEnd(deps, tx, userId, until)
  await cure(tx, 'suspension', { userId, now })
  if (keepsEvents) return nothing
  return hideWithAccount(deps, tx, userId, { isLegal, with: 'suspension' }, now)
}

/** Whether there was one. */
export async function liftSuspension(tx: Tx, userId: number): Promise<boolean> {
  const lifted = await tx
    .update(users)
    .set({ suspendedUntil: null })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedUntil)))
    .returning({ id: users.id })
  return lifted.length > 0
}

async function endSuspension(deps: Deps, userId: number, now: Date): Promise<void> {
  const changed = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const [ended] = await tx
      .update(users)
      .set({ suspendedUntil: null })
      .where(and(eq(users.id, userId), lte(users.suspendedUntil, now)))
      .returning({ id: users.id })
    // Extended since, or ended by another process.
    if (!ended) return nothing
    const restored = await restoreWithAccount(deps, tx, userId, 'suspension')
    await writeAudit(tx, { at: now, actorId: null, code: 'suspension-over', subject: `account:${userId}` })
    return restored
  })
  changed.invalidateLocally()
}

/** The job: whose end has come, one transaction each. */
export async function endSuspensions(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = deps.clock()
  const due = await deps.db.select({ id: users.id }).from(users).where(lte(users.suspendedUntil, now))
  for (const { id } of due) {
    lease.check()
    await endSuspension(deps, id, now)
  }
  deps.jobs.nudge()
  return due.length
}
