// Asked for, an account is deleted 14 days later. What others wait for, seats and places in line, is given back at once.
import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/users.ts'
import { cure } from '../../access/cures.ts'
import { requireProof } from '../../access/proof.ts'
import type { Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { lockSession } from '../auth/queries.ts'
import { getProfile } from '../users/queries.ts'
import { leaveEvents } from './leaving.ts'
import { listUpcomingEvents } from './queries.ts'

const MINUTE = 60_000
const DAY = 86_400_000

interface Leaver {
  userId: number
  /** Stays signed in, to keep the account after all. */
  keptSession?: Buffer
  now: Date
}

/** With the account's row locked. Afterwards, outside of the transaction: leaveEvents. */
export async function closeAccount(deps: Deps, tx: Tx, { userId, keptSession, now }: Leaver): Promise<Date> {
  const deletionAt = new Date(now.getTime() + DELETION_DAYS * DAY)
  await tx.update(users).set({ deletionAt }).where(eq(users.id, userId))
  await cure(tx, 'deletion', { userId, keptSession, now })
  await deps.mails.add(tx, { kind: 'account-deletion', userId })
  // Once more in a minute: a booking may have been in flight, and this process may die before it has left them all.
  await deps.jobs.add(tx, { kind: 'leave-events', payload: { userId }, runAt: new Date(now.getTime() + MINUTE) })
  return deletionAt
}

/** Asked for again, it is final on the same day. */
export async function deleteAccount(deps: Deps, user: SessionUser) {
  const now = deps.clock()
  requireProof(user, now)
  const finalAt = await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    const [account] = await tx.select({ deletionAt: users.deletionAt }).from(users).where(eq(users.id, user.id))
    if (account?.deletionAt) return account.deletionAt
    // Who is suspended cannot cancel events: these end with the account.
    const isSuspended = user.suspendedUntil && user.suspendedUntil > now
    if (!isSuspended && (await listUpcomingEvents(tx, user.id, now)).length > 0)
      throw new AppError('cancel_events_first')
    return closeAccount(deps, tx, { userId: user.id, keptSession: user.tokenHash, now })
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
