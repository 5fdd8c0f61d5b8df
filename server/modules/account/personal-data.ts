// Every table that holds something about a person: which rows, which columns, and what becomes of them when the account is
// deleted. The download is made from this list and so is the deletion; a test fails for a column that nobody has named.
import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { addressChanges, dataExports } from '../../db/schema/account.ts'
import { passwordResets, sessions } from '../../db/schema/auth.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import { doorLinks, doorScans } from '../../db/schema/door.ts'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import { followDigests, follows } from '../../db/schema/follows.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { digests } from '../../db/schema/insights.ts'
import { mails } from '../../db/schema/mails.ts'
import { auditLog, decisions, moderationWords, reports } from '../../db/schema/moderation.ts'
import { noticeSettings, pushSubscriptions } from '../../db/schema/notices.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { questions } from '../../db/schema/questions.ts'
import { notForMe, recommendations } from '../../db/schema/recommended.ts'
import { reminders } from '../../db/schema/reminders.ts'
import { uploads } from '../../db/schema/storage.ts'
import { eventHistory, teamInvitations } from '../../db/schema/team.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { users } from '../../db/schema/users.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import {
  isLineAboutMe,
  isMine,
  isMyAddress,
  isMyReport,
  isMyTicket,
  ofMyReports,
  ofMyTickets,
  type Me,
} from './ownership.ts'

export interface PersonalTable {
  table: PgTable
  /** The rows about somebody. */
  of: (me: Me) => SQL | undefined
  /** Tells the rows of one person apart; they are read in its order. */
  by: PgColumn | SQL<string>
  /** Columns that say who somebody is or where, and what they wrote. */
  personal: string[]
  /** Columns with text that tells nothing of that kind: states, codes, what others need. */
  plain?: string[]
  /** What opens something: never handed out, not even to its owner. */
  secret?: string[]
  /** Removed as rows; kept without these columns; or kept, because nothing in them is personal. */
  atDeletion: 'remove' | 'keep' | ((me: Me) => Record<string, unknown>)
}

/** It stays so that what refers to it does; nobody can sign in with it, and no mail goes to it. */
const stub = ({ id }: Me) => ({
  email: `deleted-${id}@deleted.invalid`,
  firstName: 'Deleted',
  lastName: 'account',
  publicName: '',
  publicText: '',
  passwordHash: null,
  googleSubject: null,
  emailConfirmedAt: null,
  phoneNumber: '',
  profilePictureUrl: '',
  photoKey: null,
  photoWidths: [],
  street: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
  latitude: null,
  longitude: null,
  locatedAt: null,
  eventHistory: true,
  emailVisibility: false,
  role: null,
})

type Names = Partial<Pick<PersonalTable, 'personal' | 'plain' | 'secret'>>

/** Nobody else needs its rows. */
const removed = (table: PgTable, user: PgColumn, by: PgColumn, names: Names = {}): PersonalTable => ({
  table,
  of: isMine(user),
  by,
  personal: [],
  atDeletion: 'remove',
  ...names,
})

type OfMe = PersonalTable['of']

/** Kept as it is, because nothing in it is personal. */
const kept = (table: PgTable, of: OfMe, by: PersonalTable['by'], names: Names = {}): PersonalTable => ({
  table,
  of,
  by,
  personal: [],
  atDeletion: 'keep',
  ...names,
})

