// Another address for an account. It is confirmed at the new one and announced to the old one; somebody who reads the old mailbox
// must not act on the account any more, so every link that was mailed there ends.
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { HOUR } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { keepAddressState } from '../../../contract/mail-links.ts'
import { cure } from '../../access/cures.ts'
import { requireProof } from '../../access/proof.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { lockAccount, lockSession } from '../auth/queries.ts'
import { findLink } from '../links/queries.ts'

/** The email says so. */
const VALID_FOR = 24 * HOUR

/** The same reply whether or not somebody has that address: only its owner is notified. */
export async function changeAddress(deps: Deps, user: SessionUser, email: string) {
  const now = deps.clock()
  requireProof(user, now)
  await deps.limits.take('changeAddress', user.id)
  // The address has not asked for our emails.
  await deps.limits.take('mailToAccount', ['address', email.toLowerCase()])
  await deps.limits.take('typedAddress', ['new address', email.toLowerCase()])
  await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    // Each request has a new number, so the link of an earlier one no longer matches.
    await tx.delete(addressChanges).where(eq(addressChanges.userId, user.id))
    const [wish] = await tx
      .insert(addressChanges)
      .values({ userId: user.id, email, expiresAt: new Date(now.getTime() + VALID_FOR), createdAt: now })
      .returning({ id: addressChanges.id })
    await deps.mails.add(tx, { kind: 'confirm-new-address', userId: user.id })
    const payload = { to: user.email, changeId: wish?.id }
    await deps.mails.add(tx, { kind: 'address-change-asked', userId: user.id, payload })
  })
  deps.jobs.nudge()
  return { message: 'We have sent a link to the new address. It becomes yours once you have used it.' }
}

interface Change {
  userId: number
  changeId: number
}

/** The signature of a mailed link is over the address, so those links end by themselves. */
export async function moveToNewAddress({ db, clock, mails, changes }: Deps, { userId, changeId }: Change) {
  const now = clock()
  const invalidateLocally = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const [wish] = await tx
      .delete(addressChanges)
      .where(and(eq(addressChanges.id, changeId), eq(addressChanges.userId, userId), gt(addressChanges.expiresAt, now)))
      .returning()
    const [before] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!wish || !before) throw new AppError('link_invalid')
    await tx.update(users).set({ email: wish.email, emailConfirmedAt: now }).where(eq(users.id, userId))
    await cure(tx, 'new-address', { userId, now })
    await mails.add(tx, { kind: 'address-changed', userId, payload: { to: before.email } })
    // The creator's page may show it.
    return changes.announceCreator(tx, userId)
  })
  invalidateLocally()
}

/** The button in the email to the old address: as often as it is pressed. */
export async function stopAddressChange(deps: Deps, token: string): Promise<z.output<typeof keepAddressState>> {
  const link = await findLink(deps, token)
  if (link?.purpose !== 'keep-address') throw new AppError('link_invalid')
  const { user, subjectId } = link
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    // Confirmed while this waited: the account has another address, and this link has ended.
    const [now] = await tx.select({ email: users.email }).from(users).where(eq(users.id, user.id))
    if (now?.email !== user.email) throw new AppError('link_invalid')
    const isIt = and(eq(addressChanges.id, subjectId), eq(addressChanges.userId, user.id))
    await tx.delete(addressChanges).where(isIt)
  })
  return { purpose: 'keep-address', isStopped: true }
}
