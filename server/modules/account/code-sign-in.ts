// Signs in with an emailed code. It proves the address: the first time, whose account and booking these are is asked first.
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { cure } from '../../access/cures.ts'
import { whoseToAsk } from '../../access/whose-booking.ts'
import type { Tx } from '../../db/client.ts'
import { maySignIn } from '../../db/seed/demo-people.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import type { SessionUser } from '../../http/session.ts'
import {
  browserCookies,
  checkPassword,
  endMailedCode,
  guarded,
  hasMailedCode,
  isMailedCode,
  markBrowser,
  newBrowser,
  readBrowser,
  startSession,
  takeCode,
} from '../auth/module.ts'
import { findAccount, findAccountByEmail, lockAccount, type Account } from '../auth/queries.ts'
import { confirm, disown } from './address.ts'

interface Given {
  email: string
  code: string
  secondStep?: string | null
  isMine?: boolean
  password?: string
}

type Browser = ReturnType<typeof newBrowser>

type Entered = { token: string } | { isDisowned: true } | { refusal: ErrorCode }

const WRONG: Entered = { refusal: 'mailed_code_wrong' }

interface Entry extends Given {
  account: Account
  browser: Browser
  /** This browser is signed in to the account: the person who made it reads the emails too. */
  isOwn: boolean
  /** The hash of a password that was typed and is right. */
  knownPassword: string | null
  meta: CallMeta
}

/** The token, once a second step was shown where the account asks for one. */
async function openSession(deps: Deps, tx: Tx, { account, secondStep, meta }: Entry): Promise<Entered> {
  const { id, email } = account
  const beginning = { now: deps.clock(), userAgent: meta.userAgent }
  const token = await startSession(tx, { id, email }, beginning)
  if (token) return { token }
  // Not a guess: nothing is counted, and the emailed code works once more, with the other one.
  if (!secondStep) throw new AppError('second_step')
  const taken = await takeCode(deps, tx, id, secondStep)
  if (taken !== 'taken') return { refusal: taken === 'stopped' ? 'codes_stopped' : 'second_step' }
  const opened = await startSession(tx, { id, email }, { ...beginning, hasSecondStep: true })
  return opened ? { token: opened } : WRONG
}

/** One transaction, with the account's row locked: a reset, Google or a confirmation comes before it or after it. */
const enter = (deps: Deps, entry: Entry) =>
  deps.db.transaction(async (tx): Promise<Entered> => {
    const { browser, code, isMine, isOwn, knownPassword } = entry
    const userId = entry.account.id
    const now = deps.clock()
    await lockAccount(tx, userId)
    const account = await findAccount(tx, userId)
    // Another address since: the code went to the old one.
    if (account?.email !== entry.account.email) return WRONG
    if (!(await isMailedCode(deps, tx, { browser, userId, code, now }))) return WRONG
    const isFirstProof = account.emailConfirmedAt === null && !isOwn
    // No was pressed, and somebody else has confirmed the address since: it must not sign them in.
    if (!isFirstProof && isMine === false) return WRONG
    if (isFirstProof && isMine === undefined) {
      const asks = await whoseToAsk(tx, userId, now)
      throw new AppError(asks === 'booking' ? 'whose_booking' : 'whose_account')
    }
    if (isFirstProof && !isMine) {
      await endMailedCode(tx, browser)
      return { isDisowned: true }
    }
    if (isFirstProof) {
      const keepsPassword = knownPassword !== null && knownPassword === account.passwordHash
      await cure(tx, 'first-proof', { userId, now }, { keeps: keepsPassword ? ['password'] : [] })
    }
    const entered = await openSession(deps, tx, { ...entry, account })
    if (!('token' in entered)) return entered
    if (!account.emailConfirmedAt) await confirm(tx, userId, now)
    await endMailedCode(tx, browser)
    return entered
  })

/** Tries are counted with those at the login form. `user`: who is signed in where the code is typed, if anybody is. */
export async function verifyCode(
  deps: Deps,
  user: SessionUser | null,
  given: Given,
  cookie: string | undefined,
  meta: CallMeta,
) {
  const { db, limits, clock, config, secrets, jobs } = deps
  const found = await findAccountByEmail(db, given.email)
  const browser = readBrowser(cookie) ?? newBrowser()
  let entered: Entered = WRONG
  await guarded(limits, { kind: 'sign-in', account: found?.id ?? given.email.toLowerCase(), ip: meta.ip }, async () => {
    const hasCode = await hasMailedCode(db, browser, found?.id ?? 0, clock())
    if (!found || !hasCode || !maySignIn(found, config, meta.isFromThisMachine)) return null
    const knownPassword =
      given.isMine && given.password ? await checkPassword(deps, found.id, given.password, meta.ip) : null
    if (given.isMine && given.password && knownPassword === null) throw new AppError('current_password_wrong')
    const isOwn = user?.id === found.id
    entered = await enter(deps, { ...given, account: found, browser, isOwn, knownPassword, meta })
    return 'refusal' in entered ? null : true
  })
  jobs.nudge()
  if ('refusal' in entered) throw new AppError(entered.refusal)
  if (!found) throw new AppError('internal')
  if ('isDisowned' in entered) {
    const { ended } = await disown(deps, { user: found })
    return new Answer({ access_token: null, ended })
  }
  const headers = { 'set-cookie': browserCookies(config.publicUrl, markBrowser(secrets, browser, found.id)) }
  return new Answer({ access_token: entered.token }, { headers })
}