export const PERSONAL_TABLES: PersonalTable[] = [
  {
    table: users,
    of: isMine(users.id),
    by: users.id,
    personal: [
      ...['email', 'firstName', 'lastName', 'publicName', 'publicText'],
      ...['phoneNumber', 'profilePictureUrl', 'photoKey'],
      ...['street', 'city', 'state', 'zipCode', 'country', 'latitude', 'longitude'],
    ],
    plain: ['role'],
    secret: ['passwordHash', 'googleSubject'],
    atDeletion: stub,
  },
  removed(sessions, sessions.userId, sessions.tokenHash, { personal: ['device', 'town'], secret: ['tokenHash'] }),
  removed(passwordResets, passwordResets.userId, passwordResets.userId, { secret: ['tokenHash'] }),
  removed(passkeys, passkeys.userId, passkeys.id, {
    personal: ['name', 'credentialId'],
    plain: ['transports'],
    secret: ['publicKey'],
  }),
  removed(twoFactor, twoFactor.userId, twoFactor.userId, { secret: ['secret'] }),
  removed(recoveryCodes, recoveryCodes.userId, recoveryCodes.codeHash, { secret: ['codeHash'] }),
  removed(addressChanges, addressChanges.userId, addressChanges.id, { personal: ['email'] }),
  removed(dataExports, dataExports.userId, dataExports.id, { plain: ['state'], secret: ['key', 'idempotencyKey'] }),
  removed(noticeSettings, noticeSettings.userId, noticeSettings.notice, { plain: ['notice'] }),
  removed(pushSubscriptions, pushSubscriptions.userId, pushSubscriptions.id, {
    personal: ['endpoint'],
    secret: ['p256dh', 'auth'],
  }),
  removed(calendarFeeds, calendarFeeds.userId, calendarFeeds.userId, { secret: ['secretHash'] }),
  removed(uploads, uploads.userId, uploads.key, { plain: ['key', 'contentType', 'tint'], secret: ['claim'] }),
  removed(favourites, favourites.userId, favourites.eventId),
  // Who follows them is removed by erasure.ts.
  removed(follows, follows.userId, follows.creatorId),
  removed(followDigests, followDigests.userId, followDigests.userId),
  removed(digests, digests.userId, digests.userId),
  removed(recommendations, recommendations.userId, recommendations.userId, { plain: ['picks'] }),
  removed(notForMe, notForMe.userId, notForMe.eventId),
  removed(questions, questions.userId, questions.id, { personal: ['idempotencyKey'] }),
  // Those that wait may hold the token of a link.
  removed(mails, mails.userId, mails.id, {
    plain: ['kind', 'status', 'lastError', 'dedupeKey'],
    secret: ['payload', 'requestHash'],
  }),
  {
    // What took place stays for those who were there, without what its creator said of themselves and without pictures.
    table: events,
    of: isMine(events.creatorId),
    by: events.id,
    personal: ['organizerDescription', 'imageUrl', 'creationKey', 'creationHash'],
    plain: [
      ...['title', 'titleFolded', 'description', 'venue', 'timeZone', 'town', 'categories', 'status'],
      ...['latitude', 'longitude', 'artistDescription', 'imageTint', 'posterSeed'],
      ...['hiddenReason', 'hiddenWith', 'review', 'reviewReasons'],
    ],
    atDeletion: () => ({
      organizerDescription: null,
      imageUrl: null,
      imageWidths: [],
      imageTint: null,
      creationKey: null,
      creationHash: null,
    }),
  },
  {
    table: tickets,
    of: isMyTicket,
    by: tickets.id,
    personal: ['guestName', 'guestEmail', 'idempotencyKey', 'cameFrom'],
    secret: ['code'],
    atDeletion: () => ({
      guestName: sql`case when ${tickets.userId} is null then 'Guest' end`,
      guestEmail: null,
      wantsMail: false,
      idempotencyKey: null,
      cameFrom: null,
    }),
  },
  {
    table: ticketReturns,
    of: ofMyTickets(ticketReturns.ticketId),
    by: ticketReturns.id,
    personal: ['reason', 'idempotencyKey', 'undoKey'],
    plain: ['by'],
    atDeletion: () => ({ reason: null, idempotencyKey: null, undoKey: null }),
  },
  {
    table: ticketPlaces,
    of: ofMyTickets(ticketPlaces.ticketId),
    by: ticketPlaces.id,
    personal: ['idempotencyKey', 'name'],
    secret: ['code'],
    atDeletion: () => ({ idempotencyKey: null, name: null }),
  },
  // Names are those of walk-ins, whose tickets belong to no account.
  kept(doorScans, ofMyTickets(doorScans.ticketId), sql`${doorScans.linkId} || ' ' || ${doorScans.id}`, {
    plain: ['id', 'kind', 'name', 'undoes', 'reason', 'verdict', 'firstDoor', 'conflict'],
    secret: ['codeHash'],
  }),
  kept(reminders, ofMyTickets(reminders.ticketId), sql`${reminders.ticketId} || ' ' || ${reminders.which}`, {
    plain: ['which'],
  }),
  {
    table: waitingEntries,
    of: isMine(waitingEntries.userId),
    by: waitingEntries.id,
    personal: ['idempotencyKey'],
    plain: ['ending'],
    secret: ['code'],
    atDeletion: () => ({ idempotencyKey: null }),
  },
  kept(
    offers,
    ({ id }) => sql`${offers.entryId} in (select w.id from waiting_entries w where w.user_id = ${id})`,
    offers.id,
    { plain: ['ending'] },
  ),
  {
    table: teamInvitations,
    of: (me) => or(eq(teamInvitations.acceptedBy, me.id), isMyAddress(teamInvitations.email, me)),
    by: teamInvitations.id,
    personal: ['email'],
    secret: ['tokenHash'],
    atDeletion: 'remove',
  },
  {
    table: eventHistory,
    of: isMine(eventHistory.userId),
    by: eventHistory.id,
    personal: [],
    plain: ['act'],
    atDeletion: () => ({ userId: null }),
  },
  {
    table: guestMessages,
    of: isMine(guestMessages.userId),
    by: guestMessages.id,
    personal: ['subject', 'text', 'idempotencyKey'],
    plain: ['audience'],
    atDeletion: () => ({ userId: null, subject: '', text: '', idempotencyKey: null }),
  },
  {
    table: featuredEvents,
    of: isMine(featuredEvents.chosenBy),
    by: featuredEvents.eventId,
    personal: [],
    atDeletion: () => ({ chosenBy: null }),
  },
  {
    table: doorLinks,
    of: isMine(doorLinks.createdBy),
    by: doorLinks.id,
    personal: ['name'],
    secret: ['tokenHash'],
    atDeletion: () => ({ name: 'Door' }),
  },
  // What was decided about them; who decided is nobody's business.
  kept(decisions, isMine(decisions.concernedId), decisions.id, {
    plain: ['reference', 'act', 'subjectKind', 'domain', 'reason', 'outcome'],
    secret: ['idempotencyKey', 'objectionKey', 'moderatorId', 'outcomeBy'],
  }),
  {
    table: reports,
    of: isMyReport,
    by: reports.id,
    personal: ['reporterName', 'reporterEmail'],
    plain: ['reference', 'kind'],
    secret: ['senderHash', 'idempotencyKey'],
    atDeletion: () => ({ reporterId: null, reporterName: null, reporterEmail: null, senderHash: null }),
  },
  {
    // What others reported about them is not handed out: it may tell who did. erasure.ts empties that too. What somebody
    // wrote as a moderator is the operator's.
    table: moderationWords,
    of: (me) =>
      or(
        and(eq(moderationWords.byId, me.id), inArray(moderationWords.kind, ['objection', 'report'])),
        and(eq(moderationWords.aboutId, me.id), ne(moderationWords.kind, 'report')),
        ofMyReports(moderationWords.id, me),
      ),
    by: moderationWords.id,
    personal: ['text'],
    plain: ['kind'],
    secret: ['salt', 'hash', 'byId'],
    atDeletion: () => ({ text: null, salt: null }),
  },
  // Ids, times and codes; nobody can change the log.
  kept(auditLog, isLineAboutMe, auditLog.seq, {
    plain: ['code', 'subject'],
    secret: ['actorId', 'wordsHash', 'recordHash', 'previousHash', 'hash'],
  }),
]

/** Text of all other tables: why it says nothing about a person. */
export const NOT_PERSONAL: Record<string, string[]> = {
  // Emptied by erasure.ts where it names the account; otherwise over within hours.
  jobs: ['kind', 'payload', 'dedupeKey', 'lastError', 'status'],
  schedules: ['kind'],
  used_challenges: ['hash'],
  installation: ['name', 'value'],
  popular_events: ['score'],
  popular_days: ['day'],
  popular_usual: ['usual'],
  audit_head: ['hash'],
  blocked_domains: ['domain'],
  reminder_rounds: ['which'],
  pending_changes: ['before', 'note'],
  // Words of what events say; the trigger rewrites them when a creator's name changes, and erasure.ts removes the words
  // of the name itself.
  event_search: ['title', 'front', 'whole'],
  search_words: ['word', 'spellings'],
  // Which address wants no mails: a keyed hash that leads back to none, and about no account.
  mail_refusals: ['addressHash'],
}
