// The answer to `Did you make this booking?` where a reset link or Google proves the address for the first time. A code
// asks in code-sign-in.ts, the button of the email in address.ts.
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'
import { checkPassword, linkAnswered, readAnswering, resetPassword } from '../auth/module.ts'
import { findAccount, findPasswordReset } from '../auth/queries.ts'
import { disown } from './address.ts'

interface Reset {
  token: string
  newPassword: string
  isMine?: boolean
}

/** After No the link stays: it can still take the account back, as every reset of an account that is leaving does. */
export async function resetPasswordOrDisown(deps: Deps, user: SessionUser | null, given: Reset) {
  if (given.isMine !== false) return resetPassword(deps, user, given)
  const known = await findPasswordReset(deps.db, hashToken(given.token), deps.clock())
  const account = known && (await findAccount(deps.db, known.userId))
  // Confirmed, or signed in here: this is no longer asked.
  if (!account || account.emailConfirmedAt || user?.id === account.id) throw new AppError('reset_link_invalid')
  const { ended } = await disown(deps, { user: account })
  deps.jobs.nudge()
  return { message: 'Thank you. Nobody can sign in to the account any more.', ended }
}

export async function answerGoogle(
  deps: Deps,
  { isMine, password }: { isMine: boolean; password?: string },
  cookie: string | undefined,
  { ip, userAgent }: CallMeta,
) {
  const answering = readAnswering(deps, cookie)
  const { id } = answering.verified
  if (isMine) {
    const known = password === undefined ? undefined : await checkPassword(deps, id, password, ip)
    if (known === null) throw new AppError('current_password_wrong')
    return linkAnswered(deps, answering, { knownPassword: known, userAgent })
  }
  const account = await findAccount(deps.db, id)
  if (account?.email.toLowerCase() !== answering.email.toLowerCase()) throw new AppError('link_invalid')
  const { ended } = await disown(deps, { user: account })
  deps.jobs.nudge()
  return new Answer({ access_token: null, ended })
}
