// Switching the second step on and off.
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { endSecrets } from '../../access/cures.ts'
import { requireProof } from '../../access/proof.ts'
import { seal, unseal } from '../../access/sealed.ts'
import { twoFactor } from '../../db/schema/two-factor.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { writeStrongProof } from './proof.ts'
import { lockSession } from './queries.ts'
import { countRecoveryCodes, writeRecoveryCodes } from './recovery-codes.ts'
import { hasSecondStep, requireProofForSecondStep } from './second-step.ts'
import { guarded } from './sign-in-guard.ts'
import { appAddress, base32, newSecret, stepOf } from './totp.ts'

export async function getTwoFactor({ db }: Deps, user: SessionUser) {
  const isOn = await hasSecondStep(db, user.id)
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 }
}

/** Nothing is asked at sign-in before a code has shown that the app has the secret. Starting again replaces the secret. */
export async function beginTwoFactor({ db, clock, secrets }: Deps, user: SessionUser) {
  requireProof(user, clock())
  const secret = newSecret()
  const row = { secret: seal(secrets, user.id, secret), lastStep: 0, createdAt: clock() }
  const begun = await db.transaction(async (tx) => {
    await lockSession(tx, user)
    return tx
      .insert(twoFactor)
      .values({ userId: user.id, ...row })
      .onConflictDoUpdate({ target: twoFactor.userId, set: row, setWhere: isNull(twoFactor.confirmedAt) })
  })
  if (begun.rowCount === 0) throw new AppError('two_factor_on')
  return { secret: base32(secret), uri: appAddress(secret, user.email) }
}

/** Null: the code does not belong to the pending secret. */
async function confirmWith({ secrets, clock, mails }: Deps, tx: Tx, user: SessionUser, code: string) {
  await lockSession(tx, user)
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, user.id))
  if (row?.confirmedAt) throw new AppError('two_factor_on')
  const secret = row && unseal(secrets, user.id, row.secret)
  if (!secret) throw new AppError('two_factor_not_begun')
  const step = stepOf(secret, code.replace(/\s/g, ''), clock(), row.lastStep)
  if (!step) return null
  const isBegun = and(eq(twoFactor.userId, user.id), isNull(twoFactor.confirmedAt), eq(twoFactor.secret, row.secret))
  const confirmed = await tx.update(twoFactor).set({ confirmedAt: clock(), lastStep: step }).where(isBegun)
  // Begun again in another tab since: that secret is the one to confirm.
  if (confirmed.rowCount === 0) return null
  await writeStrongProof(tx, user, clock())
  await mails.add(tx, { kind: 'security-notice', userId: user.id, payload: { change: 'two-factor-on' } })
  return writeRecoveryCodes(tx, user.id)
}

export async function confirmTwoFactor(deps: Deps, user: SessionUser, code: string, ip: string) {
  requireProof(user, deps.clock())
  const codes = await guarded(deps.limits, { kind: 'proof', account: user.id, ip }, () =>
    deps.db.transaction((tx) => confirmWith(deps, tx, user, code)),
  )
  if (!codes) throw new AppError('code_wrong')
  deps.jobs.nudge()
  return { recoveryCodes: codes }
}

export async function renewRecoveryCodes(deps: Deps, user: SessionUser) {
  const codes = await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    await requireProofForSecondStep(tx, user, deps.clock())
    if (!(await hasSecondStep(tx, user.id))) throw new AppError('two_factor_not_begun')
    await deps.mails.add(tx, { kind: 'security-notice', userId: user.id, payload: { change: 'recovery-codes-new' } })
    return writeRecoveryCodes(tx, user.id)
  })
  deps.jobs.nudge()
  return { recoveryCodes: codes }
}

/** Already off: nothing to do. */
export async function endTwoFactor(deps: Deps, user: SessionUser): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    await requireProofForSecondStep(tx, user, deps.clock())
    const wasOn = await hasSecondStep(tx, user.id)
    await endSecrets(tx, ['second step', 'recovery codes'], { userId: user.id, now: deps.clock() })
    if (!wasOn) return
    await deps.mails.add(tx, { kind: 'security-notice', userId: user.id, payload: { change: 'two-factor-off' } })
  })
  deps.jobs.nudge()
}
