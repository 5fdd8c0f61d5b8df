import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isTrue } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { maxTickets, placesLeft, useAvailability, type Availability } from './availability.ts'
import style from './booking-panel.module.css'
import { QuantityStepper } from './quantity-stepper.tsx'
import { useBooking } from './use-booking.ts'

const BookedDialog = lazy(() => import('./booked-dialog.tsx'))

const CLOSED: Record<Exclude<Availability, 'open'>, { label: string; text: string }> = {
  'sold-out': { label: 'SOLD OUT', text: 'This event is sold out' },
  ended: { label: 'ENDED', text: 'This event has ended' },
  draft: { label: 'DRAFT', text: 'A draft cannot be booked. Publish it first.' },
}

interface Props {
  event: Event
  hasEnded: boolean
  /** FREE, or the price with what is saved: made by the event feature, stands wherever the panel has room for it. */
  price: ReactNode
}

export function BookingPanel({ event, hasEnded, price }: Props) {
  const availability = useAvailability(event, hasEnded)
  const [wanted, setWanted] = useState(1)
  const max = maxTickets(event)
  const quantity = Math.min(wanted, max)
  const { state, problem, press, close, forgetProblem } = useBooking(event.id, quantity)
  const isBooking = state === 'booking'
  const closed = availability === 'open' ? null : CLOSED[availability]
  const label = isBooking ? 'BOOKING...' : isTrue(event.isFreeOfCharge) ? 'BOOK SLOT' : 'BOOK'

  const choose = (value: number) => {
    forgetProblem()
    setWanted(value)
  }

  return (
    <section aria-label="Booking" className={style.panel}>
      <div className={style.price}>{price}</div>
      {/* Once it is sold out, that says it all. */}
      {problem && !closed && (
        <p role="alert" className={style.problem}>
          {problem}
        </p>
      )}
      {closed ? (
        <Button wide disabled className={style.action}>
          {closed.label}
        </Button>
      ) : (
        <>
          <div className={style.quantity}>
            <QuantityStepper value={quantity} max={max} disabled={isBooking} onChange={choose} />
          </div>
          <Button wide onClick={press} disabled={isBooking} aria-busy={isBooking} className={style.action}>
            {label}
          </Button>
        </>
      )}
      <p className={style.left} role="status">
        {closed ? closed.text : placesLeft(event.ticketsLeft)}
      </p>
      {state === 'booked' && (
        <Suspense>
          <BookedDialog onClose={close} />
        </Suspense>
      )}
    </section>
  )
}
