import { setTimeout as wait } from 'node:timers/promises'
import { email as emailSchema } from '../../../contract/auth.ts'
import { AppError } from '../../../contract/errors.ts'
import { RESET_LINK_MINUTES } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { isUniqueViolation } from '../../db/client.ts'
import { passwordResets } from '../../db/schema/auth.ts'
import { users } from '../../db/schema/users.ts'
import { maySignIn } from '../../db/seed/demo-people.ts'
import type { Deps } from '../../deps.ts'
import type { CallMeta } from '../../http/bind.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { beginSession } from './begin-session.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { changeVerifiedPassword, setMailedPassword } from './credentials.ts'
import { findAccount, findAccountByEmail, findPasswordReset, lockAccount, takePasswordReset } from './queries.ts'
import { endSession, startSession } from './sessions.ts'
import { forgiveAccount, guarded } from './sign-in-guard.ts'

interface Credentials {
  email: string
  password: string
}

interface Login extends Credentials {
  /** The second step, where the account has one. */
  code?: string | null
}

interface NewAccount extends Credentials {
  firstName: string
  lastName: string
}

export async function register(deps: Deps, { password, ...person }: NewAccount, caller: CallMeta) {
  const { db, clock, limits, jobs, mails } = deps
  await limits.take('signUp', caller.ip)
  const passwordHash = await hashPassword(password)
  try {
    const started = await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ ...person, passwordHash })
        .returning({ id: users.id })
      const beginning = { now: clock(), userAgent: caller.userAgent }
      const token = user && (await startSession(tx, { id: user.id, passwordHash }, beginning))
      if (!token) throw new AppError('internal')
      await mails.add(tx, { kind: 'confirm-address', userId: user.id })
      return { access_token: token }
    })
    jobs.nudge()
    return started
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new AppError('email_taken')
    throw error
  }
}

export async function login(deps: Deps, { email, password, code }: Login, meta: CallMeta) {
  const { ip, userAgent, isFromThisMachine } = meta
  const { db, limits, config } = deps
  // Something that is not an email address has no account, and is answered like a wrong password.
  const found = emailSchema.safeParse(email).success ? await findAccountByEmail(db, email) : null
  const account = found && maySignIn(found, config, isFromThisMachine) ? found : null
  const who = { kind: 'sign-in', account: found?.id ?? email.toLowerCase(), ip } as const
  let isCodeWrong = false
  const token = await guarded(limits, who, async () => {
    const isRight = await isPasswordOf(account, password)
    if (!isRight || !account?.passwordHash) return null
    const verified = { id: account.id, passwordHash: account.passwordHash }
    const begun = await beginSession(deps, verified, { code, userAgent })
    if (begun.token !== null) return begun.token
    // Not a guess: nothing is counted, and nothing that was counted is forgiven.
    if (begun.why === 'code-missing') throw new AppError('second_step')
    isCodeWrong = begun.why === 'code-wrong'
    return null
  })
  if (!token) throw new AppError(isCodeWrong ? 'second_step' : 'invalid_credentials')
  return { access_token: token }
}

export async function logout({ db }: Deps, user: SessionUser): Promise<undefined> {
  await endSession(db, user.tokenHash)
}

// An address without an account takes as long to answer as one with: this hides the time of two writes.
const FORGOT_PASSWORD_MS = 150

export async function forgotPassword(deps: Deps, email: string, ip: string) {
  await deps.limits.take('forgotPassword', ip)
  await Promise.all([sendResetLink(deps, email), wait(FORGOT_PASSWORD_MS)])
  return { message: messages.resetEmailSent }
}

async function sendResetLink({ db, clock, limits, jobs, mails }: Deps, email: string) {
  const account = await findAccountByEmail(db, email)
  const mayMail = await limits.tryTake('mailToAccount', [account?.id ?? email.toLowerCase()])
  if (!account || !mayMail) return
  const token = newToken()
  const link = {
    tokenHash: hashToken(token),
    expiresAt: new Date(clock().getTime() + RESET_LINK_MINUTES * 60_000),
  }
  await db.transaction(async (tx) => {
    await tx
      .insert(passwordResets)
      .values({ userId: account.id, ...link })
      // The newest link wins.
      .onConflictDoUpdate({ target: passwordResets.userId, set: link })
    await mails.add(tx, { kind: 'password-reset', userId: account.id, payload: { token } })
  })
  jobs.nudge()
}

export async function resetPassword({ db, clock, limits }: Deps, token: string, newPassword: string) {
  const tokenHash = hashToken(token)
  // Looked up first: a made-up link must not cost us a password hash.
  const known = await findPasswordReset(db, tokenHash, clock())
  if (!known) throw new AppError('reset_link_invalid')
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await lockAccount(tx, known.userId)
    const link = await takePasswordReset(tx, tokenHash, clock())
    if (!link) throw new AppError('reset_link_invalid')
    await setMailedPassword(tx, link.userId, passwordHash, clock())
  })
  await forgiveAccount(limits, known.userId)
  return { message: messages.passwordReset }
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
}

export async function changePassword(deps: Deps, user: SessionUser, change: PasswordChange, ip: string) {
  const { db, limits, mails, jobs } = deps
  // Somebody with a stolen token must not guess the password faster than on the login form.
  const changed = await guarded(limits, { kind: 'change-password', account: user.id, ip }, async () => {
    const account = await findAccount(db, user.id)
    const isRight = await isPasswordOf(account, change.currentPassword)
    if (!isRight || !account?.passwordHash) return null
    const verified = { id: account.id, passwordHash: account.passwordHash }
    const passwordHash = await hashPassword(change.newPassword)
    const isChanged = await db.transaction(async (tx) => {
      if (!(await changeVerifiedPassword(tx, verified, passwordHash, user.tokenHash))) return false
      await mails.add(tx, { kind: 'security-notice', userId: user.id, payload: { change: 'password-changed' } })
      return true
    })
    return isChanged || null
  })
  if (!changed) throw new AppError('current_password_wrong')
  jobs.nudge()
  return { message: messages.passwordUpdated }
}
