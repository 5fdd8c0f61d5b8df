import type { ReactNode } from 'react'
import type { BallotFile } from '../../../contract/ballot-file.ts'
import type { BallotSummary } from '../../../contract/ballots.ts'
import { counted } from '../../../contract/counted.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { FoundEntry } from './check.ts'

export const placesText = (count: number) => counted(count, 'place')

export const entriesText = (count: number) => counted(count, 'entry', 'entries')

export const momentText = (iso: string, timeZone: string) =>
  `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`

export const EXPLAINED =
  'It makes no difference when you enter, but the more places you ask for, the less likely you are to be drawn early. The list is sealed before a public number decides, so you can check that nobody changed it.'

export const numberText = ({ source, numberAt }: Pick<BallotSummary, 'source' | 'numberAt'>, timeZone: string) =>
  source.kind === 'draw'
    ? `${source.name}, ${momentText(numberAt, timeZone)}`
    : `${drandRound(source.round)}, ${momentText(numberAt, timeZone)}`

export const ballotPath = ({ id }: Pick<BallotSummary, 'id'>, key?: string) =>
  `/ballots/${id}${key ? `?key=${encodeURIComponent(key)}` : ''}`

/** Why there was no draw. */
export function cancellationText(because: BallotSummary['cancelledBecause'], kind: 'draw' | 'drand'): string {
  if (because === 'nobody') return 'Nobody entered.'
  if (because === 'closed-late')
    return 'The list could not be sealed ten minutes before the number was known, so nobody could have checked the draw.'
  return kind === 'draw'
    ? 'The organiser did not enter the number within 24 hours of its time.'
    : 'Nobody handed in the number within 24 hours of its time.'
}

export const ballotClosed = 'BALLOT CLOSED'
export const ballotOpens = (when: string) => `BALLOT OPENS ${when}`
export const inTheBallot = (places: string) => `In the ballot: ${places}`
export const enterTheBallotButton = 'ENTER THE BALLOT'

export const checkTheDraw = 'Check the draw'
export const howItWorks = 'How it works'
export const cancelledAndOpen = (why: string) => `The ballot was cancelled. ${why} Booking is open.`
export const seeTheBallot = 'See the ballot'
export const drawnByBallot = 'Places were drawn by ballot.'
export const placesAreDrawn = (until: string, link: ReactNode) => (
  <>
    Places are drawn by ballot. Enter by {until}; early or late makes no difference. {link}
  </>
)

export const openUntil = 'Open until'
export const decidedBy = 'Decided by'
export const howManyPlaces = 'How many places?'
export const changeMyEntry = 'Change my entry'
export const enterTheBallot = 'Enter the ballot'
export const yourReceipt = 'Your receipt'
export const aboutReceipt =
  'It’s in our email too. With it you can find your own line in the list, and nobody else can.'
export const inTheBallotTitle = 'You’re in the ballot'
export const notLoaded = 'The ballot could not be loaded.'
export const askedForAndEmailed = (places: ReactNode) => (
  <>You asked for {places}. We’ll email you when the list is sealed and when it’s drawn.</>
)
export const leaveTheBallot = 'Leave the ballot'

export const logInToEnter = (title: ReactNode) => <>Log in to enter the ballot for {title}.</>

export const askedFor = (places: string, state: string, by: string) =>
  `You asked for ${places}. ${state} Decided by ${by}.`
export const closesAt = (when: string) => `The ballot closes ${when}.`
export const listIsSealed = 'The list is sealed.'

export const STATES: Record<BallotFile['state'], string> = {
  planned: 'It hasn’t opened yet.',
  open: 'It’s open: people can enter.',
  closed: 'It’s closed and the list is sealed. The number isn’t known yet.',
  drawn: 'It’s drawn.',
  cancelled: 'It was cancelled.',
}

/** What the search for one's own entry came to. */
export function foundText(found: FoundEntry | null, entries: number): string {
  if (!found) return 'No entry in the list matches this receipt.'
  if (found.position === null) return `You’re in the list, with ${placesText(found.seats)}.`
  return `You’re in the list, with ${placesText(found.seats)}: number ${found.position} of ${entries} in the draw.`
}

