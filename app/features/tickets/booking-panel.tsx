import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { NOT_BOOKED_HERE } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { classes } from '../../lib/classes.ts'
import { isTrue } from '../../lib/money.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AskForPlace } from '../booking-requests/slot.tsx'
import { WaitingList } from '../waiting-list/slot.tsx'
import { maxTickets, mostAtOnce, useAvailability, type Availability } from './availability.ts'
import style from './booking-panel.module.css'
import { NotBookedHere, PayLine, StatusLine } from './panel-lines.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { BOOKED, loadAttempt, quantityToBegin, useBooking, type BookingState } from './use-booking.ts'
import { seatsOf, useOwnTickets } from './use-own-tickets.ts'

const { Part: Going } = lazyPart(() => import('./going.tsx'))
const { Part: BookedDialog, preload } = lazyPart(() => import('./booked-dialog.tsx'))
const { Part: BookingStrip, preload: preloadStrip } = lazyPart(() => import('./booking-strip.tsx'))

const { Part: BookingNotes } = lazyPart(() => import('./booking-notes.tsx'))

const nothing = () => undefined

const preloadParts = () => {
  preload()
  preloadStrip()
  loadAttempt().catch(nothing)
}

const CLOSED: Record<Exclude<Availability, 'open'>, { label: string; text: string }> = {
  'sold-out': { label: 'SOLD OUT', text: 'This event is sold out' },
  closed: { label: 'BOOKING CLOSED', text: 'Booking for this event has closed' },
  ended: { label: 'ENDED', text: 'This event has ended' },
  cancelled: { label: 'CANCELLED', text: 'This event has been cancelled' },
  postponed: { label: 'POSTPONED', text: 'This event has been postponed' },
  draft: { label: 'DRAFT', text: 'A draft can’t be booked. Publish it first.' },
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

export interface OrderProps {
  event: Event
  seats: number
  onClose: () => void
  onUnavailable?: () => void
}

interface Props {
  event: Event
  hasEnded: boolean
  isBookingClosed: boolean
  isCreator: boolean
  /** Of an event that is paid here: what is asked before it is ordered. */
  Order: ComponentType<OrderProps>
  /** FREE, or the price with what is saved: made by the event feature, placed where the panel has room for it. */
  price: ReactNode
}

export function BookingPanel({ event, hasEnded, isBookingClosed, isCreator, price, Order }: Props) {
  const availability = useAvailability(event, { hasEnded, isBookingClosed })
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState(() => quantityToBegin(pathname))
  const own = useOwnTickets(event.id)
  const seats = seatsOf(own.tickets)
  const max = maxTickets(event, seats)
  const quantity = Math.min(wanted, max)
  const reason = (isWaiting?: boolean) => <BookingStrip event={event} quantity={quantity} isWaiting={isWaiting} />
  const whyWait = () => reason(true)
  /** As many as the panel says, or as the waiting list offers; 0: nothing is being ordered. */
  const [ordered, setOrdered] = useState(0)
  const { state, ticket, problem, bookOrLogIn, close, forgetProblem } = useBooking(event.id, quantity, {
    reason,
    order: event.paid && setOrdered,
    onBooked: own.reload,
    eventKey: event.key,
  })
  const { section, action } = useFocusAfterBooking(state)
  const showToast = useToast()
  useEffect(() => whenIdle(preloadParts), [])
  const isBooking = state === 'booking'
  const isGuest = seats > 0
  const closed = availability === 'open' ? null : CLOSED[availability]
  const label = isBooking ? 'BOOKING...' : isTrue(event.isFreeOfCharge) ? 'BOOK SLOT' : 'BOOK'

  const choose = (value: number) => {
    forgetProblem()
    setWanted(value)
  }

  const endOrder = () => setOrdered(0)
  const toastWithoutDialog = () => {
    showToast(BOOKED)
    close()
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Booking" className={style.panel}>
      {isGuest && <Going event={event} tickets={own.tickets} isOver={availability === 'ended'} />}
      <div className={style.facts}>
        {price}
        <StatusLine
          event={event}
          closed={closed?.text ?? (event.admission ? NOT_BOOKED_HERE[event.admission] : null)}
          isCreator={isCreator}
          isSaid={/^(ended|cancelled|postponed)$/.test(availability)}
        />
      </div>
      <PayLine event={event} quantity={quantity} />
      {(event.confirm || event.extraPlaces || event.ballot) && (
        <BookingNotes event={event} className={style.pay} isSilent />
      )}
      {/* Once it is sold out, that says it all. */}
      {problem && !closed && (
        <p role="alert" className={style.problem}>
          {problem}
        </p>
      )}
      <div className={style.acts}>
        {(event.approval || event.ballot === 'running') && (availability === 'open' || availability === 'sold-out') ? (
          <AskForPlace
            event={event}
            className={style.action}
            isQuiet={isGuest || isCreator}
            waitingList={
              <WaitingList
                event={event}
                isQuiet={isGuest}
                reason={whyWait}
                onOrder={setOrdered}
                className={style.action}
              />
            }
          />
        ) : closed ? (
          <>
            {!isGuest && (
              <Button disabled className={style.action}>
                {closed.label}
              </Button>
            )}
            {availability === 'sold-out' && !isCreator && (
              <WaitingList
                event={event}
                isQuiet={isGuest}
                reason={whyWait}
                onOrder={setOrdered}
                className={classes(style.action, style.waiting)}
              />
            )}
          </>
        ) : event.admission ? (
          <NotBookedHere event={event} className={style.action} />
        ) : (
          <>
            <QuantityStepper
              value={quantity}
              max={max}
              most={mostAtOnce(event)}
              disabled={isBooking}
              onChange={choose}
            />
            <Button
              ref={action}
              // A guest who is going, and the creator, have little reason to press it: it is there, and quiet.
              look={(isGuest || isCreator) && state === 'idle' ? 'outlined' : 'primary'}
              onClick={bookOrLogIn}
              disabled={isBooking}
              aria-busy={isBooking}
              className={style.action}
            >
              {label}
            </Button>
          </>
        )}
        {isCreator && (
          <ButtonLink
            look={isGuest ? 'outlined' : 'primary'}
            to={`/events/${event.id}/${availability === 'draft' ? 'edit' : 'manage'}`}
            className={classes(style.action, availability !== 'draft' && style.onPhones)}
          >
            {availability === 'draft' ? 'Edit and publish' : 'Manage'}
          </ButtonLink>
        )}
      </div>
      {ordered > 0 && <Order event={event} seats={ordered} onClose={endOrder} onUnavailable={endOrder} />}
      {state === 'booked' && ticket && (
        <BookedDialog
          event={event}
          ticket={own.tickets.find(({ id }) => id === ticket.id) ?? ticket}
          onClose={close}
          onUnavailable={toastWithoutDialog}
          isSilent
        />
      )}
    </section>
  )
}
