// Every credential and secret of an account, and which of them end with which cure. A cure is what somebody does to be
// alone in their account again: nothing that an intruder made before it may work afterwards. This is the one place where
// they end; server/cures.test.ts makes every secret, applies every cure, and fails for a secret that is missing here.
import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { addressChanges } from '../db/schema/account.ts'
import { apiKeys } from '../db/schema/api-keys.ts'
import { passwordResets, sessions, signInCodes } from '../db/schema/auth.ts'
import { calendarFeeds } from '../db/schema/calendar-feeds.ts'
import { doorLinks } from '../db/schema/door.ts'
import { events } from '../db/schema/events.ts'
import { pushSubscriptions } from '../db/schema/notices.ts'
import { passkeys } from '../db/schema/passkeys.ts'
import { teamInvitations } from '../db/schema/team.ts'
import { recoveryCodes, twoFactor } from '../db/schema/two-factor.ts'
import { users } from '../db/schema/users.ts'
import { webhookEndpoints } from '../db/schema/webhooks.ts'

/** As docs/trust.md names them. */
export const CURES = {
  reset: 'Reset by email',
  'password-change': 'Change of password',
  'sessions-ended': 'End of other sessions',
  'google-linked': 'Google linked',
  // The address was never confirmed: by Google, or by email in a browser that is not signed in to the account.
  'first-proof': 'First proof of the address',
  'not-mine': '“I did not create this”',
  'new-address': 'New address',
  deletion: 'Deletion asked for',
  suspension: 'Suspension',
} as const

export type Cure = keyof typeof CURES

/** What its owner has ticked to be kept. */
export interface Kept {
  keptKeys?: number[]
  keptWebhooks?: number[]
}

export interface Cured extends Kept {
  userId: number
  now: Date
  /** The session that asks; it stays signed in. */
  keptSession?: Buffer
  /** Takes the place of the one that ends. */
  passwordHash?: string
}

interface Secret {
  /** As docs/trust.md names it. */
  what: string
  /** At all other cures it stays. */
  endsAt: readonly Cure[]
  /** Missing: it ends with what it is bound to, see `why`. */
  end?: (tx: Tx, who: Cured) => Promise<unknown>
  /** Why it ends by itself, or why it may stay. */
  why?: string
  /** Where it is stored: 'table.column'. */
  columns?: readonly string[]
  /** Which keys of server/access/secrets.ts sign or seal it. */
  keys?: readonly string[]
}

const TAKEN_OVER = ['first-proof', 'not-mine'] as const
/** Whatever an intruder could have set up in a session. */
const EVERY_CURE = ['reset', 'password-change', 'sessions-ended', 'google-linked', ...TAKEN_OVER, 'deletion'] as const

const isOfCreator = (tx: Tx, userId: number) =>
  inArray(teamInvitations.eventId, tx.select({ id: events.id }).from(events).where(eq(events.creatorId, userId)))

