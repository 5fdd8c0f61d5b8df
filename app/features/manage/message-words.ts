import type { Audience } from '../../../contract/guest-messages.ts'
import { MESSAGES } from '../../../contract/limits.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'

export const AUDIENCE_WORDS: Record<Audience, { short: string; long: string; none: string }> = {
  all: { short: 'All', long: 'everybody who has booked', none: 'has booked yet' },
  coming: {
    short: 'Coming',
    long: 'those who said that they are coming',
    none: 'has said yet that they are coming',
  },
  'let-in': { short: 'Let in', long: 'those who were let in', none: 'has been let in yet' },
  waiting: { short: 'Waiting', long: 'the waiting list', none: 'is on the waiting list' },
}

export const AUDIENCES = Object.keys(AUDIENCE_WORDS) as Audience[]

export const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`)

/** Who gets it, before it is sent. */
export const audienceText = (audience: Audience, count: number) =>
  count === 0
    ? `Nobody gets it: nobody ${AUDIENCE_WORDS[audience].none}.`
    : `${people(count)} will get it: ${AUDIENCE_WORDS[audience].long}.`

/** Says the limit before somebody runs into it. */
export function allowanceText({ left, nextAt }: { left: number; nextAt: string | null }, timeZone: string): string {
  const rule = `${MESSAGES.most} messages can be sent within ${MESSAGES.hours} hours`
  if (left > 0) return `${rule}; ${left === 1 ? '1 is' : `${left} are`} left.`
  const when = nextAt
    ? ` The next one can be sent on ${formatDate(nextAt, timeZone)}, ${formatTime(nextAt, timeZone)}.`
    : ''
  return `${rule}, and all of them are used.${when}`
}
