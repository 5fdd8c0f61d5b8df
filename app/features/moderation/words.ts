import { counted } from '../../../contract/counted.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Act, Outcome, ReportKind } from '../../../contract/moderation-words.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'

export const REPORTED: Record<ReportKind, string> = {
  illegal: 'Illegal',
  rules: 'Against the rules',
  facts: 'Wrong facts',
  picture: 'In this picture',
}

interface ActWords {
  /** On the button that asks for it. */
  label: string
  title: string
  /** What it does, in the dialog. */
  text: string
  /** On the button that does it. */
  button: string
  done: string
}

export const ACT_WORDS: Record<Act, ActWords> = {
  hide: {
    label: 'Hide',
    title: 'Hide this event?',
    text: 'Within a second nobody can find, see or book it. Guests keep their bookings.',
    button: 'Hide it',
    done: 'It’s hidden. We’ll tell its creator why.',
  },
  restore: {
    label: 'Restore',
    title: 'Restore this?',
    text: 'Everything goes back to how it was.',
    button: 'Restore',
    done: 'It’s back to how it was. We’ll let the person concerned know.',
  },
  ask: {
    label: 'Ask for a change',
    title: 'Ask for a change?',
    text: 'The event stays where it is. Say below what should be changed.',
    button: 'Ask',
    done: 'We’ll ask its creator for a change.',
  },
  'hide-account': {
    label: 'Hide all events',
    title: 'Hide all events of this account?',
    text: 'Nobody can find, see or book them. They come back as they were when you restore the account.',
    button: 'Hide all',
    done: 'All events of this account are hidden. We’ll tell its owner why.',
  },
  suspend: {
    label: 'Suspend',
    title: 'Suspend this account?',
    text: 'Its owner can only log in, read, give places back, download data, delete the account and object.',
    button: 'Suspend',
    done: 'The account is suspended. We’ll tell its owner why.',
  },
  'block-domain': {
    label: 'Block',
    title: 'Block links to this domain?',
    text: 'Nothing that links there, or to one of its subdomains, can be saved. Events that already do leave the lists, and we’ll tell their creators.',
    button: 'Block it',
    done: 'Links there are blocked. We’ll tell creators whose events have one.',
  },
}

export const DONE: Record<Act, string> = {
  hide: 'Hidden',
  restore: 'Restored',
  ask: 'Asked for a change',
  'hide-account': 'All events hidden',
  suspend: 'Suspended',
  'block-domain': 'Domain blocked',
}

/** In the log. */
export const LOGGED: Record<string, string> = {
  ...DONE,
  objection: 'Objection',
  'objection-kept': 'Objection decided: it stands',
  'objection-undone': 'Objection decided: undone',
  'role-moderator': 'Made a moderator',
  'role-administrator': 'Made an administrator',
  'role-none': 'Role taken away',
  'suspension-over': 'Suspension over',
  report: 'Reported',
  'report-dismissed': 'Left as it is',
  featured: 'Featured events chosen',
  review: 'Waiting for review',
  'review-released': 'Listed',
}

export const OUTCOME_WORDS: Record<Outcome, string> = { kept: 'The decision stands', undone: 'The decision was undone' }

export const dayAndTime = (at: string) => `${formatDate(at, browserTimeZone())}, ${formatTime(at, browserTimeZone())}`
export const day = (at: string) => formatDate(at, browserTimeZone())

/** '2 hours', '3 days': how long something waits. */
export function waited(since: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(since)) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return `${counted(hours, 'hour')}`
  return `${Math.floor(hours / 24)} days`
}
