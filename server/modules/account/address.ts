// The mail address of an account: confirmed by a link that was mailed to it, and changed by one mailed to the new one.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { LinkState } from '../../../contract/mail-links.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { WAITING_FOR_CONFIRMATION } from '../../mail/unconfirmed.ts'
import { findAccount } from '../auth/queries.ts'
import { findLink, type Link } from '../links/queries.ts'
import { moveToNewAddress } from './address-change.ts'

type AddressState = Extract<LinkState, { purpose: 'address' }>

export async function sendConfirmation({ db, limits, mails, jobs }: Deps, user: SessionUser) {
  const account = await findAccount(db, user.id)
  if (account?.emailConfirmedAt) return { isConfirmed: true }
  await limits.take('confirmAddress', user.id)
  // Somebody who signed up with a stranger's address must not flood it either.
  await limits.take('confirmAddressInADay', user.id)
  await mails.add(db, { kind: 'confirm-address', userId: user.id })
  jobs.nudge()
  return { isConfirmed: false }
}

/** What organisers and guests wrote while nobody knew whose address this is. */
const releaseMails = (tx: Tx, userId: number) =>
  tx
    .update(mails)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(mails.userId, userId), eq(mails.status, 'waiting'), inArray(mails.kind, WAITING_FOR_CONFIRMATION)))

/** Only while the address is the one that the link was mailed to. */
async function confirmOwn({ db, clock }: Deps, { user }: Link) {
  await db.transaction(async (tx) => {
    const confirmed = await tx
      .update(users)
      .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${clock()})` })
      .where(and(eq(users.id, user.id), eq(users.email, user.email)))
    if (confirmed.rowCount === 0) throw new AppError('link_invalid')
    await releaseMails(tx, user.id)
  })
}

/** As often as the button is pressed. */
export async function confirmAddress(deps: Deps, token: string): Promise<AddressState> {
  const link = await findLink(deps, token)
  if (link?.purpose !== 'address') throw new AppError('link_invalid')
  try {
    if (link.newEmail === undefined) await confirmOwn(deps, link)
    else await moveToNewAddress(deps, { userId: link.user.id, changeId: link.subjectId })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new AppError('email_taken')
    throw error
  }
  deps.jobs.nudge()
  return { purpose: 'address', isConfirmed: true }
}
