import { hasEnded } from '../../../contract/event-status.ts'
import { daysUntil } from '../../lib/days-until.ts'
import type { JoinedBooking } from './load-bookings.ts'

export interface OrderedBookings {
  /** Large, on top. */
  today: JoinedBooking[]
  coming: JoinedBooking[]
  /** The newest first; quiet, below. */
  ended: JoinedBooking[]
}

const isUndated = ({ event }: JoinedBooking) => !event || event.status === 'postponed'

const startOf = (booking: JoinedBooking) => Date.parse(isUndated(booking) ? '' : (booking.event?.startTime ?? ''))

/**
 * By what comes next. One whose event could not be loaded, or has no date any more, comes last among the coming ones: nobody
 * knows its day.
 */
export function inOrder(bookings: JoinedBooking[], now: Date): OrderedBookings {
  const ordered: OrderedBookings = { today: [], coming: [], ended: [] }
  for (const booking of bookings) {
    const { event } = booking
    if (event && hasEnded(event, now)) ordered.ended.push(booking)
    // One that began yesterday and goes on is today's as well.
    else if (event && !isUndated(booking) && daysUntil(event.startTime, event.timeZone, now) <= 0)
      ordered.today.push(booking)
    else ordered.coming.push(booking)
  }
  const unknownLast = (start: number) => (Number.isNaN(start) ? Infinity : start)
  const byStart = (a: JoinedBooking, b: JoinedBooking) =>
    unknownLast(startOf(a)) === unknownLast(startOf(b)) ? 0 : unknownLast(startOf(a)) - unknownLast(startOf(b))
  ordered.today.sort(byStart)
  ordered.coming.sort(byStart)
  ordered.ended.sort((a, b) => byStart(b, a))
  return ordered
}
