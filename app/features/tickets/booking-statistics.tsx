import type { Event } from '../../../contract/events.ts'

/** For the creator: capacity, tickets sold, and the purchasers as CSV. */
export const BookingStatistics = ({ event }: { event: Event }) => (
  <section aria-label="Booking Statistics">Total capacity: {event.capacity}</section>
)
