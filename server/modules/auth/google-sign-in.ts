// From a Google identity to a session of ours.
import { ERROR_CODE_HEADER } from '../../../contract/api-error.ts'
import { email as emailSchema } from '../../../contract/auth.ts'
import { AppError } from '../../../contract/errors.ts'
import { hasLink } from '../../../contract/links.ts'
import { TEXT } from '../../../contract/limits.ts'
import { whoseToAsk } from '../../access/whose-booking.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { Answer, redirectTo } from '../../http/answer.ts'
import { errorReply } from '../../http/errors.ts'
import type { Google, GoogleIdentity, ProviderAnswer } from './google.ts'
import { linkGoogle } from './credentials.ts'
import { serveOnce } from './challenges.ts'
import { findAccount, findAccountByGoogle, lockAccount, lockAccountByEmail, type Account } from './queries.ts'
import { endedCookie, pendingCookie, readPending } from './pending-sign-in.ts'
import { hasSecondStep } from './second-step.ts'
import { startSession } from './sessions.ts'

const SCREEN = '/auth/google/callback'

export async function sendToGoogle({ log }: Deps, google: Google | null) {
  if (!google) return redirectTo(`${SCREEN}?error=not_configured`)
  try {
    const { location, cookie } = await google.begin()
    return redirectTo(location, { 'set-cookie': cookie })
  } catch (error) {
    log.warn({ err: error }, 'the identity provider does not answer')
    return redirectTo(`${SCREEN}?error=temporarily_unavailable`)
  }
}

interface Caller {
  userAgent?: string
  /** Who is signed in where Google sent the browser back to, if anybody is. */
  userId?: number
}

interface Return extends Caller {
  answer: ProviderAnswer
  cookie?: string
}

export async function returnFromGoogle(deps: Deps, google: Google | null, { answer, cookie, ...caller }: Return) {
  if (!google) throw new AppError('google_failed')
  return finishGoogle(deps, await google.finish(answer, cookie), google.forget, caller)
}

/** A token; or the question for a second step or whose booking it is, and in a cookie what was shown so far. */
export async function finishGoogle(deps: Deps, identity: GoogleIdentity, forget: string, caller: Caller = {}) {
  const entered = await enterWithGoogle(deps, identity, caller)
  if ('token' in entered) return new Answer({ access_token: entered.token }, { headers: { 'set-cookie': forget } })
  const { needs, verified } = entered
  const claim = { ...verified, email: identity.email }
  const half = pendingCookie(needs, deps.secrets, deps.config.publicUrl, claim, deps.clock())
  const error = new AppError(REFUSALS[needs])
  return new Answer(errorReply(error), {
    status: error.statusCode,
    headers: { 'set-cookie': [forget, half], [ERROR_CODE_HEADER]: error.code },
  })
}

/** For accounts that ask nothing more. */
export async function signInWithGoogle(deps: Deps, identity: GoogleIdentity): Promise<string> {
  const entered = await enterWithGoogle(deps, identity, {})
  if ('token' in entered) return entered.token
  throw new AppError(REFUSALS[entered.needs])
}

const REFUSALS = { 'second-step': 'second_step', answer: 'whose_booking' } as const

type Entered = { token: string } | { needs: keyof typeof REFUSALS; verified: { id: number; googleSubject: string } }

async function enterWithGoogle(deps: Deps, identity: GoogleIdentity, caller: Caller): Promise<Entered> {
  const { db, clock, jobs } = deps
  const signIn = () =>
    db.transaction(async (tx): Promise<Entered> => {
      const known = await findAccountByGoogle(tx, identity.subject)
      const { id, isAsked }: Linked = known ?? (await linkOrCreate(deps, tx, identity, caller.userId))
      const verified = { id, googleSubject: identity.subject }
      if (isAsked) return { needs: 'answer', verified }
      const token = await startSession(tx, verified, { now: clock(), userAgent: caller.userAgent })
      if (token) return { token }
      if (await hasSecondStep(tx, id)) return { needs: 'second-step', verified }
      throw new AppError('google_failed')
    })
  try {
    return await signIn()
  } catch (error) {
    // Two tabs at once: the other one has just created the account.
    if (isUniqueViolation(error, 'users_email_unique') || isUniqueViolation(error, 'users_googleSubject_unique'))
      return signIn()
    throw error
  } finally {
    jobs.nudge()
  }
}

