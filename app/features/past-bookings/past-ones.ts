import { hasEnded } from '../../../contract/event-status.ts'
import type { JoinedBooking } from '../tickets/slot.tsx'

const startOf = ({ event }: JoinedBooking) => Date.parse(event?.startTime ?? '') || 0

/** Over, or given back; the newest first. */
export const pastOnes = (bookings: JoinedBooking[], now: Date): JoinedBooking[] =>
  bookings
    .filter(({ ticket, event }) => ticket.numberOfTickets === 0 || (event !== null && hasEnded(event, now)))
    .sort((a, b) => startOf(b) - startOf(a))
