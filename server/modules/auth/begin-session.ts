// Turns a verified credential into a session, after the second step where the account has one.
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { serveOnce } from './challenges.ts'
import { endedCookie, readPending, type Half } from './pending-sign-in.ts'
import { lockAccount } from './queries.ts'
import { hasSecondStep, takeCode } from './second-step.ts'
import { startSession, type Beginning, type Verified } from './sessions.ts'
import { guarded } from './sign-in-guard.ts'

interface Given {
  code?: string | null
  userAgent?: string
  /** The first step is recorded in a cookie that works once. */
  half?: Half
}

export type Begun =
  { token: string } | { token: null; why: 'no-longer-verified' | 'code-missing' | 'code-wrong' | 'codes-stopped' }

async function openSession(tx: Tx, verified: Verified, beginning: Beginning, half: Half | undefined) {
  const token = await startSession(tx, verified, beginning)
  if (token && half && !(await serveOnce(tx, half.signed, half.expiresAt))) throw new AppError('sign_in_again')
  return token
}

/** An account without a second step costs no extra query. */
export async function beginSession(deps: Deps, verified: Verified, { code, userAgent, half }: Given): Promise<Begun> {
  const { db, clock } = deps
  const beginning = { now: clock(), userAgent }
  const withoutCode = (on: Db) =>
    half ? on.transaction((tx) => openSession(tx, verified, beginning, half)) : startSession(on, verified, beginning)
  const token = await withoutCode(db)
  if (token) return { token }
  if (!(await hasSecondStep(db, verified.id))) return { token: null, why: 'no-longer-verified' }
  if (!code) return { token: null, why: 'code-missing' }
  const begun = await db.transaction(async (tx): Promise<Begun> => {
    // The account before its second step, as every cure locks them.
    await lockAccount(tx, verified.id)
    const taken = await takeCode(deps, tx, verified.id, code)
    if (taken !== 'taken') return { token: null, why: taken === 'stopped' ? 'codes-stopped' : 'code-wrong' }
    const opened = await openSession(tx, verified, { ...beginning, hasSecondStep: true }, half)
    return opened ? { token: opened } : { token: null, why: 'no-longer-verified' }
  })
  deps.jobs.nudge()
  return begun
}

/** After Google. Guesses count as those at the login form do, together with them. */
export async function finishSecondStep(deps: Deps, cookie: string | undefined, code: string, caller: CallMeta) {
  const { secrets, clock, limits, config } = deps
  const pending = readPending('second-step', secrets, cookie, clock())
  if (!pending) throw new AppError('sign_in_again')
  const { verified, half } = pending
  let isStopped = false
  const token = await guarded(limits, { kind: 'sign-in', account: verified.id, ip: caller.ip }, async () => {
    const begun = await beginSession(deps, verified, { code, userAgent: caller.userAgent, half })
    isStopped = begun.token === null && begun.why === 'codes-stopped'
    return begun.token
  })
  if (!token) throw new AppError(isStopped ? 'codes_stopped' : 'second_step')
  return new Answer(
    { access_token: token },
    { headers: { 'set-cookie': endedCookie('second-step', config.publicUrl) } },
  )
}
