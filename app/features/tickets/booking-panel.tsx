import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { isTrue } from '../../lib/money.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import { maxTickets, placesLeft, useAvailability, type Availability } from './availability.ts'
import style from './booking-panel.module.css'
import { QuantityStepper } from './quantity-stepper.tsx'
import { BOOKED, quantityToBegin, useBooking, type BookingState } from './use-booking.ts'

const { Part: BookedDialog, preload } = lazyPart(() => import('./booked-dialog.tsx'))

const CLOSED: Record<Exclude<Availability, 'open'>, { label: string; text: string }> = {
  'sold-out': { label: 'SOLD OUT', text: 'This event is sold out' },
  ended: { label: 'ENDED', text: 'This event has ended' },
  draft: { label: 'DRAFT', text: 'A draft cannot be booked. Publish it first.' },
}

/** After the success dialog the focus goes back to the button, which was disabled when the dialog opened and lost it. */
function useFocusAfterBooking(state: BookingState) {
  const section = useRef<HTMLElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const wasBooked = useRef(false)
  useEffect(() => {
    if (state === 'idle' && wasBooked.current) {
      const target = action.current?.disabled === false ? action.current : section.current
      target?.focus({ preventScroll: true })
    }
    wasBooked.current = state === 'booked'
  }, [state])
  return { section, action }
}

interface Props {
  event: Event
  hasEnded: boolean
  /** FREE, or the price with what is saved: made by the event feature, stands wherever the panel has room for it. */
  price: ReactNode
}

export function BookingPanel({ event, hasEnded, price }: Props) {
  const availability = useAvailability(event, hasEnded)
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState(() => quantityToBegin(pathname))
  const max = maxTickets(event)
  const quantity = Math.min(wanted, max)
  const { state, problem, press, close, forgetProblem } = useBooking(event.id, quantity)
  const { section, action } = useFocusAfterBooking(state)
  const showToast = useToast()
  useEffect(() => whenIdle(preload), [])
  const isBooking = state === 'booking'
  const closed = availability === 'open' ? null : CLOSED[availability]
  const label = isBooking ? 'BOOKING...' : isTrue(event.isFreeOfCharge) ? 'BOOK SLOT' : 'BOOK'

  const choose = (value: number) => {
    forgetProblem()
    setWanted(value)
  }

  const tellWithoutDialog = () => {
    showToast(BOOKED)
    close()
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Booking" className={style.panel}>
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
          <Button ref={action} wide onClick={press} disabled={isBooking} aria-busy={isBooking} className={style.action}>
            {label}
          </Button>
        </>
      )}
      <p className={style.left} role="status">
        {closed ? closed.text : placesLeft(event.ticketsLeft)}
      </p>
      {state === 'booked' && <BookedDialog onClose={close} onUnavailable={tellWithoutDialog} isSilent />}
    </section>
  )
}
