import { messages } from '../../../contract/messages.ts'
import { useCall } from '../../data/use-call.ts'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BookingCards, type JoinedBooking, loadBookings } from '../tickets/slot.tsx'
import { hasEnded } from '../../../contract/event-status.ts'

const startOf = ({ event }: JoinedBooking) => Date.parse(event?.startTime ?? '') || 0

/** Over, or given back; the newest first. */
export const pastOnes = (bookings: JoinedBooking[], now: Date): JoinedBooking[] =>
  bookings
    .filter(({ ticket, event }) => ticket.numberOfTickets === 0 || (event !== null && hasEnded(event, now)))
    .sort((a, b) => startOf(b) - startOf(a))

/** Events that are over and bookings that were given back, the newest first. */
export default function PastBookings() {
  const { loaded, reload } = useCall('past bookings', async (api) => {
    const now = new Date()
    return { now, bookings: pastOnes(await loadBookings(api, { returned: true }), now) }
  })
  if (loaded.state === 'loading') return <Spinner label="Loading your past events" />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{messages.myBookingsFailed}</p>
      </TryAgain>
    )
  const { bookings, now } = loaded.value
  return (
    <section className="stack column gap-16">
      <h2>Past Events</h2>
      {bookings.length === 0 ? (
        <Notice>
          <p>Events you’ve been to appear here.</p>
        </Notice>
      ) : (
        <BookingCards bookings={bookings} now={now} look="ended" />
      )}
    </section>
  )
}
