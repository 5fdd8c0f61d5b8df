import { counted } from '../../contract/counted.ts'
import { formatTime } from '../../contract/dates.ts'
import type { Verdict, VerdictKind } from './verdict.ts'

export const WORDS: Record<VerdictKind, string> = {
  in: 'In',
  choose: 'How many?',
  'to-pay': 'To pay',
  unverified: 'In, not verified',
  'already-in': 'Already in',
  'other-event': 'Another event',
  returned: 'Given back',
  standby: 'Standby',
  cancelled: 'Cancelled',
  'waiting-list': 'Waiting list only',
  unknown: 'Unknown code',
}

/** The headline. A booker who sent every place has none to come in with. */
export const wordOf = ({ kind, seats, inside = 0, toPay }: Verdict) =>
  kind === 'to-pay' && toPay
    ? `${toPay.sum} to pay`
    : isAllSent({ kind, seats })
      ? 'Sent to friends'
      : kind === 'choose' && (seats ?? 1) - inside === 1
        ? 'Let in?'
        : WORDS[kind]

const isAllSent = ({ kind, seats }: Pick<Verdict, 'kind' | 'seats'>) => kind === 'already-in' && seats === 0

const places = (count: number) => counted(count, 'place')

const timeIn = (timeZone: string, at: number) => formatTime(new Date(at).toISOString(), timeZone)

/** What follows the word: how many, when, which door, what to do. */
export function explain(
  { kind, seats = 1, inside = 0, firstAt, door, event, toPay }: Verdict,
  timeZone: string,
): string {
  switch (kind) {
    case 'in':
      return seats > 1 ? `${inside} of ${places(seats)} in` : 'Welcome'
    case 'choose':
      return `${places(seats)}, ${inside} in`
    case 'to-pay':
      return `${places(seats)}, ${inside} in.${toPay?.isTransfer ? ' They chose to pay by transfer, and it isn’t marked as received.' : ''}`
    case 'unverified':
      return 'Booked after this list was loaded. We’ll check it once there’s a network.'
    case 'already-in': {
      if (seats === 0) return 'Every place of this booking was sent to a friend with their own code.'
      const when = firstAt ? ` at ${timeIn(timeZone, firstAt)}` : ''
      const where = door ? ` by ${door}` : ''
      return seats > 1 ? `All ${places(seats)}, the first${when}${where}` : `Let in${when}${where}`
    }
    case 'other-event':
      return event ? `This ticket is for “${event}”.` : 'This ticket is for another event.'
    case 'returned':
      return 'The booking was given back.'
    case 'standby':
      return `${places(seats)} not confirmed: after everyone with a booking, in order.`
    case 'cancelled':
      return 'The event has been cancelled.'
    case 'waiting-list':
      return 'On the waiting list, without a place.'
    case 'unknown':
      return 'Not a ticket for this event.'
  }
}
