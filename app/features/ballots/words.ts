import { counted } from '../../../contract/counted.ts'
import type { BallotSummary } from '../../../contract/ballots.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'

export const placesText = (count: number) => counted(count, 'place')

export const entriesText = (count: number) => counted(count, 'entry', 'entries')

export const momentText = (iso: string, timeZone: string) =>
  `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`

export const EXPLAINED =
  'It makes no difference when you enter, but the more places you ask for, the less likely you are to be drawn early. The list is sealed before a public number decides, so you can check that nobody changed it.'

export const numberText = ({ source, numberAt }: Pick<BallotSummary, 'source' | 'numberAt'>, timeZone: string) =>
  source.kind === 'draw'
    ? `${source.name}, ${momentText(numberAt, timeZone)}`
    : `Round ${source.round} of drand, ${momentText(numberAt, timeZone)}`

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
