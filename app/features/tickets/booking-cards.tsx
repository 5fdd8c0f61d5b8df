import type { BookingLook } from './booking-card.tsx'
import { GivableCard } from './givable-card.tsx'
import type { JoinedBooking } from './load-bookings.ts'
import style from './my-bookings.module.css'

interface Props {
  bookings: JoinedBooking[]
  now: Date
  look: BookingLook
}

export const BookingCards = ({ bookings, now, look }: Props) => (
  <ul role="list" className={look === 'today' ? style.today : style.cards}>
    {bookings.map((booking) => (
      <li key={booking.ticket.id}>
        <GivableCard booking={booking} now={now} look={look} />
      </li>
    ))}
  </ul>
)