interface Linked {
  id: number
  /** Nothing is linked before they have said whose booking it is. */
  isAsked?: boolean
}

async function linkOrCreate(deps: Deps, tx: Tx, identity: GoogleIdentity, userId?: number): Promise<Linked> {
  const now = deps.clock()
  const email = emailSchema.safeParse(identity.email)
  if (!email.success) throw new AppError('google_failed')
  // Anybody can type an address into a profile; only the provider's word that it was proven opens an account here.
  if (!identity.emailVerified) throw new AppError('google_unverified')
  const account = await lockAccountByEmail(tx, email.data)
  if (!account) return { id: await createAccount(tx, email.data, identity, now) }
  // Another tab has linked it while this one waited for the row.
  if (account.googleSubject === identity.subject) return account
  // The address has changed hands at Google: the account stays with the one who linked it.
  if (account.googleSubject) throw new AppError('google_failed')
  const isFirstProof = account.emailConfirmedAt === null && account.id !== userId
  if (isFirstProof && (await whoseToAsk(tx, account.id, now)) === 'booking') return { id: account.id, isAsked: true }
  await linkAndNotify(deps, tx, account, identity.subject)
  return account
}

async function linkAndNotify(deps: Deps, tx: Tx, account: Account, subject: string, knownPassword?: string) {
  const isKept = account.emailConfirmedAt !== null || account.passwordHash === knownPassword
  await linkGoogle(tx, account, subject, deps.clock(), isKept ? ['password'] : [])
  const payload = { keepsPassword: isKept && account.passwordHash !== null }
  await deps.mails.add(tx, { kind: 'google-linked', userId: account.id, payload })
}

/** Who Google said it is, in the browser that was asked whose booking it is. */
export function readAnswering({ secrets, clock }: Deps, cookie: string | undefined) {
  const pending = readPending('answer', secrets, cookie, clock())
  if (!pending) throw new AppError('sign_in_again')
  return pending
}

/** After Yes. `knownPassword`: the hash of a password that was typed and is right. */
export async function linkAnswered(
  deps: Deps,
  { verified, email, half }: ReturnType<typeof readAnswering>,
  { knownPassword, userAgent }: { knownPassword?: string; userAgent?: string },
) {
  const token = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, verified.id)
    const account = await findAccount(tx, verified.id)
    const isStillTheirs = account && account.email.toLowerCase() === email.toLowerCase()
    const isLinked = account?.googleSubject === verified.googleSubject
    if (!isStillTheirs || (account.googleSubject && !isLinked)) throw new AppError('google_failed')
    if (!(await serveOnce(tx, half.signed, half.expiresAt))) throw new AppError('sign_in_again')
    if (!isLinked) await linkAndNotify(deps, tx, account, verified.googleSubject, knownPassword)
    // Null: confirmed since, with a second step, for which Google asks at the next sign-in.
    return startSession(tx, verified, { now: deps.clock(), userAgent })
  })
  if (!token) throw new AppError('sign_in_again')
  deps.jobs.nudge()
  const forget = endedCookie('answer', deps.config.publicUrl)
  return new Answer({ access_token: token }, { headers: { 'set-cookie': forget } })
}

function cleanName(name: string): string {
  const clean = name.replace(/\p{C}/gu, '').trim().slice(0, TEXT.name)
  return hasLink(clean) ? '' : clean
}

/** The part before the @, if it can pass for a name. */
const nameIn = (email: string) => cleanName((email.split('@')[0] ?? '').replaceAll('.', ' ')) || 'Guest'

async function createAccount(
  tx: Tx,
  email: string,
  { subject, firstName, lastName, picture }: GoogleIdentity,
  now: Date,
) {
  const [user] = await tx
    .insert(users)
    .values({
      email,
      googleSubject: subject,
      emailConfirmedAt: now,
      firstName: cleanName(firstName) || nameIn(email),
      lastName: cleanName(lastName),
      profilePictureUrl: picture.startsWith('https://') && picture.length <= TEXT.url ? picture : '',
    })
    .returning({ id: users.id })
  if (!user) throw new AppError('internal')
  return user.id
}
