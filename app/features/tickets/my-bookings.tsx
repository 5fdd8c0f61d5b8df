import { messages } from '../../../contract/messages.ts'
import { useCall } from '../../data/use-call.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BookingCard } from './booking-card.tsx'
import { loadBookings } from './load-bookings.ts'
import style from './my-bookings.module.css'

/** Mounted anew for each sign-in, and loads once. */
export function MyBookings() {
  const { loaded, reload } = useCall('bookings', async (api) => ({
    bookings: await loadBookings(api),
    now: new Date(),
  }))

  if (loaded.state === 'loading') return <Spinner label="Loading your bookings" />
  if (loaded.state === 'failed')
    return (
      <div className={style.message}>
        <p role="alert">{messages.myBookingsFailed}</p>
        <Button look="outlined" onClick={reload}>
          Try again
        </Button>
      </div>
    )
  const { bookings, now } = loaded.value
  if (bookings.length === 0)
    return (
      <div className={style.message}>
        <h2>No bookings yet</h2>
        <p>What you book stands here, with its date and place.</p>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </div>
    )
  return (
    <ul role="list" className={style.cards}>
      {bookings.map((booking) => (
        <li key={booking.ticket.id}>
          <BookingCard booking={booking} now={now} />
        </li>
      ))}
    </ul>
  )
}
