// Asked for, an account is deleted 14 days later. What others wait for, seats and places in line, is given back at once.
import { and, eq, gt, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/users.ts'
import { requireProof } from '../../access/proof.ts'
import type { Tx } from '../../db/client.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import { doorLinks } from '../../db/schema/door.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { endSessions } from '../auth/module.ts'
import { lockAccount } from '../auth/queries.ts'
import { getProfile } from '../users/queries.ts'
import { leaveEvents } from './leaving.ts'
import { listUpcomingEvents } from './queries.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** What would go on by itself while its owner is away. */
async function endAccess(tx: Tx, { id, tokenHash }: SessionUser, now: Date) {
  await endSessions(tx, id, { except: tokenHash })
  await tx
    .update(doorLinks)
    .set({ revokedAt: now })
    .where(and(eq(doorLinks.createdBy, id), isNull(doorLinks.revokedAt)))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id))
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, id))
  await tx.delete(addressChanges).where(eq(addressChanges.userId, id))
}

/** Asked for again, it is final on the same day. */
export async function deleteAccount(deps: Deps, user: SessionUser) {
  const now = deps.clock()
  requireProof(user, now)
  const finalAt = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const [account] = await tx.select({ deletionAt: users.deletionAt }).from(users).where(eq(users.id, user.id))
    if (account?.deletionAt) return account.deletionAt
    // Who is suspended cannot cancel events: these end with the account.
    const isSuspended = user.suspendedUntil && user.suspendedUntil > now
    if (!isSuspended && (await listUpcomingEvents(tx, user.id, now)).length > 0)
      throw new AppError('cancel_events_first')
    const deletionAt = new Date(now.getTime() + DELETION_DAYS * DAY)
    await tx.update(users).set({ deletionAt }).where(eq(users.id, user.id))
    await endAccess(tx, user, now)
    await deps.mails.add(tx, { kind: 'account-deletion', userId: user.id })
    // Once more in a minute: a booking may have been in flight, and this process may die before it has left them all.
    const again = { kind: 'leave-events', payload: { userId: user.id }, runAt: new Date(now.getTime() + MINUTE) }
    await deps.jobs.add(tx, again)
    return deletionAt
  })
  await leaveEvents(deps, user.id)
  deps.jobs.nudge()
  return { day: finalAt.toISOString().slice(0, 10), finalAt: finalAt.toISOString() }
}

/** Until the day on which it is final; then it is being erased. */
export async function keepAccount(deps: Deps, user: SessionUser): Promise<Profile> {
  await deps.db
    .update(users)
    .set({ deletionAt: null })
    .where(and(eq(users.id, user.id), gt(users.deletionAt, deps.clock())))
  return getProfile(deps, user.id)
}
