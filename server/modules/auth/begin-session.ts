// From what was verified to a session, with the second step in between where the account has one.
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { endedCookie, readPending } from './pending-sign-in.ts'
import { hasSecondStep, takeCode } from './second-step.ts'
import { startSession, type Verified } from './sessions.ts'
import { guarded } from './sign-in-guard.ts'

interface Given {
  code?: string | null
  userAgent?: string
}

export type Begun = { token: string } | { token: null; why: 'no-longer-verified' | 'code-missing' | 'code-wrong' }

/** An account without a second step costs no question more than it did before there was one. */
export async function beginSession(deps: Deps, verified: Verified, { code, userAgent }: Given): Promise<Begun> {
  const { db, clock } = deps
  const beginning = { now: clock(), userAgent }
  const token = await startSession(db, verified, beginning)
  if (token) return { token }
  if (!(await hasSecondStep(db, verified.id))) return { token: null, why: 'no-longer-verified' }
  if (!code) return { token: null, why: 'code-missing' }
  const afterCode = await db.transaction(async (tx) => {
    const isTaken = await takeCode(deps, tx, verified.id, code)
    return isTaken ? startSession(tx, verified, { ...beginning, hasSecondStep: true }) : null
  })
  deps.jobs.nudge()
  return afterCode ? { token: afterCode } : { token: null, why: 'code-wrong' }
}

/** After Google. Guesses count as those at the login form do, together with them. */
export async function finishSecondStep(deps: Deps, cookie: string | undefined, code: string, caller: CallMeta) {
  const { secrets, clock, limits, config } = deps
  const verified = readPending(secrets, cookie, clock())
  if (!verified) throw new AppError('sign_in_again')
  const token = await guarded(limits, { kind: 'sign-in', account: verified.id, ip: caller.ip }, async () => {
    const begun = await beginSession(deps, verified, { code, userAgent: caller.userAgent })
    return begun.token
  })
  if (!token) throw new AppError('second_step')
  return new Answer({ access_token: token }, { headers: { 'set-cookie': endedCookie(config.publicUrl) } })
}
