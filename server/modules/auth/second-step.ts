// The second step at sign-in: a code of the authenticator app, or one of the recovery codes. Each works once.
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Secrets } from '../../access/secrets.ts'
import { seal, unseal } from '../../access/sealed.ts'
import type { Db, Tx } from '../../db/client.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import type { Deps } from '../../deps.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

const boundTo = (userId: number) => ({ purpose: 'two-factor', owner: `user ${userId}` })

export const sealSecret = (secrets: Secrets, userId: number, secret: Buffer) => seal(secrets, boundTo(userId), secret)

export const openSecret = (secrets: Secrets, userId: number, sealed: Buffer) => unseal(secrets, boundTo(userId), sealed)

/** Whether signing in to this account takes a second step. Asked whatever FEATURES says: off hides the switch only. */
export async function hasSecondStep(db: Db | Tx, userId: number): Promise<boolean> {
  const isOn = and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt))
  return (await db.$count(twoFactor, isOn)) > 0
}

async function takeAppCode(tx: Tx, secrets: Secrets, userId: number, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  const secret = row?.confirmedAt && openSecret(secrets, userId, row.secret)
  const step = secret && stepOf(secret.plain, code.replace(/\s/g, ''), now, row.lastStep)
  if (!row || !secret || !step) return false
  const taken = await tx
    .update(twoFactor)
    // While we have it in our hands: after the next rotation the old key is gone.
    .set({ lastStep: step, ...(secret.isOld && { secret: sealSecret(secrets, userId, secret.plain) }) })
    // Of two that come with the same code at once, one finds the step still unused.
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt), lt(twoFactor.lastStep, step)))
  return taken.rowCount === 1
}

/** Uses a code up. False: it is none, or it was used before. */
export async function takeCode(deps: Deps, tx: Tx, userId: number, code: string): Promise<boolean> {
  const { secrets, clock, mails } = deps
  if (await takeAppCode(tx, secrets, userId, code, clock())) return true
  if (!(await takeRecoveryCode(tx, userId, code, clock()))) return false
  const left = await countRecoveryCodes(tx, userId)
  await mails.add(tx, { kind: 'security-notice', userId, payload: { change: 'recovery-code-used', left } })
  return true
}

/** With the account's row locked. */
export async function removeSecondStep(tx: Tx, userId: number): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
