import { and, eq, gt } from 'drizzle-orm'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { hasEnded, type EventStatus } from '../../../contract/event-status.ts'
import { UNDO_DISOWNING_MINUTES } from '../../../contract/limits.ts'
import type { LinkPurpose } from '../../../contract/link-purposes.ts'
import type { LinkState } from '../../../contract/mail-links.ts'
import { isSignedFor, readLink, type LinkClaim } from '../../access/mail-links.ts'
import type { Db } from '../../db/client.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'

type LinkUser = Pick<SessionUser, 'id' | 'firstName' | 'lastName' | 'email' | 'suspendedUntil'>

export interface Link extends LinkClaim {
  user: LinkUser & {
    emailConfirmedAt: Date | null
    /** No at `Did you create this account?` can be taken back until then; null: nobody said so, or it is too late. */
    undoUntil: Date | null
  }
  /** The address that it was mailed to, where that is not the account's yet. */
  newEmail?: string
  /** What a call's path has to name, so that it is about this booking or entry. */
  params: Record<string, number>
}

/** The thing a link is about. */
interface Subject {
  userId: number
  event: { endTime: Date; status: EventStatus } | null
  params: Record<string, number>
}

type SubjectFinder = (db: Db, claim: LinkClaim) => Promise<Subject | null>

const findTicket: SubjectFinder = async (db, { subjectId }) => {
  const [row] = await db
    .select({ userId: tickets.userId, endTime: events.endTime, status: events.status })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(tickets.id, subjectId))
  // A guest who was added by name has no account, and so no link.
  if (!row || row.userId === null) return null
  return { userId: row.userId, event: row, params: { ticketId: subjectId } }
}

/** Also once the entry has ended: accepting twice returns the same ticket. */
const findEntry: SubjectFinder = async (db, { subjectId }) => {
  const { userId, eventId } = waitingEntries
  const [row] = await db
    .select({ userId, eventId, endTime: events.endTime, status: events.status })
    .from(waitingEntries)
    .innerJoin(events, eq(events.id, waitingEntries.eventId))
    .where(eq(waitingEntries.id, subjectId))
  return row ? { userId: row.userId, event: row, params: { eventId: row.eventId } } : null
}

/** About the account itself, or checked by the call. */
const findNothingMore: SubjectFinder = (_db, { userId }) => Promise.resolve({ userId, event: null, params: {} })

const SUBJECTS: Record<LinkPurpose, SubjectFinder> = {
  answer: findTicket,
  offer: findEntry,
  unsubscribe: findNothingMore,
  address: findNothingMore,
  'keep-address': findNothingMore,
  // Open long after the event; its calls check the booking, which their addresses do not name.
  survey: findNothingMore,
}

async function findUser(db: Db, id: number) {
  const { firstName, lastName, email, emailConfirmedAt, suspendedUntil, deletionAt, disownedAt } = users
  const [row] = await db
    .select({ id: users.id, firstName, lastName, email, emailConfirmedAt, suspendedUntil, deletionAt, disownedAt })
    .from(users)
    .where(eq(users.id, id))
  return row ?? null
}

export function undoDisowningUntil(disownedAt: Date | null, now: Date): Date | null {
  const until = disownedAt && new Date(disownedAt.getTime() + UNDO_DISOWNING_MINUTES * 60_000)
  return until && until > now ? until : null
}

/** After No, while the same link can take it back. */
export const disownedState = (undoUntil: Date): Extract<LinkState, { purpose: 'address' }> => ({
  purpose: 'address',
  isConfirmed: false,
  ended: 'closed',
  undoUntil: undoUntil.toISOString(),
})

/** The link that confirms a new address is signed for that one, and holds until another is asked for. */
async function findNewEmail(db: Db, { userId, subjectId }: LinkClaim, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ email: addressChanges.email })
    .from(addressChanges)
    .where(and(eq(addressChanges.id, subjectId), eq(addressChanges.userId, userId), gt(addressChanges.expiresAt, now)))
  return row?.email
}

const isFirstConfirmation = ({ purpose, subjectId }: LinkClaim) => purpose === 'address' && subjectId === 0
const isForNewEmail = ({ purpose, subjectId }: LinkClaim) => purpose === 'address' && subjectId !== 0

// Numbers of the database are signed; a forged token may hold larger ones.
const MAX_ID = 2_147_483_647

/** The link as long as it works: signed by us for the account's address of today, and its event not over. */
export async function findLink({ db, secrets, clock }: Deps, token: string): Promise<Link | null> {
  const claim = readLink(token)
  if (!claim || claim.userId > MAX_ID || claim.subjectId > MAX_ID) return null
  const found = await findUser(db, claim.userId)
  if (!found) return null
  const { deletionAt, disownedAt, ...user } = found
  const undoUntil = isFirstConfirmation(claim) ? undoDisowningUntil(disownedAt, clock()) : null
  if (deletionAt && !undoUntil) return null
  // Once it is confirmed the new address is the account's, and the same link says so.
  const newEmail = isForNewEmail(claim) ? await findNewEmail(db, claim, clock()) : undefined
  if (!isSignedFor(secrets, token, newEmail ?? user.email)) return null
  const subject = await SUBJECTS[claim.purpose](db, claim)
  if (!subject || subject.userId !== user.id || (subject.event && hasEnded(subject.event, clock()))) return null
  return { ...claim, user: { ...user, undoUntil }, newEmail, params: subject.params }
}

export function linkUser({ user, purpose, subjectId }: Link, token: string): SessionUser {
  const { id, firstName, lastName, email, suspendedUntil } = user
  return { id, firstName, lastName, email, suspendedUntil, tokenHash: hashToken(token), link: { purpose, subjectId } }
}

/** Who asks by a link's token: only for calls that take links of its purpose, and only about what it was mailed for. */
export async function findLinkUser(
  deps: Deps,
  token: string,
  { link: purpose }: AnyEndpoint,
  params: unknown,
): Promise<SessionUser | null> {
  if (!purpose || readLink(token)?.purpose !== purpose) return null
  const link = await findLink(deps, token)
  if (!link) return null
  const named = params as Record<string, string>
  const isAboutIt = Object.entries(link.params).every(([name, id]) => named[name] === String(id))
  if (!isAboutIt) return null
  return linkUser(link, token)
}

export const hasAddressChange = async (db: Db, userId: number, changeId: number): Promise<boolean> =>
  (await db.$count(addressChanges, and(eq(addressChanges.id, changeId), eq(addressChanges.userId, userId)))) > 0
