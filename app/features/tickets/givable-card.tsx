import { useState } from 'react'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { BookingCard, type BookingLook } from './booking-card.tsx'
import style from './booking-card.module.css'
import { GiveBack } from './give-back.tsx'
import type { JoinedBooking } from './load-bookings.ts'

interface Props {
  booking: JoinedBooking
  now: Date
  look: BookingLook
}

const nothing = () => undefined

/** A booking with Can't come and Fewer of us below it, until the event is over. */
export function GivableCard({ booking, now, look }: Props) {
  const [changed, setChanged] = useState<OwnTicket | null>(null)
  const ticket = changed ?? booking.ticket
  const card = <BookingCard booking={{ ...booking, ticket }} now={now} look={look} />
  if (look === 'ended' || !booking.event) return card
  return (
    <div className={style.givable}>
      {card}
      {/* One that was changed elsewhere says so; its own page shows how it is now. */}
      <GiveBack
        ticket={ticket}
        isOff={booking.event.status === 'cancelled'}
        look="text"
        timeZone={booking.event.timeZone}
        onChange={setChanged}
        onOutdated={nothing}
      />
    </div>
  )
}
