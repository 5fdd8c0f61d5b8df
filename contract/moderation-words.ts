// What moderators do, to what, and why: the words that the database, the calls and the screens share.
import { formatDate, formatTime } from './dates.ts'

/** `restore` takes back what was done to the subject: hidden, suspended or blocked. */
export const ACTS = ['hide', 'restore', 'ask', 'hide-account', 'suspend', 'block-domain'] as const
export type Act = (typeof ACTS)[number]

export const SUBJECT_KINDS = ['event', 'account', 'domain'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Which subjects an act can be done to. */
export const SUBJECTS_OF: Record<Act, readonly SubjectKind[]> = {
  hide: ['event'],
  restore: ['event', 'account', 'domain'],
  ask: ['event'],
  'hide-account': ['account'],
  suspend: ['account'],
  'block-domain': ['domain'],
}

/** Of an objection. */
export const OUTCOMES = ['kept', 'undone'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const REPORT_KINDS = ['illegal', 'rules', 'facts', 'picture'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const STAFF_ROLES = ['moderator', 'administrator'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

interface Reason {
  /** What a moderator chooses from. */
  label: string
  /** In the statement of reasons, after "because". */
  sentence: string
  /** The part of /rules that it rests on, or the law. */
  rule: string
}

const because = (label: string, sentence: string, rule: string): Reason => ({ label, sentence, rule })

export const REASON_CODES = [
  'legal-order',
  'illegal',
  'fraud',
  'spam',
  'hate',
  'harm',
  'sexual',
  'facts',
  'privacy',
  'rights',
  'domain',
  'mistake',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

/** The anchors of app/pages' /rules are these codes. */
export const REASONS: Record<ReasonCode, Reason> = {
  'legal-order': because(
    'Legal order',
    'a court or an authority has ordered it',
    'the order of a court or an authority',
  ),
  illegal: because(
    'Against the law',
    'we believe that it is against the law',
    'the law of Ireland or of the European Union',
  ),
  fraud: because('Fraud', 'it misleads people to get at their money or data', 'our rule “No fraud”'),
  spam: because('Spam', 'it advertises something other than an event, or repeats itself', 'our rule “Events only”'),
  hate: because('Hatred', 'it attacks people for who they are', 'our rule “No hatred”'),
  harm: because('Harm', 'it endangers people or calls for violence', 'our rule “No harm”'),
  sexual: because('Sexual content', 'it shows or offers sexual content', 'our rule “Fit for everybody”'),
  facts: because(
    'Wrong facts',
    'what it says is not true: time, place, who appears or who runs it',
    'our rule “True facts”',
  ),
  privacy: because(
    'Somebody’s picture or data',
    'it shows somebody who has not agreed to it',
    'our rule “Other people’s privacy”',
  ),
  rights: because('Somebody else’s work', 'it uses what belongs to somebody else', 'our rule “Other people’s work”'),
  domain: because('A blocked link', 'it leads to a website that harms people', 'our rule “Safe links”'),
  mistake: because('Reversed', 'an earlier decision was reversed', 'a second look at our own decision'),
}

/** 451 in place of 410: the law asks for its own number. */
export const isLegalOrder = (reason: ReasonCode) => reason === 'legal-order'

/** What hides an event together with others, so that these are restored as they were. */
export const HIDDEN_WITH = ['account', 'suspension'] as const
export type HiddenWith = (typeof HIDDEN_WITH)[number]

/** '30th Nov, 2026, 6:00 PM UTC': the same for everybody, because the server knows nobody's zone. */
export const suspensionEnd = (until: Date) => {
  const iso = until.toISOString()
  return `${formatDate(iso, 'UTC')}, ${formatTime(iso, 'UTC')} UTC`
}
