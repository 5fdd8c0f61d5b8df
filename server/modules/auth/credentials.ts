// How an account is entered is changed here alone, each time with the account's row locked and against what was
// verified before. What ends with each change: server/access/cures.ts.
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { cure, type Kept, type SecretName } from '../../access/cures.ts'
import { whoseToAsk } from '../../access/whose-booking.ts'
import type { Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { SessionUser } from '../../http/session.ts'
import { findAccount, lockSession } from './queries.ts'
import { forgiveWrongCodes } from './second-step.ts'

interface NewPassword extends Kept {
  passwordHash: string
  now: Date
}

/** False: the password that was verified is no longer the account's. */
export async function changeVerifiedPassword(
  tx: Tx,
  user: Pick<SessionUser, 'id' | 'tokenHash'>,
  verified: { passwordHash: string },
  change: NewPassword,
): Promise<boolean> {
  await lockSession(tx, user)
  const isStillIts = and(eq(users.id, user.id), eq(users.passwordHash, verified.passwordHash))
  if ((await tx.$count(users, isStillIts)) === 0) return false
  await cure(tx, 'password-change', { userId: user.id, keptSession: user.tokenHash, ...change })
  return true
}

/**
 * By a link that was mailed to the address, which confirms the address as well. If nobody had confirmed it before, whatever
 * was set up may be somebody else's who signed up with it, unless it is set from a browser that is signed in.
 */
export async function setMailedPassword(
  tx: Tx,
  userId: number,
  { passwordHash, now }: NewPassword,
  { isSignedIn, isMine }: { isSignedIn: boolean; isMine?: boolean },
): Promise<void> {
  const account = await findAccount(tx, userId)
  const isFirstProof = account?.emailConfirmedAt === null && !isSignedIn
  // Without a booking the specification's form and call are enough: what somebody else set up ends anyway.
  if (isFirstProof && !isMine && (await whoseToAsk(tx, userId, now)) === 'booking') throw new AppError('whose_booking')
  await cure(tx, isFirstProof ? 'first-proof' : 'reset', { userId, passwordHash, now })
  await forgiveWrongCodes(tx, userId)
  await confirmEmail(tx, userId, now)
}

export const confirmEmail = (tx: Tx, userId: number, now: Date) =>
  tx
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})` })
    .where(eq(users.id, userId))

/**
 * Decision 207. If nobody has proven this address to us before, somebody else may have signed up with it and be waiting
 * for its owner to come. A confirmed owner keeps the password.
 */
export async function linkGoogle(
  tx: Tx,
  account: { id: number; emailConfirmedAt: Date | null },
  googleSubject: string,
  now: Date,
  keeps: SecretName[] = [],
): Promise<void> {
  await tx.update(users).set({ googleSubject }).where(eq(users.id, account.id))
  await cure(tx, account.emailConfirmedAt ? 'google-linked' : 'first-proof', { userId: account.id, now }, { keeps })
  await confirmEmail(tx, account.id, now)
}
