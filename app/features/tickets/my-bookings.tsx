import { useEffect, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { loadApi } from '../../lib/load-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BookingCard } from './booking-card.tsx'
import { loadBookings, type JoinedBooking } from './load-bookings.ts'
import style from './my-bookings.module.css'

type Loaded = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; bookings: JoinedBooking[]; now: Date }

/** Mounted anew for each sign-in, and loads once. */
export function MyBookings() {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  useEffect(() => {
    let isCurrent = true
    void loadApi()
      .then(loadBookings)
      .then(
        (bookings): Loaded => ({ state: 'loaded', bookings, now: new Date() }),
        (): Loaded => ({ state: 'failed' }),
      )
      .then((result) => {
        if (isCurrent) setLoaded(result)
      })
    return () => {
      isCurrent = false
    }
  }, [])

  if (loaded.state === 'loading') return <Spinner label="Loading your bookings" />
  if (loaded.state === 'failed')
    return (
      <p role="alert" className={style.message}>
        {messages.myBookingsFailed}
      </p>
    )
  if (loaded.bookings.length === 0)
    return (
      <div className={style.message}>
        <h2>No bookings yet</h2>
        <p>What you book stands here, with its date and place.</p>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </div>
    )
  return (
    <ul role="list" className={style.cards}>
      {loaded.bookings.map((booking) => (
        <li key={booking.ticket.id}>
          <BookingCard booking={booking} now={loaded.now} />
        </li>
      ))}
    </ul>
  )
}
