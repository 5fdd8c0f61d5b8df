import { formOf } from '../../../contract/counted.ts'
import type { Event } from '../../../contract/events.ts'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { isTrue } from '../../lib/money.ts'
import { usePassed } from '../../lib/use-passed.ts'

export type Availability = 'open' | 'sold-out' | 'closed' | 'ended' | 'draft' | 'cancelled' | 'postponed'

type Bookable = Pick<
  Event,
  | 'isDraft'
  | 'isHidden'
  | 'status'
  | 'isSoldOut'
  | 'ticketsLeft'
  | 'endTime'
  | 'bookingClosesAt'
  | 'maxPerPerson'
  | 'admission'
>

/** What the clock says of it. */
interface Times {
  hasEnded: boolean
  isBookingClosed: boolean
}

export function availabilityOf(event: Bookable, { hasEnded, isBookingClosed }: Times): Availability {
  if (isTrue(event.isDraft)) return 'draft'
  // Its creator still sees the page; nobody can book.
  if (event.isHidden) return 'closed'
  if (event.status === 'cancelled' || event.status === 'postponed') return event.status
  if (hasEnded) return 'ended'
  // What is not booked here neither closes nor sells out here.
  if (event.admission) return 'open'
  if (isBookingClosed) return 'closed'
  return isTrue(event.isSoldOut) || event.ticketsLeft <= 0 ? 'sold-out' : 'open'
}

/** Most that anybody can book at once. */
export const mostAtOnce = ({ maxPerPerson = Infinity }: Pick<Event, 'maxPerPerson'>) =>
  Math.min(TICKETS_PER_BOOKING.max, maxPerPerson)

/** The most that somebody who has this many seats can book now. */
export const maxTickets = (event: Bookable, seats = 0) =>
  Math.max(
    TICKETS_PER_BOOKING.min,
    Math.min(TICKETS_PER_BOOKING.max, event.ticketsLeft, (event.maxPerPerson ?? Infinity) - seats),
  )

// '1,234'. By hand: toLocaleString loads all languages' tables first, 70 ms on a slow phone.
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const placesLeft = (left: number) => formOf(left, '1 place left', `${grouped(left)} places left`)

/** As it was when the page was made, and turns to closed or ended by itself while the page is open. */
export function useAvailability(event: Bookable, times: Times): Availability {
  const isOver = usePassed(event.endTime)
  const isClosed = usePassed(event.bookingClosesAt)
  return availabilityOf(event, {
    hasEnded: times.hasEnded || isOver,
    isBookingClosed: times.isBookingClosed || isClosed,
  })
}
