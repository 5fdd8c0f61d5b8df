import { counted, formOf } from '../../../contract/counted.ts'
import type { Audience } from '../../../contract/guest-messages.ts'
import { MESSAGES } from '../../../contract/limits.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'

export const AUDIENCE_WORDS: Record<Audience, { short: string; long: string; none: string }> = {
  all: { short: 'All', long: 'everyone who’s booked', none: 'has booked yet' },
  coming: {
    short: 'Coming',
    long: 'people who said they’re coming',
    none: 'has said they’re coming yet',
  },
  'not-in': { short: 'Not\u00a0in', long: 'people who aren’t in yet', none: 'is missing' },
  'let-in': { short: 'Let\u00a0in', long: 'people who are in', none: 'has been let in yet' },
  waiting: { short: 'Waiting', long: 'the waiting list', none: 'is on the waiting list' },
}

export const AUDIENCES = Object.keys(AUDIENCE_WORDS) as Audience[]

export const people = (count: number) => formOf(count, '1 person', `${count.toLocaleString('en')} people`)

/** Who gets it, before it is sent. */
export const audienceText = (audience: Audience, count: number) =>
  count === 0
    ? `Goes to nobody: nobody ${AUDIENCE_WORDS[audience].none}.`
    : `Goes to ${people(count)}: ${AUDIENCE_WORDS[audience].long}.`

/** Says the limit before somebody runs into it. */
export function allowanceText({ left, nextAt }: { left: number; nextAt: string | null }, timeZone: string): string {
  const rule = `You can send ${MESSAGES.most} messages in ${MESSAGES.hours} hours`
  if (left > 0) return `${rule}; ${counted(left, 'is', 'are')} left.`
  const when = nextAt
    ? ` You can send the next one on ${formatDate(nextAt, timeZone)}, ${formatTime(nextAt, timeZone)}.`
    : ''
  return `${rule}, and you’ve used them all.${when}`
}

export const mayReply = 'Guests may reply'
export const theySeeAddress = (address: string) =>
  `They see ${address}, and replies go there. Otherwise nobody sees it.`
export const toWhom = 'To whom?'
export const messageIsOnItsWay = (to: string) => `Your message is on its way to ${to}.`
export const cancelledNoMessages = 'This event has been cancelled, so you can’t send any more messages.'
export const messagesOnceDated = 'You can send messages again once the event has a new date.'
export const endedNoMessages = 'This event has ended, so you can’t send any more messages.'
export const loadingMessages = 'Loading the messages'
export const messagesNotLoaded = 'The messages could not be loaded.'

export const sentBefore = 'Sent before'
export const aGuest = 'a guest'
