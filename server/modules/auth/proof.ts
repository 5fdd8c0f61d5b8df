// Proving one's identity again; sensitive actions require it (access/proof.ts).
import { eq, sql } from 'drizzle-orm'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { Assertion } from '../../../contract/passkeys.ts'
import type { Proof, ProofWay } from '../../../contract/security.ts'
import { provedUntil } from '../../access/proof.ts'
import type { Db, Tx } from '../../db/client.ts'
import { sessions } from '../../db/schema/auth.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import type { Browser } from './browsers.ts'
import { provePasskey, takeAnswer } from './passkey-sign-in.ts'
import { findPasskeys } from './passkeys.ts'
import { isPasswordOf } from './passwords.ts'
import { confirmEmail } from './credentials.ts'
import { endMailedCode, isMailedCode } from './mailed-codes.ts'
import { findAccount, lockAccount, type Account } from './queries.ts'
import { hasSecondStep, takeCode } from './second-step.ts'
import { stillHolds, type Verified } from './sessions.ts'
import { guarded } from './sign-in-guard.ts'

/** Reading the mailbox never replaces a password or a second step. */
const mayProveByEmail = ({ passwordHash }: Account, asksForCode: boolean) => passwordHash === null && !asksForCode

export async function getProof({ db, clock, config }: Deps, user: SessionUser) {
  const account = await findAccount(db, user.id)
  const ways: ProofWay[] = []
  if (account?.passwordHash) ways.push('password')
  const asksForCode = await hasSecondStep(db, user.id)
  if (asksForCode) ways.push('code')
  if ((await findPasskeys(db, user.id)).length > 0) ways.push('passkey')
  if (account?.googleSubject && config.google) ways.push('google')
  if (account && mayProveByEmail(account, asksForCode)) ways.push('email-code')
  return { ways, provedUntil: provedUntil(user, clock())?.toISOString() ?? null }
}

/** By a code or a passkey. False: the session has ended. */
export async function writeStrongProof(tx: Tx, user: SessionUser, now: Date): Promise<boolean> {
  const written = await tx
    .update(sessions)
    .set({ provedAt: now, strongProofAt: now })
    .where(eq(sessions.tokenHash, user.tokenHash))
  return written.rowCount === 1
}

/** False: what was verified is no longer the account's, or the session has ended. */
async function markProved(tx: Db | Tx, user: SessionUser, verified: Verified, now: Date): Promise<boolean> {
  const marked = await tx
    .update(sessions)
    .set({ provedAt: now })
    .where(
      sql`${eq(sessions.tokenHash, user.tokenHash)} and exists (
        select from users where users.id = ${sessions.userId} and ${stillHolds(verified)})`,
    )
  return marked.rowCount === 1
}

async function byPassword({ db }: Deps, user: SessionUser, password: string, now: Date): Promise<boolean> {
  const account = await findAccount(db, user.id)
  const isRight = await isPasswordOf(account, password)
  if (!isRight || !account?.passwordHash) return false
  return markProved(db, user, { id: account.id, passwordHash: account.passwordHash }, now)
}

const byCode = (deps: Deps, user: SessionUser, code: string, now: Date): Promise<boolean | 'stopped'> =>
  deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const taken = await takeCode(deps, tx, user.id, code)
    if (taken === 'stopped') return taken
    return taken === 'taken' && writeStrongProof(tx, user, now)
  })

async function byPasskey(deps: Deps, user: SessionUser, given: Assertion, now: Date): Promise<boolean> {
  const answered = await provePasskey(deps, user, given)
  if (!answered) return false
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    return (await takeAnswer(deps, tx, answered)) && writeStrongProof(tx, user, now)
  })
}

/** The person who is signed in reads the emails too, so that the address is theirs. */
const byEmailedCode = (deps: Deps, user: SessionUser, code: string, browser: Browser, now: Date) =>
  deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const account = await findAccount(tx, user.id)
    if (!account || !mayProveByEmail(account, await hasSecondStep(tx, user.id))) return false
    if (!(await isMailedCode(deps, tx, { browser, userId: user.id, code, now }))) return false
    await endMailedCode(tx, browser)
    await confirmEmail(tx, user.id, now)
    return markProved(tx, user, { id: user.id, email: account.email }, now)
  })

type Given = Proof & { browser: Browser | null }

function isProof(deps: Deps, user: SessionUser, given: Given, now: Date) {
  const { password = '', code, passkey, emailCode, browser } = given
  if (emailCode !== undefined) return browser ? byEmailedCode(deps, user, emailCode, browser, now) : false
  if (passkey) return byPasskey(deps, user, passkey, now)
  return code === undefined ? byPassword(deps, user, password, now) : byCode(deps, user, code, now)
}

/** A stolen token must not let anybody guess faster than on the login form. */
export async function prove(deps: Deps, user: SessionUser, given: Given, ip: string) {
  const now = deps.clock()
  let refusal: ErrorCode = 'proof_failed'
  const proved = await guarded(deps.limits, { kind: 'proof', account: user.id, ip }, async () => {
    const isProved = await isProof(deps, user, given, now)
    if (isProved === 'stopped') refusal = 'codes_stopped'
    return isProved === true ? now : null
  })
  const until = provedUntil({ provedAt: proved }, now)
  deps.jobs.nudge()
  if (!until) throw new AppError(refusal)
  return { provedUntil: until.toISOString() }
}
