// An account is deleted 14 days after the request. Its seats and places in line are given back at once.
import { and, eq, gt } from 'drizzle-orm'
import { DAY, MINUTE } from '../../../contract/durations.ts'
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
import { hasAdministrator, lockRoles } from '../moderation/module.ts'
import { getProfile } from '../users/queries.ts'
import { eraseWords } from './erasure.ts'
import { leaveEvents } from './leaving.ts'
import { listUpcomingEvents } from './queries.ts'

interface Leaver {
  userId: number
  /** Stays signed in, to keep the account after all. */
  keptSession?: Buffer
  /** Titles and texts of their events are erased as well, on the last day. */
  blanksEvents?: boolean
  /** The owner of the address has never made the account. */
  isDisowned?: boolean
  now: Date
}

/** Their page, their name beside events and in lists, and the sitemap. */
export async function announceGoing({ changes }: Deps, tx: Tx, userId: number) {
  const told = [await changes.announceCreator(tx, userId), await changes.announceHidden(tx, [])]
  return () => told.forEach((invalidateLocally) => invalidateLocally())
}

/** With the account's row locked. Afterwards, outside of the transaction: invalidateLocally and leaveEvents. */
export async function closeAccount(deps: Deps, tx: Tx, leaver: Leaver) {
  const { userId, keptSession, blanksEvents = false, isDisowned = false, now } = leaver
  const finalAt = new Date(now.getTime() + DELETION_DAYS * DAY)
  const [account] = await tx
    .update(users)
    .set({ deletionAt: finalAt, blanksEvents, disownedAt: isDisowned ? now : null })
    .where(eq(users.id, userId))
    .returning()
  if (account) await eraseWords(tx, account)
  await cure(tx, 'deletion', { userId, keptSession, now })
  await deps.mails.add(tx, { kind: 'account-deletion', userId })
  // Once more in a minute: a booking may have been in flight, and this process may die before it has left them all.
  await deps.jobs.add(tx, { kind: 'leave-events', payload: { userId }, runAt: new Date(now.getTime() + MINUTE) })
  return { finalAt, invalidateLocally: await announceGoing(deps, tx, userId) }
}

/** Asked for again, it is final on the same day. */
export async function deleteAccount(deps: Deps, user: SessionUser, { blanksEvents }: { blanksEvents: boolean }) {
  const now = deps.clock()
  requireProof(user, now)
  const { finalAt, invalidateLocally } = await deps.db.transaction(async (tx) => {
    // Two administrators who leave at once, or one who leaves while the other's role is taken: one of both is refused.
    await lockRoles(tx)
    await lockSession(tx, user)
    const [account] = await tx.select().from(users).where(eq(users.id, user.id))
    if (!account) throw new AppError('unauthorized')
    if (account.deletionAt) return { finalAt: account.deletionAt, invalidateLocally: undefined }
    if (account.role === 'administrator' && !(await hasAdministrator(tx, user.id)))
      throw new AppError('last_administrator')
    // A suspended person cannot cancel events: these end with the account.
    const isSuspended = user.suspendedUntil && user.suspendedUntil > now
    if (!isSuspended && (await listUpcomingEvents(tx, user.id, now)).length > 0)
      throw new AppError('cancel_events_first')
    return closeAccount(deps, tx, { userId: user.id, keptSession: user.tokenHash, blanksEvents, now })
  })
  invalidateLocally?.()
  await leaveEvents(deps, user.id)
  deps.jobs.nudge()
  return { day: finalAt.toISOString().slice(0, 10), finalAt: finalAt.toISOString() }
}

/** Until the day on which it is final; then it is being erased. */
export async function keepAccount(deps: Deps, user: SessionUser): Promise<Profile> {
  const invalidateLocally = await deps.db.transaction(async (tx) => {
    const kept = await tx
      .update(users)
      .set({ deletionAt: null, blanksEvents: false, disownedAt: null })
      .where(and(eq(users.id, user.id), gt(users.deletionAt, deps.clock())))
    return kept.rowCount ? announceGoing(deps, tx, user.id) : undefined
  })
  invalidateLocally?.()
  return getProfile(deps, user.id)
}
