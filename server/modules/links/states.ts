// What the page of a link shows. Reading it changes nothing.
import { AppError } from '../../../contract/errors.ts'
import type { LinkPurpose } from '../../../contract/link-purposes.ts'
import type { LinkState } from '../../../contract/mail-links.ts'
import { noticeWords } from '../../../contract/notices.ts'
import { readRefusal } from '../../access/refusal-tokens.ts'
import type { Deps } from '../../deps.ts'
import { whoseToAsk } from '../../access/whose-booking.ts'
import type { SessionUser } from '../../http/session.ts'
import { isRefused, REFUSED_WORDS } from '../../notices/refusals.ts'
import { isMailWanted } from '../../notices/settings.ts'
import { noticeOf } from '../../notices/unsubscribe.ts'
import { findEvent, toEvent } from '../events/queries.ts'
import { getOwnTicket } from '../tickets/queries.ts'
import { findWaitingEntry } from '../waiting-list/queries.ts'
import { disownedState, findLink, hasAddressChange, linkUser, type Link } from './queries.ts'

type Reader = (deps: Deps, link: Link, token: string, user: SessionUser | null) => Promise<LinkState | null>

const READERS: Record<LinkPurpose, Reader> = {
  answer: async (deps, link, token) => ({
    purpose: 'answer',
    ticket: await getOwnTicket(deps, linkUser(link, token), link.subjectId),
  }),
  // The entry is null once it has ended: accepted, declined or left.
  offer: async (deps, { user, params }) => {
    const event = await findEvent(deps.db, params.eventId ?? 0)
    // What is hidden makes no offers.
    if (!event || event.hiddenAt) return null
    const entry = await findWaitingEntry(deps, event.id, user.id, deps.clock())
    return { purpose: 'offer', event: toEvent(event, { userId: user.id }), entry }
  },
  unsubscribe: async ({ db }, { subjectId, user }) => {
    const notice = noticeOf(subjectId)
    if (!notice) return null
    const isUnsubscribed = !(await isMailWanted(db, user.id, notice))
    return { purpose: 'unsubscribe', from: noticeWords(notice), isUnsubscribed }
  },
  address: async (deps, { user, newEmail }, _token, reader) => {
    if (user.undoUntil) return disownedState(user.undoUntil)
    const isConfirmed = newEmail === undefined && user.emailConfirmedAt !== null
    const isSignedIn = reader?.id === user.id
    if (isConfirmed || isSignedIn) return { purpose: 'address', isConfirmed, newEmail }
    if (newEmail !== undefined) return { purpose: 'address', isConfirmed, newEmail, needsSignIn: true }
    return { purpose: 'address', isConfirmed, asks: await whoseToAsk(deps.db, user.id, deps.clock()) }
  },
  'keep-address': async ({ db }, { user, subjectId }) => ({
    purpose: 'keep-address',
    isStopped: !(await hasAddressChange(db, user.id, subjectId)),
  }),
  survey: async (deps, link, token) => {
    if (!deps.config.features.has('surveys')) return null
    const { id, event, numberOfTickets } = await getOwnTicket(deps, linkUser(link, token), link.subjectId)
    return numberOfTickets === 0 || event.isHidden ? null : { purpose: 'survey', ticketId: id, event }
  },
}

/** `user`: who is signed in where the link was opened, if anybody is. */
export async function getLinkState(deps: Deps, token: string, user: SessionUser | null): Promise<LinkState> {
  const refusing = readRefusal(deps.secrets, token)
  if (refusing)
    return { purpose: 'unsubscribe', from: REFUSED_WORDS, isUnsubscribed: await isRefused(deps.db, refusing) }
  const link = await findLink(deps, token)
  const state = link && (await READERS[link.purpose](deps, link, token, user))
  if (!state) throw new AppError('link_invalid')
  return state
}
