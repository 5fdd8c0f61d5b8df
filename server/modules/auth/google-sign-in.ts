// From a Google identity to a session of ours.
import { ERROR_CODE_HEADER } from '../../../contract/api-error.ts'
import { email as emailSchema } from '../../../contract/auth.ts'
import { AppError } from '../../../contract/errors.ts'
import { hasLink } from '../../../contract/links.ts'
import { TEXT } from '../../../contract/limits.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { Answer, redirectTo } from '../../http/answer.ts'
import { errorReply } from '../../http/errors.ts'
import type { Google, GoogleIdentity, ProviderAnswer } from './google.ts'
import { linkGoogle } from './credentials.ts'
import { findAccountByGoogle, lockAccountByEmail } from './queries.ts'
import { pendingCookie } from './pending-sign-in.ts'
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

interface Return {
  answer: ProviderAnswer
  cookie?: string
  userAgent?: string
}

export async function returnFromGoogle(deps: Deps, google: Google | null, { answer, cookie, userAgent }: Return) {
  if (!google) throw new AppError('google_failed')
  return finishGoogle(deps, await google.finish(answer, cookie), google.forget, userAgent)
}

/** A token, or, where the account asks for a second step, the question for it and what was shown so far. */
export async function finishGoogle(deps: Deps, identity: GoogleIdentity, forget: string, userAgent?: string) {
  const entered = await enterWithGoogle(deps, identity, userAgent)
  if ('token' in entered) return new Answer({ access_token: entered.token }, { headers: { 'set-cookie': forget } })
  const half = pendingCookie(deps.secrets, deps.config.publicUrl, entered.half, deps.clock())
  const error = new AppError('second_step')
  return new Answer(errorReply(error), {
    status: error.statusCode,
    headers: { 'set-cookie': [forget, half], [ERROR_CODE_HEADER]: error.code },
  })
}

/** For accounts without a second step. */
export async function signInWithGoogle(deps: Deps, identity: GoogleIdentity): Promise<string> {
  const entered = await enterWithGoogle(deps, identity)
  if ('token' in entered) return entered.token
  throw new AppError('second_step')
}

type Entered = { token: string } | { half: { id: number; googleSubject: string } }

async function enterWithGoogle(deps: Deps, identity: GoogleIdentity, userAgent?: string): Promise<Entered> {
  const { db, clock, jobs } = deps
  const signIn = () =>
    db.transaction(async (tx): Promise<Entered> => {
      const known = await findAccountByGoogle(tx, identity.subject)
      const id = known?.id ?? (await linkOrCreate(deps, tx, identity))
      const verified = { id, googleSubject: identity.subject }
      const token = await startSession(tx, verified, { now: clock(), userAgent })
      if (token) return { token }
      if (await hasSecondStep(tx, id)) return { half: verified }
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

async function linkOrCreate({ mails, clock }: Deps, tx: Tx, identity: GoogleIdentity): Promise<number> {
  const email = emailSchema.safeParse(identity.email)
  if (!email.success) throw new AppError('google_failed')
  // Anybody can type an address into a profile; only the provider's word that it was proven opens an account here.
  if (!identity.emailVerified) throw new AppError('google_unverified')
  const account = await lockAccountByEmail(tx, email.data)
  if (!account) return createAccount(tx, email.data, identity, clock())
  // Another tab has linked it while this one waited for the row.
  if (account.googleSubject === identity.subject) return account.id
  // The address has changed hands at Google: the account stays with the one who linked it.
  if (account.googleSubject) throw new AppError('google_failed')
  await linkGoogle(tx, account, identity.subject, clock())
  const payload = { keepsPassword: account.emailConfirmedAt !== null && account.passwordHash !== null }
  await mails.add(tx, { kind: 'google-linked', userId: account.id, payload })
  return account.id
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