export const SECRETS = {
  'other sessions': {
    what: 'Other sessions, and proofs in them',
    endsAt: ['reset', 'password-change', 'sessions-ended', ...TAKEN_OVER, 'deletion'],
    end: (tx, { userId, keptSession }) =>
      tx.delete(sessions).where(and(eq(sessions.userId, userId), keptSession && ne(sessions.tokenHash, keptSession))),
    columns: ['sessions.token_hash'],
  },
  'this session': {
    what: 'The session that asks',
    endsAt: ['reset', ...TAKEN_OVER],
    why: 'no session is kept where the proof came by email or from Google',
    columns: ['sessions.token_hash'],
  },
  password: {
    what: 'Password',
    endsAt: ['reset', 'password-change', ...TAKEN_OVER],
    end: (tx, { userId, passwordHash = null }) => tx.update(users).set({ passwordHash }).where(eq(users.id, userId)),
    columns: ['users.password_hash'],
  },
  'reset link': {
    what: 'Reset link',
    // A password and a session are weaker proofs than the mailbox: they do not end its link.
    endsAt: ['reset', 'google-linked', 'first-proof', 'new-address'],
    end: (tx, { userId }) => tx.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    columns: ['password_resets.token_hash', 'mails.payload'],
  },
  'sign-in code': {
    what: 'Emailed code, and the cookie of its browser',
    // As the reset link: the mailbox is a stronger proof than a password or a session.
    endsAt: ['reset', 'google-linked', 'first-proof', 'new-address'],
    end: (tx, { userId }) => tx.delete(signInCodes).where(eq(signInCodes.userId, userId)),
    why: 'only who reads the mailbox has it; ten minutes, five tries; the cookie opens nothing',
    columns: ['sign_in_codes.code_hash', 'sign_in_codes.browser_hash', 'mails.payload'],
    keys: ['sign-in-codes', 'browsers'],
  },
  'google link': {
    what: 'Google link',
    endsAt: [],
    why: 'Google has proved the address',
    columns: ['users.google_subject'],
  },
  'second step': {
    what: 'Second step (app)',
    endsAt: [...TAKEN_OVER],
    end: (tx, { userId }) => tx.delete(twoFactor).where(eq(twoFactor.userId, userId)),
    columns: ['two_factor.secret'],
    keys: ['two-factor'],
  },
  'recovery codes': {
    what: 'Recovery codes',
    endsAt: [...TAKEN_OVER],
    end: (tx, { userId }) => tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    columns: ['recovery_codes.code_hash'],
  },
  passkey: {
    what: 'Passkeys',
    endsAt: [...TAKEN_OVER],
    end: (tx, { userId }) => tx.delete(passkeys).where(eq(passkeys.userId, userId)),
    why: 'an email names those that stay',
    columns: ['passkeys.public_key'],
  },
  'address change': {
    what: 'Pending change of address',
    endsAt: [...EVERY_CURE, 'new-address'],
    end: (tx, { userId }) => tx.delete(addressChanges).where(eq(addressChanges.userId, userId)),
    columns: ['address_changes.email'],
  },
  'calendar feed': {
    what: 'Calendar address',
    endsAt: EVERY_CURE,
    end: (tx, { userId }) => tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    columns: ['calendar_feeds.secret_hash'],
    keys: ['calendar-feeds'],
  },
  'api key': {
    what: 'Keys for other programs',
    endsAt: [...EVERY_CURE, 'suspension'],
    why: 'a change of password and the end of other sessions keep those that the owner ticks',
    end: (tx, { userId, now, keptKeys = [] }) =>
      tx
        .update(apiKeys)
        .set({ endedAt: now })
        .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.endedAt), notInArray(apiKeys.id, keptKeys))),
    columns: ['api_keys.key_hash'],
  },
  webhook: {
    what: 'Webhooks',
    endsAt: [...EVERY_CURE, 'suspension'],
    why: 'as keys for other programs; their secrets are made from a key of the installation',
    end: (tx, { userId, now, keptWebhooks = [] }) =>
      tx
        .update(webhookEndpoints)
        .set({ endedAt: now, endedBy: 'cure' })
        .where(
          and(
            eq(webhookEndpoints.userId, userId),
            isNull(webhookEndpoints.endedAt),
            notInArray(webhookEndpoints.id, keptWebhooks),
          ),
        ),
    keys: ['webhooks'],
  },
  push: {
    what: 'Push subscriptions',
    endsAt: EVERY_CURE,
    end: (tx, { userId }) => tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
    columns: ['push_subscriptions.p256dh', 'push_subscriptions.auth'],
    keys: ['push'],
  },
  'door link': {
    what: 'Door links',
    // In use at the door: a new password does not end them. The creator sees and revokes each.
    endsAt: [...TAKEN_OVER, 'deletion'],
    end: (tx, { userId, now }) =>
      tx
        .update(doorLinks)
        .set({ revokedAt: now })
        .where(and(eq(doorLinks.createdBy, userId), isNull(doorLinks.revokedAt))),
    columns: ['door_links.token_hash'],
    keys: ['door-links'],
  },
  'passkey challenge': {
    what: 'Challenge for a passkey in a session',
    endsAt: ['reset', 'password-change', 'sessions-ended', ...TAKEN_OVER, 'deletion'],
    why: 'bound to its session; serves once, within ten minutes',
    columns: ['used_challenges.hash'],
    keys: ['challenges'],
  },
  'download address': {
    what: 'Address of a download',
    endsAt: ['reset', 'password-change', 'sessions-ended', ...TAKEN_OVER, 'deletion'],
    why: 'bound to its session; ten minutes',
    columns: ['data_exports.key'],
    keys: ['downloads'],
  },
  'half signed in': {
    what: 'Cookie between Google and the second step or the answer',
    endsAt: [],
    why: 'opens nothing without a code, or what Google opens again; serves once, within ten minutes',
    columns: ['used_challenges.hash'],
    keys: ['second-step', 'google-answer'],
  },
  'emailed link': {
    what: 'Signed links in emails',
    endsAt: ['new-address', 'deletion', 'not-mine'],
    why: 'only who reads the mailbox has them; signed over the address',
    keys: ['mail-links'],
  },
  invitation: {
    what: 'Invitation to a team',
    endsAt: ['new-address'],
    why: 'bound to the address it was sent to',
    columns: ['team_invitations.token_hash'],
    keys: ['team-invitations'],
  },
  handover: {
    what: 'Request to take over an event of theirs',
    endsAt: EVERY_CURE,
    end: (tx, { userId }) =>
      tx
        .delete(teamInvitations)
        .where(and(eq(teamInvitations.isHandover, true), isNull(teamInvitations.acceptedBy), isOfCreator(tx, userId))),
    columns: ['team_invitations.token_hash'],
    keys: ['team-invitations'],
  },
  'ticket code': {
    what: 'Codes of tickets and sent places',
    endsAt: ['deletion', 'not-mine'],
    why: 'belongs to the booking and ends with it',
    columns: ['tickets.code', 'ticket_places.code', 'waiting_entries.code'],
    keys: ['door ${eventId}'],
  },
} as const satisfies Record<string, Secret>

