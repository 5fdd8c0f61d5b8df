// The second step at sign-in: a code of the authenticator app, or one of the recovery codes. Each works once.
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { requireProof, requireStrongProof } from '../../access/proof.ts'
import type { Secrets } from '../../access/secrets.ts'
import { unseal } from '../../access/sealed.ts'
import type { Db, Tx } from '../../db/client.ts'
import { twoFactor } from '../../db/schema/two-factor.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** In a row. Getting this far takes the password, so the owner gets an email: once, until a right code resets the count. */
const TOLD_AFTER = 3
/**
 * In a row. Three of a million codes hold at any moment, so fifty guesses find one with a chance of 1 in 6,700. Then the app
 * is no longer asked: a recovery code, a passkey or a reset by email opens the account, and each sets the count back.
 */
export const MOST_WRONG_CODES = 50

/** Whether signing in to this account takes a second step. Asked whatever FEATURES says: off hides the switch only. */
export async function hasSecondStep(db: Db | Tx, userId: number): Promise<boolean> {
  const isOn = and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt))
  return (await db.$count(twoFactor, isOn)) > 0
}

/**
 * For what removes the second step, replaces it or takes its place: where it is on, knowing the password must not be enough.
 */
export async function requireProofForSecondStep(db: Db | Tx, user: SessionUser, now: Date): Promise<void> {
  if (await hasSecondStep(db, user.id)) requireStrongProof(user, now)
  else requireProof(user, now)
}

async function takeAppCode(tx: Tx, secrets: Secrets, userId: number, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  if (row && row.wrongCodes >= MOST_WRONG_CODES) return false
  const secret = row?.confirmedAt && unseal(secrets, userId, row.secret)
  const step = secret && stepOf(secret, code.replace(/\s/g, ''), now, row.lastStep)
  if (!row || !secret || !step) return false
  const taken = await tx
    .update(twoFactor)
    .set({ lastStep: step, wrongCodes: 0 })
    // Of two that come with the same code at once, one finds the step still unused.
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt), lt(twoFactor.lastStep, step)))
  return taken.rowCount === 1
}

/** A proof that no wrong code can have: the count begins again. */
export const forgiveWrongCodes = (tx: Tx, userId: number) =>
  tx.update(twoFactor).set({ wrongCodes: 0 }).where(eq(twoFactor.userId, userId))

async function countWrongCode({ mails }: Deps, tx: Tx, userId: number): Promise<number> {
  const [row] = await tx
    .update(twoFactor)
    .set({ wrongCodes: sql`${twoFactor.wrongCodes} + 1` })
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
    .returning({ wrongCodes: twoFactor.wrongCodes })
  const count = row?.wrongCodes ?? 0
  const change = count === TOLD_AFTER ? 'wrong-codes' : count === MOST_WRONG_CODES ? 'codes-stopped' : null
  if (change) await mails.add(tx, { kind: 'security-notice', userId, payload: { change } })
  return count
}

/**
 * Uses a code up. With the account's row locked, so that a thousand guesses at once are counted one by one; the caller
 * commits whatever this returns.
 */
export async function takeCode(
  deps: Deps,
  tx: Tx,
  userId: number,
  code: string,
): Promise<'taken' | 'wrong' | 'stopped'> {
  const { secrets, clock, mails } = deps
  if (await takeAppCode(tx, secrets, userId, code, clock())) return 'taken'
  if (!(await takeRecoveryCode(tx, userId, code, clock())))
    return (await countWrongCode(deps, tx, userId)) >= MOST_WRONG_CODES ? 'stopped' : 'wrong'
  await forgiveWrongCodes(tx, userId)
  const left = await countRecoveryCodes(tx, userId)
  await mails.add(tx, { kind: 'security-notice', userId, payload: { change: 'recovery-code-used', left } })
  return 'taken'
}
