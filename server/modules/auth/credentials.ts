// How an account is entered is changed here alone, each time with the account's row locked and against what was
// verified before. Every change locks users first, then password_resets, then sessions, so that none waits in a circle.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { passwordResets } from '../../db/schema/auth.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { users } from '../../db/schema/users.ts'
import { removeSecondStep } from './second-step.ts'
import { endSessions } from './sessions.ts'

const endResetLinks = (tx: Tx, userId: number) => tx.delete(passwordResets).where(eq(passwordResets.userId, userId))

const endPasskeys = (tx: Tx, userId: number) => tx.delete(passkeys).where(eq(passkeys.userId, userId))

/** False: the password that was verified is no longer the account's. */
export async function changeVerifiedPassword(
  tx: Tx,
  verified: { id: number; passwordHash: string },
  passwordHash: string,
  keptSession: Buffer,
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, verified.id), eq(users.passwordHash, verified.passwordHash)))
  if (changed.rowCount === 0) return false
  await endResetLinks(tx, verified.id)
  await endSessions(tx, verified.id, { except: keptSession })
  return true
}

/**
 * By a link that was mailed to the address, which confirms the address as well. Two-factor stays on (beyond.md §8); passkeys
 * from before anybody had confirmed the address may be those of somebody who was not its owner (decision 207).
 */
export async function setMailedPassword(tx: Tx, userId: number, passwordHash: string, now: Date): Promise<void> {
  const isFirstProof = and(eq(users.id, userId), isNull(users.emailConfirmedAt))
  if ((await tx.$count(users, isFirstProof)) > 0) await endPasskeys(tx, userId)
  await tx
    .update(users)
    .set({ passwordHash, emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})` })
    .where(eq(users.id, userId))
  await endSessions(tx, userId)
}

/**
 * Decision 021. If nobody has proven this address to us before, somebody else may have signed up with it and be waiting
 * for its owner to come: password, second step, passkeys, reset links and sessions end with the link. A confirmed owner keeps the password.
 */
export async function linkGoogle(
  tx: Tx,
  account: { id: number; emailConfirmedAt: Date | null },
  googleSubject: string,
  now: Date,
): Promise<void> {
  const isConfirmed = account.emailConfirmedAt !== null
  await tx
    .update(users)
    .set(isConfirmed ? { googleSubject } : { googleSubject, passwordHash: null, emailConfirmedAt: now })
    .where(eq(users.id, account.id))
  await endResetLinks(tx, account.id)
  if (isConfirmed) return
  // Or somebody who waited there would keep the owner out by a code, or still come in by a key.
  await removeSecondStep(tx, account.id)
  await endPasskeys(tx, account.id)
  await endSessions(tx, account.id)
}
