import { setTimeout as wait } from 'node:timers/promises'
import { email as emailSchema } from '../../../contract/auth.ts'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
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
  let refusal: ErrorCode = 'invalid_credentials'
  const token = await guarded(limits, who, async () => {
    const isRight = await isPasswordOf(account, password)
    if (!isRight || !account?.passwordHash) return null
    const verified = { id: account.id, passwordHash: account.passwordHash }
    const begun = await beginSession(deps, verified, { code, userAgent })
    if (begun.token !== null) return begun.token
    // Not a guess: nothing is counted, and nothing that was counted is forgiven.
    if (begun.why === 'code-missing') throw new AppError('second_step')
    if (begun.why === 'code-wrong') refusal = 'second_step'
    if (begun.why === 'codes-stopped') refusal = 'codes_stopped'
    return null
  })
  if (!token) throw new AppError(refusal)
  return { access_token: token }
}

/** The hash that was verified; null: it is not the account's password. Guesses count as those at the login form. */
export const checkPassword = ({ db, limits }: Deps, userId: number, password: string, ip: string) =>
  guarded(limits, { kind: 'sign-in', account: userId, ip }, async () => {
    const account = await findAccount(db, userId)
    return (await isPasswordOf(account, password)) ? (account?.passwordHash ?? null) : null
  })

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

interface Reset {
  token: string
  newPassword: string
  isMine?: boolean
}

/** `user`: who is signed in where the link was opened, if anybody is. */
export async function resetPassword(deps: Deps, user: SessionUser | null, { token, newPassword, isMine }: Reset) {
  const { db, clock, limits, mails, jobs } = deps
  const tokenHash = hashToken(token)
  // Looked up first: a made-up link must not cost us a password hash.
  const known = await findPasswordReset(db, tokenHash, clock())
  if (!known) throw new AppError('reset_link_invalid')
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await lockAccount(tx, known.userId)
    const link = await takePasswordReset(tx, tokenHash, clock())
    if (!link) throw new AppError('reset_link_invalid')
    const isSignedIn = user?.id === link.userId
    await setMailedPassword(tx, link.userId, { passwordHash, now: clock() }, { isSignedIn, isMine })
    await mails.add(tx, { kind: 'security-notice', userId: link.userId, payload: { change: 'password-reset' } })
  })
  jobs.nudge()
  await forgiveAccount(limits, known.userId)
  await limits.reset('changePassword', known.userId)
  return { message: messages.passwordReset }
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
  keepKeys?: number[]
  keepWebhooks?: number[]
}

/** Only what succeeds counts: five a day, so that nobody can keep changing it under the owner's hands. */
async function countedChange({ limits }: Deps, userId: number, change: () => Promise<boolean>): Promise<boolean> {
  await limits.take('changePassword', userId)
  let isChanged = false
  try {
    isChanged = await change()
    return isChanged
  } finally {
    if (!isChanged) await limits.giveBack('changePassword', userId)
  }
}

export async function changePassword(deps: Deps, user: SessionUser, change: PasswordChange, ip: string) {
  const { db, clock, limits, mails, jobs } = deps
  // Somebody with a stolen token must not guess the password faster than on the login form.
  const changed = await guarded(limits, { kind: 'change-password', account: user.id, ip }, async () => {
    const account = await findAccount(db, user.id)
    const isRight = await isPasswordOf(account, change.currentPassword)
    if (!isRight || !account?.passwordHash) return null
    if (change.newPassword === change.currentPassword) throw new AppError('same_password')
    const verified = { passwordHash: account.passwordHash }
    const isChanged = await countedChange(deps, user.id, async () => {
      const passwordHash = await hashPassword(change.newPassword)
      return db.transaction(async (tx) => {
        const kept = { keptKeys: change.keepKeys, keptWebhooks: change.keepWebhooks }
        if (!(await changeVerifiedPassword(tx, user, verified, { passwordHash, ...kept, now: clock() }))) return false
        await mails.add(tx, { kind: 'security-notice', userId: user.id, payload: { change: 'password-changed' } })
        return true
      })
    })
    return isChanged || null
  })
  if (!changed) throw new AppError('current_password_wrong')
  jobs.nudge()
  return { message: messages.passwordUpdated }
}
