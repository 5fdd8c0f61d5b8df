import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { RESET_LINK_MINUTES } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { isUniqueViolation } from '../../db/client.ts'
import { passwordResets } from '../../db/schema/auth.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { findAccountByEmail, findPasswordReset, takePasswordReset } from './queries.ts'
import { endSession, endSessions, startSession } from './sessions.ts'
import { forgiveAccount, guarded } from './sign-in-guard.ts'

interface NewAccount {
  email: string
  password: string
  firstName: string
  lastName: string
}

export async function register({ db, clock, limits }: Deps, { password, ...person }: NewAccount, ip: string) {
  await limits.take('signUp', ip)
  const passwordHash = await hashPassword(password)
  try {
    return await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ ...person, passwordHash })
        .returning({ id: users.id })
      if (!user) throw new AppError('internal')
      return { access_token: await startSession(tx, user.id, clock()) }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new AppError('email_taken')
    throw error
  }
}

export async function login(deps: Deps, credentials: { email: string; password: string }, ip: string) {
  const { db, clock, limits } = deps
  const who = { account: credentials.email.toLowerCase(), ip }
  const account = await guarded(limits, who, async () => {
    const found = await findAccountByEmail(db, credentials.email)
    return (await isPasswordOf(found, credentials.password)) ? found : null
  })
  if (!account) throw new AppError('invalid_credentials')
  return { access_token: await startSession(db, account.id, clock()) }
}

export async function logout({ db }: Deps, user: SessionUser): Promise<undefined> {
  await endSession(db, user.tokenHash)
}

// An address without an account is answered as late as one with: the difference of two writes hides in it.
const FORGOT_PASSWORD_MS = 150

export async function forgotPassword(deps: Deps, email: string, ip: string) {
  await deps.limits.take('forgotPassword', ip)
  await Promise.all([sendResetLink(deps, email), wait(FORGOT_PASSWORD_MS)])
  return { message: messages.resetEmailSent }
}

async function sendResetLink({ db, clock, limits, jobs, mails }: Deps, email: string) {
  const mayMail = await limits.tryTake('mailToAccount', email.toLowerCase())
  const account = await findAccountByEmail(db, email)
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
  // Looked up first: a made-up link must not cost us the work of a new password.
  if (!(await findPasswordReset(db, tokenHash, clock()))) throw new AppError('reset_link_invalid')
  const passwordHash = await hashPassword(newPassword)
  const email = await db.transaction(async (tx) => {
    const link = await takePasswordReset(tx, tokenHash, clock())
    if (!link) throw new AppError('reset_link_invalid')
    await endSessions(tx, link.userId)
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, link.userId))
      .returning({ email: users.email })
    return user?.email
  })
  if (email) await forgiveAccount(limits, email)
  return { message: messages.passwordReset }
}
