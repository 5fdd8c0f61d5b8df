import { daysUntil } from '../../lib/days-until.ts'
import type { JoinedBooking } from './load-bookings.ts'

export interface OrderedBookings {
  /** Large, on top. */
  today: JoinedBooking[]
  coming: JoinedBooking[]
  /** The newest first; quiet, below. */
  ended: JoinedBooking[]
}

const startOf = ({ event }: JoinedBooking) => Date.parse(event?.startTime ?? '')

/** By what comes next. One whose event could not be loaded comes last among the coming ones: nobody knows its day. */
export function inOrder(bookings: JoinedBooking[], now: Date): OrderedBookings {
  const ordered: OrderedBookings = { today: [], coming: [], ended: [] }
  for (const booking of bookings) {
    const { event } = booking
    if (event && Date.parse(event.endTime) <= now.getTime()) ordered.ended.push(booking)
    // One that began yesterday and goes on is today's as well.
    else if (event && daysUntil(event.startTime, event.timeZone, now) <= 0) ordered.today.push(booking)
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
