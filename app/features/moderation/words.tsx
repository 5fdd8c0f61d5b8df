import type { ReactNode } from 'react'
import { counted } from '../../../contract/counted.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Check } from '../../../contract/installation.ts'
import type { Act, Outcome, ReportKind, StaffRole } from '../../../contract/moderation-words.ts'
import type { RefundState } from '../../../contract/order-words.ts'
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

const waitingForReview = 'Waiting for review'

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
  'objection-kept': 'Objection rejected',
  'objection-undone': 'Objection upheld, decision undone',
  'role-moderator': 'Made a moderator',
  'role-administrator': 'Made an administrator',
  'role-none': 'Role taken away',
  'suspension-over': 'Suspension over',
  report: 'Reported',
  'report-dismissed': 'Left as it is',
  featured: 'Featured events chosen',
  review: waitingForReview,
  'review-released': 'Listed',
}

export const OUTCOME_WORDS: Record<Outcome, string> = { kept: 'The decision stands', undone: 'The decision was undone' }

/** Said to the moderator who decided an objection. */
export const OUTCOME_DONE: Record<Outcome, string> = {
  kept: 'The decision stands. We’ll let both sides know.',
  undone: 'The decision is reversed. We’ll let both sides know.',
}

export const dayAndTime = (at: string) => `${formatDate(at, browserTimeZone())}, ${formatTime(at, browserTimeZone())}`
export const day = (at: string) => formatDate(at, browserTimeZone())

/** '2 hours', '3 days': how long something waits. */
export function waited(since: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(since)) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return `${counted(hours, 'hour')}`
  return `${Math.floor(hours / 24)} days`
}

export const notConfirmed = '(not confirmed)'
export const confirmedSince = (email: string, state: string, since: string, role: ReactNode) => (
  <>
    {email} {state}, since {since}
    {role}
  </>
)
export const suspendedUntil = (when: string) => `Suspended until ${when}`
export const leaveIt = 'Leave it'
export const eventsCount = (count: number) => `Events (${count})`
export const notListedYetToo = ', not listed yet'

export const anAccount = 'An account'
export const worthALook = 'Worth a look'
/** Of the parts of the console, by their address. */
export const SUBTITLES: Record<string, string> = {
  '': waitingForReview,
  'worth-a-look': worthALook,
  decisions: 'Decisions',
  log: 'Who did what',
  featured: 'Featured events',
  roles: 'Moderators',
  installation: 'This installation',
  money: 'Money',
  events: 'An event',
  accounts: anAccount,
}

export const forModerators = 'This page is for moderators'
export const logInAsModerator = 'If you’re one, log in with that account.'
export const goToHomepage = 'Go to Homepage'

export const whatToChange = 'What should be changed?'
export const messageOptional = 'Message (optional)'
export const concernedWillRead = 'The person concerned will read it.'
export const forHowLong = 'For how long?'
/** In days. */
export const SUSPENDED_FOR = { '7': 'A week', '30': 'A month', '365': 'A year' }
export const leaveEvents = 'Leave the events where they are'
export const otherwiseHidden = 'Otherwise they are hidden until the end of the suspension.'
export const addMessage = 'Add a message'
export const chooseReason = 'Please choose a reason.'

export const textDeleted = 'The text has been deleted.'
export const bySameModerator = ', by the same moderator, because there was nobody else'
export const untilDay = (when: string) => ` until ${when}`
export const noEarlierDecisions = 'No earlier decisions.'

export const decisionsNotLoaded = 'The decisions could not be loaded.'
export const noDecisions = 'No decisions yet.'
export const decideTheObjection = 'Decide the objection'
export const allowLinksTo = (domain: string) => `Allow links to ${domain} again`
export const allowAgain = 'Allow it again'
export const olderDecisions = 'Older decisions'

export const bookedBy = (venue: string, sold: number, creator: ReactNode, email: string) => (
  <>
    {venue}, {sold} booked, by {creator} ({email})
  </>
)
export const notListedYet = 'Not listed yet'
export const listIt = 'List it'
export const seeItsPage = 'See its page'
export const whatItSays = 'What it says'
export const blockDomain = (domain: string) => `Block ${domain}`
export const whyItIsHere = 'Why it’s here'

export const nothingFeatured = 'Nothing is featured.'
export const notShownAnyMore = ', not shown any more'
export const moveUp = (title: string) => `Move ${title} up`
export const moveDown = (title: string) => `Move ${title} down`
export const removeTitle = (title: string) => `Remove ${title}`
export const findToFeature = 'Find an event to feature'
export const nothingFound = 'Nothing found.'
export const featureTitle = (title: string) => `Feature ${title}`
export const movedUp = (title: string) => `${title} moved up.`
export const movedDown = (title: string) => `${title} moved down.`
export const isFeatured = (title: string) => `${title} is featured.`
export const noLongerFeatured = (title: string) => `${title} is no longer featured.`

export const becomeAdministrator = 'Become the administrator'
export const willLookAfter = (email: ReactNode) => (
  <>{email} will look after this site: its moderators, its reports and its installation. The link works once.</>
)

