// Showing again who one is, for what matters: access/proof.ts asks for it.
import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Proof, ProofWay } from '../../../contract/security.ts'
import { provedUntil } from '../../access/proof.ts'
import type { Db, Tx } from '../../db/client.ts'
import { sessions } from '../../db/schema/auth.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { isPasswordOf } from './passwords.ts'
import { findAccount } from './queries.ts'
import { stillHolds, type Verified } from './sessions.ts'
import { guarded } from './sign-in-guard.ts'

export async function getProof({ db, clock, config }: Deps, user: SessionUser) {
  const account = await findAccount(db, user.id)
  const ways: ProofWay[] = []
  if (account?.passwordHash) ways.push('password')
  if (account?.googleSubject && config.google) ways.push('google')
  return { ways, provedUntil: provedUntil(user, clock())?.toISOString() ?? null }
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

/** A stolen token must not let anybody guess faster than on the login form. */
export async function prove(deps: Deps, user: SessionUser, { password = '' }: Proof, ip: string) {
  const now = deps.clock()
  const proved = await guarded(deps.limits, { kind: 'proof', account: user.id, ip }, async () => {
    const isProved = await byPassword(deps, user, password, now)
    return isProved ? now : null
  })
  const until = provedUntil({ provedAt: proved }, now)
  if (!until) throw new AppError('proof_failed')
  return { provedUntil: until.toISOString() }
}