export type SecretName = keyof typeof SECRETS

/** Stored or signed secrets that open nothing of an account: why. A column or key is either here or above. */
export const OPENS_NOTHING: Record<string, string> = {
  'tickets.import_code': 'a code of another system, which opens the door of one event to a guest by name',
  'events.link_key': 'shows one event to those who were sent its link, which its organiser renews',
  'event_series.link_key': 'shows the dates of one series to those who were sent its link, which its organiser renews',
  'uploads.claim': 'for the upload that is under way, of a picture that only its uploader can use',
  'door_scans.code_hash': 'which ticket was shown at a door; the code itself is not stored with it',
  'mail_refusals.address_hash': 'says which address wants no emails',
  'mail-refusals': 'ends emails to an address, and nothing else',
  'first-administrator': 'makes an administrator while there is none, and is printed for the operator alone',
  fingerprint: 'tells a wrong SECRET_KEY from the right one',
  'picture-looks': 'shows moderators a hidden picture for some minutes',
  'reports.sender_hash': 'tells whether two reports are of one person',
  'report-senders': 'tells whether two reports are of one person',
  'report-keys': 'tells a repeated report from a new one',
  'orders.key': 'names an order to the card provider, which knows no account of ours',
  'payments.key': 'names an attempt to pay to the card provider',
  'payments.checkout_id': 'the provider’s name of a checkout, which is paid there or not at all',
  'payments.charge_id': 'the provider’s name of what was paid, which only our key of the provider pays back',
  'refunds.key': 'names a refund to the card provider, so that it is made once',
  'data_exports.idempotency_key': 'tells a repeated download from a new one',
  'reports.idempotency_key': 'tells a repeated report from a new one',
  'decisions.idempotency_key': 'tells a repeated decision from a new one',
  'decisions.moderator_id': 'who decided, which is not told',
  'audit_log.actor_id': 'who did it, which is not told',
  'decisions.outcome_by': 'who decided, which is not told',
  'moderation_words.salt': 'binds words to the audit log',
  'moderation_words.hash': 'binds words to the audit log',
  'moderation_words.by_id': 'who wrote, which is not told',
  'mails.request_hash': 'tells a repeated request from a new one',
  'decisions.objection_key': 'tells a repeated objection from a new one',
  'survey_participants.attempt_hash': 'tells a repeated request for a ballot from a new one',
  'survey_ballots.hash': 'one anonymous sheet of a survey, and nothing else',
  'survey-ballots': 'one anonymous sheet of a survey, and nothing else',
  'audit_log.record_hash': 'chains the audit log',
  'audit_log.words_hash': 'binds words to the audit log',
  'audit_log.previous_hash': 'chains the audit log',
  'audit_log.hash': 'chains the audit log',
  'audit_head.hash': 'chains the audit log',
}

const ALL = Object.entries(SECRETS) as [SecretName, Secret][]

/** With the account's row locked, so that what a session sets up at the same time is either found here or refused there. */
export async function cure(tx: Tx, name: Cure, who: Cured, { keeps = [] }: { keeps?: SecretName[] } = {}) {
  for (const [secret, { endsAt, end }] of ALL)
    if (end && endsAt.includes(name) && !keeps.includes(secret)) await end(tx, who)
}

/** Ends these alone, for their owner. With the account's row locked. */
export async function endSecrets(tx: Tx, names: ('second step' | 'recovery codes')[], who: Cured) {
  for (const name of names) await SECRETS[name].end(tx, who)
}