export const CHECK_STATES: Record<Check['state'], string> = {
  ok: 'In order',
  warning: worthALook,
  failed: 'Not working',
}
export const CHECK_NAMES: Record<Check['name'], string> = {
  settings: 'Settings',
  database: 'Database',
  migrations: 'Migrations',
  clock: 'Clock',
  email: 'Email',
  storage: 'Pictures',
  redis: 'Redis',
  address: 'Public address',
  disk: 'Disk',
  backup: 'Backup',
  jobs: 'Background work',
}
export const nothingIsWaiting = 'Nothing is waiting.'
export const waitingAndGivenUp = (waiting: number, lateness: string, failed: number) =>
  `${waiting} waiting${lateness}, ${failed} given up`
export const tryKindAgain = (kind: string) => `Try ${kind} again`
export const tryAgain = 'Try again'
export const willBeRetried = (retried: number, lost: number) => {
  const rest = lost > 0 ? ` ${lost} can’t be tried again, because their data was erased when they were given up.` : ''
  return `${retried} will be tried again now.${rest}`
}

export const notLoaded = 'This could not be loaded. Please try again.'

export const logNotLoaded = 'The log could not be loaded.'
export const nothingLogged = 'Nothing logged yet.'
export const aboutLog = 'Nobody can change or remove a line. The site’s operator can check that with npm run audit.'
export const noAccount = 'no account'
export const olderLines = 'Older lines'

export const sinceDay = (reference: string, since: string) => `${reference}, since ${since}`
export const orderIs = (since: string, state: string) => `${since}. The order is ${state}.`
const REFUND_STATES: Record<RefundState, string> = {
  planned: 'has not started',
  started: 'was sent, without an answer',
  pending: 'is with the provider',
  failed: 'failed',
  done: 'is done',
  cancelled: 'is cancelled',
}
export const refundIs = (since: string, state: RefundState) => `${since}. It ${REFUND_STATES[state]}.`
export const tooMuch = (sum: string) => `${sum} too much`
export const postingOf = (posting: string, orderId: number) => `${posting}, order ${orderId}`
export const theseAreTheOldest = 'There are more: these are the oldest.'
export const haveYouPaidBack = (sum: string) => `Have you paid ${sum} back?`
export const aboutPaidBack = (reference: string) =>
  `Order ${reference}. We email the guest that the money is on its way, and it can’t be undone.`
export const howYouPaidBack = 'How you paid it back'
export const atCardProvider = 'At the card provider'
export const byTransfer = 'By transfer'
export const yesPaidBack = 'Yes, it’s paid back'
export const paidWithoutTicket = 'Paid, without a ticket or a refund'
export const everyoneHasTicket = 'Everyone who has paid has a ticket or a refund.'
export const aboutPaidWithoutTicket =
  'We try again every ten minutes. If one stays, look for an error of settle-payment in the log; as a last resort, refund it at your card provider.'
export const refundsDue = 'Refunds that are due'
export const noRefundDue = 'No refund is due.'
export const aboutRefundsDue =
  'We ask the card provider every ten minutes about those that were sent. One that failed stays until you have paid it back, at your card provider or by transfer.'
export const paidBackOrder = (reference: string) => `Paid back: order ${reference}`
export const paidBack = 'Paid back'
export const unbalanced = 'Entries that don’t balance'
export const allBalance = 'All entries balance.'
export const aboutUnbalanced =
  'This never happens by itself: someone has changed the database. Compare it with the last backup, and keep both.'

export const objectorWillRead = 'The person who objected will read it.'
export const undoTheDecision = 'Undo the decision'
export const letItStand = 'Let it stand'

export const actOn = (act: string, name: string) => `${act}: ${name}`
export const restoreName = (name: string) => `Restore ${name}`
export const listName = (name: string) => `List it: ${name}`
export const leaveName = (name: string) => `Leave it: ${name}`
export const nameIsFine = (name: string) => `It’s fine: ${name}`
export const itIsFine = 'It’s fine'
export const moreAbout = (name: string) => `More about ${name}`
export const waitingFor = (time: string) => `waiting for ${time}`
export const savedAgo = (time: string) => `saved ${time} ago`
export const whyHerePoints = (points: number) => `Why it’s here (${points} points)`
export const nothingDoubtful = 'Nothing looks doubtful at the moment.'
export const aboutDoubtful =
  'These events are listed as usual. Our rules find something odd about them, but nobody has reported them.'
export const nothingWaiting = 'Nothing waiting. Have a cup of tea.'
export const waitingItems = (items: string) => `${items} waiting, the most urgent first.`

export const noOpenReports = 'No open reports.'
export const withoutName = 'Without a name'

export const hasRoleNow = (email: string, role: StaffRole) =>
  `${email} is now ${role === 'administrator' ? 'an' : 'a'} ${role}.`
export const hasNoRole = (email: string) => `${email} no longer has a role.`
export const takeAwayRoleOf = (name: string) => `Take away the role of ${name}`
export const takeAway = 'Take away'
export const giveRole = 'Give a role'
export const emailOfAccount = 'Email of the account'
export const giveTheRole = 'Give the role'
export const takeRoleFrom = (name: string) => `Take the role away from ${name}?`
export const aboutTakingRole = 'They can no longer moderate, starting now. You can give the role again.'
export const takeItAway = 'Take it away'

export const leaveAsIs = 'Leave it as it is?'
export const aboutLeaving = 'This closes its reports. We’ll email the people who sent them.'
export const staysAsIs = 'It stays as it is.'
export const staysAsIsAndTold = 'It stays as it is. We’ll let the people who reported it know.'
export const isListedNow = 'It is listed now.'
