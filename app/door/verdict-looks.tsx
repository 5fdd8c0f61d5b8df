// Each verdict has its own word, shape and colour, so that no single sense is needed to tell them apart.
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

const Stroke = ({ d }: { d: string }) => (
  <path d={d} fill="none" stroke="currentColor" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
)

const Outline = ({ d }: { d: string }) => <path d={d} fill="none" stroke="currentColor" strokeWidth="6" />

const CIRCLE = 'M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88z'
const SQUARE = 'M10 10h80v80h-80z'
const TRIANGLE = 'M50 8l46 84h-92z'
const DIAMOND = 'M50 4l46 46l-46 46l-46-46z'
const OCTAGON = 'M31 6h38l25 25v38l-25 25h-38l-25-25v-38z'

const SHAPES: Record<VerdictKind, [outline: string, stroke: string]> = {
  in: [CIRCLE, 'M30 52l15 15l27-32'],
  choose: [CIRCLE, 'M50 32v36M32 50h36'],
  // Two coins, of no currency.
  'to-pay': [CIRCLE, 'M42 36a14 14 0 1 0 0 28a14 14 0 1 0 0-28M60 37a14 14 0 0 1 0 26'],
  unverified: [
    'M50 6a44 44 0 0 1 38 22M94 50a44 44 0 0 1-22 38M50 94a44 44 0 0 1-38-22M6 50a44 44 0 0 1 22-38',
    'M30 52l15 15l27-32',
  ],
  'already-in': [OCTAGON, 'M36 36v28M50 36v28M64 36v28'],
  'other-event': [SQUARE, 'M32 50h36M54 36l14 14l-14 14'],
  returned: [TRIANGLE, 'M66 66h-28M46 54l-10 12l10 12'],
  standby: [DIAMOND, 'M50 30v22l14 12'],
  cancelled: [TRIANGLE, 'M50 40v22M50 76v1'],
  'waiting-list': [DIAMOND, 'M38 32h24l-24 36h24z'],
  unknown: ['M6 6h88v88h-88z', 'M32 32l36 36M68 32l-36 36'],
}

export const VerdictShape = ({ kind, className }: { kind: VerdictKind; className?: string }) => (
  <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
    <Outline d={SHAPES[kind][0]} />
    <Stroke d={SHAPES[kind][1]} />
  </svg>
)

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
