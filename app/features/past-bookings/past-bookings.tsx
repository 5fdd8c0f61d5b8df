import { messages } from '../../../contract/messages.ts'
import { useCall } from '../../data/use-call.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { BookingCards, loadBookings } from '../tickets/slot.tsx'
import { pastOnes } from './past-ones.ts'

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
          <p>Events that you have been to appear here.</p>
        </Notice>
      ) : (
        <BookingCards bookings={bookings} now={now} look="ended" />
      )}
    </section>
  )
}