export const drandRound = (round: number) => `Round ${round} of drand`
export const sealRoot = 'Seal (root)'
export const compareNumber = (draw: ReactNode, when: string) => (
  <>
    The organiser entered the number. Compare it with the published one: {draw}, {when}.
  </>
)
export const compareWithDrand = (link: ReactNode) => (
  <>Your browser has verified drand’s signature. You can also compare the number with {link}.</>
)
export const publishedByDrand = 'what drand has published'
export const checkedInBrowser = 'Checked in your browser'
export const workingItOut = 'Working it out'
export const checkNotLoaded = 'The check could not be loaded.'
export const listMatches = 'Your browser has worked it out again: the list matches its seal.'
export const listAndOrderMatch =
  'Your browser has worked it out again: the list matches its seal, and the order follows from the list and the number.'
export const sealFromEmail = 'The seal from your email (optional)'
export const sealCompared = 'Compared with the one above.'
export const aboutSeal = '64 letters and digits. If the whole list had been swapped, it would differ.'
export const findMyEntry = 'Find my entry'
export const aboutFinding = 'With the receipt from our email. What you type stays in your browser.'
export const handInTheNumber = 'Hand in the number'
export const copyTheSignature = (name: ReactNode, drand: ReactNode) => (
  <>
    The round exists now, and anybody can hand it in: copy the {name} from {drand}. We verify that it’s genuine.
  </>
)
export const handItIn = 'Hand it in'
export const numberNotHandedIn = 'The number could not be handed in. Please try again.'
export const ballotIsDrawn = 'The ballot is drawn.'
export const loading = 'Loading the ballot'
export const whyAndOpen = (why: string) => ` ${why} Booking is open.`
export const seeTheEvent = 'See the event'
export const checkWithoutUs = (everything: ReactNode, help: ReactNode) => (
  <>
    You can check it without us, too: {everything}. {help}
  </>
)
export const everythingAsJson = 'everything as JSON'

export const publicDraw = 'A public draw'
export const ABOUT_SOURCE = {
  draw: 'Name it so that anybody can look it up. You enter its number afterwards; if you don’t within 24 hours, the ballot is cancelled and its page says so.',
  drand:
    'A public service that publishes a random number every three seconds. Anybody can hand in the one of that moment, and we check that it’s genuine.',
}
export const opens = 'Ballot opens'
export const openForADay = 'It’s open for at least 24 hours.'
export const closes = 'Ballot closes'
export const hourBeforeNumber = 'At least an hour before its number.'
export const whenNumberIsPublished = 'When the number is published'
export const fourDaysBeforeStart = 'At least four days before the start.'
export const mostPlaces = 'Most places for one entry'
export const whereNumberComesFrom = 'Where the number comes from'
export const nameOfDraw = 'Name of the draw'
export const exampleOfDraw = 'For example: Lotto of Saturday 28 November'
export const cannotBeChanged = (entries: string) =>
  `This ballot has ${entries} and can no longer be changed. You’ll find it in Manage.`
export const aboutBallot =
  'Nobody has to hurry: people enter while it’s open, and a public number decides who’s offered a place first. It can’t be combined with requests, extra places or a series, and can be changed until somebody has entered.'
export const savedWithEvent = 'We save the ballot together with the event.'
export const saveBallot = 'Save ballot'
export const saved = 'Ballot saved.'
export const notSaved = 'The ballot could not be saved. Please try again.'
export const noBallot = 'No ballot'

/** On the manage screen. */
export function stateText(
  { state, opensAt, closesAt, source, cancelledBecause }: BallotSummary,
  timeZone: string,
): string {
  if (state === 'planned') return `Opens ${momentText(opensAt, timeZone)}.`
  if (state === 'open') return `Open until ${momentText(closesAt, timeZone)}.`
  if (state === 'closed') return 'Closed: the list is sealed, and everybody in it has been sent its seal.'
  if (state === 'drawn') return 'Drawn: those who came first have been offered their places.'
  return `Cancelled. ${cancellationText(cancelledBecause, source.kind)} Booking is open.`
}

export const numberNotEntered = 'The number could not be entered. Please try again.'
export const numberOf = (source: string) => `Number of ${source}`
export const numberHint = (until: string) =>
  `In the order it was published, by ${until}. It’s final: there’s never a second number.`
export const enterAndDraw = 'Enter the number and draw'
export const decidedByNumber = (number: string, who: string) => `Decided by ${number}. ${who}`
export const youEnterIt =
  'You enter its number here. If it’s missing 24 hours later, the ballot is cancelled and everybody can read why.'
export const anybodyHandsIn = 'Anybody can hand it in on the page of the ballot.'
