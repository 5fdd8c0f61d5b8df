// Signing in with a passkey, and using one to prove one's identity.
import { and, eq, lt, or } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { PASSKEYS } from '../../../contract/limits.ts'
import type { Assertion, RequestOptions } from '../../../contract/passkeys.ts'
import type { Tx } from '../../db/client.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { maySignIn } from '../../db/seed/demo-people.ts'
import type { Deps } from '../../deps.ts'
import type { CallMeta } from '../../http/bind.ts'
import type { SessionUser } from '../../http/session.ts'
import { newChallenge, useUp, type Purpose } from './challenges.ts'
import { checkAssertion, getSite } from './passkey-checks.ts'
import { descriptorOf, findPasskeys } from './passkeys.ts'
import { findAccount, lockAccount } from './queries.ts'
import { startSession } from './sessions.ts'

const SIGN_IN = 'sign-in'

const toProve = (user: SessionUser) => `prove ${user.tokenHash.toString('hex')}`

function requestOptions(deps: Deps, purpose: Purpose, allowed: RequestOptions['allowCredentials']): RequestOptions {
  return {
    challenge: newChallenge(deps.secrets, purpose, deps.clock()),
    rpId: getSite(deps).rpId,
    timeout: PASSKEYS.timeoutMs,
    userVerification: 'required',
    allowCredentials: allowed,
  }
}

/** Names no passkey: the browser knows which ones it has, and nobody learns who has one. */
export const getSignInOptions = (deps: Deps) => requestOptions(deps, SIGN_IN, [])

export const getProofOptions = async (deps: Deps, user: SessionUser) =>
  requestOptions(deps, toProve(user), (await findPasskeys(deps.db, user.id)).map(descriptorOf))

interface Answered {
  userId: number
  passkeyId: number
  challenge: string
  counter: number
}

async function findAnswered(deps: Deps, given: Assertion, purpose: Purpose): Promise<Answered | null> {
  const [stored] = await deps.db.select().from(passkeys).where(eq(passkeys.credentialId, given.id))
  const answer = stored && (await checkAssertion(deps, given, stored, purpose))
  return answer ? { ...answer, userId: stored.userId, passkeyId: stored.id } : null
}

/**
 * Writes down that it was used. False: the challenge has served before, the passkey has been removed, or another
 * answer with as high a counter came first. The passkey's row stays locked until the caller commits.
 */
export async function takeAnswer(deps: Deps, tx: Tx, { passkeyId, challenge, counter }: Answered): Promise<boolean> {
  if (!(await useUp(tx, challenge))) return false
  const hasGrown = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)))
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: deps.clock() })
    .where(and(eq(passkeys.id, passkeyId), hasGrown))
  return used.rowCount === 1
}

export async function signInWithPasskey(deps: Deps, given: Assertion, meta: CallMeta) {
  const { ip, userAgent, isFromThisMachine } = meta
  const { db, clock, limits, config } = deps
  await limits.take('signInAddress', ip)
  const answered = await findAnswered(deps, given, SIGN_IN)
  const account = answered && (await findAccount(db, answered.userId))
  if (!account || !maySignIn(account, config, isFromThisMachine)) throw new AppError('passkey_failed')
  const verified = { id: account.id, passkeyId: answered.passkeyId }
  const token = await db.transaction(async (tx) => {
    // The account before its passkey, as every cure locks them.
    await lockAccount(tx, account.id)
    const isTaken = await takeAnswer(deps, tx, answered)
    return isTaken ? startSession(tx, verified, { now: clock(), userAgent, hasSecondStep: true }) : null
  })
  if (!token) throw new AppError('passkey_failed')
  await limits.giveBack('signInAddress', ip)
  return { access_token: token }
}

/** In the session that the challenge was made for, by a passkey of its own account. */
export async function provePasskey(deps: Deps, user: SessionUser, given: Assertion) {
  const answered = await findAnswered(deps, given, toProve(user))
  return answered?.userId === user.id ? answered : null
}
