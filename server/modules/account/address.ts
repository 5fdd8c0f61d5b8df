// The email address of an account: confirmed by a link emailed to it, and changed by one emailed to the new one.
import { SITE } from '../../../contract/site.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { LinkState } from '../../../contract/mail-links.ts'
import { cure } from '../../access/cures.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { WAITING_FOR_CONFIRMATION } from '../../mail/unconfirmed.ts'
import { checkPassword } from '../auth/module.ts'
import { findAccount, lockAccount } from '../auth/queries.ts'
import { disownedState, findLink, undoDisowningUntil, type Link } from '../links/queries.ts'
import { reportAccount } from '../reports/module.ts'
import { moveToNewAddress } from './address-change.ts'
import { announceGoing, closeAccount } from './deletion.ts'
import { leaveEvents, returnToEvents } from './leaving.ts'
import { listUpcomingEvents } from './queries.ts'

type AddressState = Extract<LinkState, { purpose: 'address' }>

const CONFIRMED: AddressState = { purpose: 'address', isConfirmed: true }

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

export async function confirm(tx: Tx, userId: number, now: Date) {
  await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, userId))
  await releaseMails(tx, userId)
}

/** The person who reads the emails of this address, shown by a link or by a code. */
export interface Reader {
  user: { id: number; email: string }
}

/** Only while the address is the one that the email went to. */
async function getLinkedAccount(tx: Tx, { user }: Reader) {
  await lockAccount(tx, user.id)
  const account = await findAccount(tx, user.id)
  if (account?.email !== user.email) throw new AppError('link_invalid')
  return account
}

/** In a browser that is signed in to the account: the person who signed up reads the emails too. */
async function confirmOwn({ db, clock }: Deps, link: Link): Promise<AddressState> {
  await db.transaction(async (tx) => {
    const { id, emailConfirmedAt } = await getLinkedAccount(tx, link)
    if (!emailConfirmedAt) await confirm(tx, id, clock())
  })
  return CONFIRMED
}

/**
 * In any other browser somebody else may have signed up with this address. Its owner keeps the account, alone: whatever
 * opened it ends, but for a password that they know.
 */
async function confirmAsOwner({ db, clock }: Deps, link: Link, knownPassword: string | null): Promise<AddressState> {
  const now = clock()
  return db.transaction(async (tx) => {
    const { id, emailConfirmedAt, passwordHash } = await getLinkedAccount(tx, link)
    if (emailConfirmedAt) return CONFIRMED
    const keepsPassword = knownPassword !== null && knownPassword === passwordHash
    await cure(tx, 'first-proof', { userId: id, now }, { keeps: keepsPassword ? ['password'] : [] })
    await confirm(tx, id, now)
    return { ...CONFIRMED, hasPassword: keepsPassword }
  })
}

const NOT_MINE = `From ${SITE.name}: the owner of this account’s email address says they did not create it. Nobody can sign in to it any more. It has published events, so it was not closed.`

/** The owner of the address has never made this account: nobody gets in any more, and it is closed. */
export async function disown(deps: Deps, link: Reader): Promise<AddressState> {
  const now = deps.clock()
  const closed = await deps.db.transaction(async (tx) => {
    const { id: userId, emailConfirmedAt } = await getLinkedAccount(tx, link)
    if (emailConfirmedAt) throw new AppError('link_invalid')
    await cure(tx, 'not-mine', { userId, now })
    const hasEvents = (await listUpcomingEvents(tx, userId, now)).length > 0
    if (!hasEvents) return closeAccount(deps, tx, { userId, isDisowned: true, now })
    await reportAccount(tx, { creatorId: userId, text: NOT_MINE, key: `not-mine ${userId}`, now })
    return null
  })
  if (!closed) return { purpose: 'address', isConfirmed: false, ended: 'reported' }
  closed.invalidateLocally()
  await leaveEvents(deps, link.user.id)
  return disownedState(undoDisowningUntil(now, now) ?? now)
}

/**
 * No was pressed by mistake, or by somebody else who reads the mailbox. Every way in has ended; what is kept is the account,
 * its address, now confirmed, and the seats that nobody else has got. Pressed again, it goes on where it stopped.
 */
async function takeBackDisowning(deps: Deps, link: Link): Promise<AddressState> {
  const now = deps.clock()
  const kept = await deps.db.transaction(async (tx) => {
    const { id, emailConfirmedAt } = await getLinkedAccount(tx, link)
    const [account] = await tx.select().from(users).where(eq(users.id, id))
    if (!account?.disownedAt || !undoDisowningUntil(account.disownedAt, now)) throw new AppError('link_invalid')
    await tx.update(users).set({ deletionAt: null, blanksEvents: false }).where(eq(users.id, id))
    if (!emailConfirmedAt) await confirm(tx, id, now)
    return {
      since: account.disownedAt,
      hasPassword: account.passwordHash !== null,
      invalidateLocally: await announceGoing(deps, tx, id),
    }
  })
  kept.invalidateLocally()
  const seatsLost = await returnToEvents(deps, link.user, kept)
  await deps.db.update(users).set({ disownedAt: null }).where(eq(users.id, link.user.id))
  return { ...CONFIRMED, hasPassword: kept.hasPassword, seatsLost: seatsLost > 0 ? seatsLost : undefined }
}

interface Confirmation {
  token: string
  isMine?: boolean
  password?: string
}

async function confirmBy(deps: Deps, user: SessionUser | null, given: Confirmation, ip: string): Promise<AddressState> {
  const link = await findLink(deps, given.token)
  if (link?.purpose !== 'address') throw new AppError('link_invalid')
  const isSignedIn = user?.id === link.user.id
  if (link.newEmail !== undefined) {
    // Or anybody could make a stranger confirm an address for an account that the stranger has never seen.
    if (!isSignedIn) throw new AppError('sign_in_to_confirm')
    await moveToNewAddress(deps, { userId: link.user.id, changeId: link.subjectId })
    return CONFIRMED
  }
  if (link.user.undoUntil) return given.isMine ? takeBackDisowning(deps, link) : disownedState(link.user.undoUntil)
  if (link.user.emailConfirmedAt && given.isMine !== false) return CONFIRMED
  if (isSignedIn) return confirmOwn(deps, link)
  if (given.isMine === undefined) throw new AppError('whose_account')
  if (!given.isMine) return disown(deps, link)
  if (given.password === undefined) return confirmAsOwner(deps, link, null)
  const known = await checkPassword(deps, link.user.id, given.password, ip)
  if (known === null) throw new AppError('current_password_wrong')
  return confirmAsOwner(deps, link, known)
}

/** As often as the button is pressed. `user`: who is signed in where it is pressed, if anybody is. */
export async function confirmAddress(deps: Deps, user: SessionUser | null, given: Confirmation, ip: string) {
  try {
    return await confirmBy(deps, user, given, ip)
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new AppError('email_taken')
    throw error
  } finally {
    deps.jobs.nudge()
  }
}
