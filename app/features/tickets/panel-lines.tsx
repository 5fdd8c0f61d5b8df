// The lines of the booking panel beside its buttons.
import { keyedPath, siteName } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { amountsOf, NO_PAYMENT_YET, totalPrice } from '../../../contract/price.ts'
import { classes } from '../../lib/classes.ts'
import { isTrue } from '../../lib/money.ts'
import { useSettings } from '../../lib/settings.ts'
import { placesLeft } from './availability.ts'
import style from './booking-panel.module.css'
import { buttonClass } from '../../ui/button.tsx'

/** '3 × £12.00 = £36.00', and that nobody pays yet where nothing is paid here; nothing for free events. */
export function PayLine({ event, quantity }: { event: Event; quantity: number }) {
  const { currency } = useSettings()
  if (isTrue(event.isFreeOfCharge) || (event.paid && quantity === 1)) return null
  return (
    <p className={style.pay}>
      {quantity > 1 && (
        <strong aria-live="polite">{totalPrice(quantity, event.sellingPrice, amountsOf(event, currency))}</strong>
      )}
      {!event.paid && (quantity > 1 ? ` · ${NO_PAYMENT_YET}` : NO_PAYMENT_YET)}
    </p>
  )
}

interface StatusProps {
  event: Event
  /** Why it cannot be booked, if so. */
  closed: string | null
  isCreator: boolean
  /** The banner above the title says it too: then it is said aloud, and not shown a second time. */
  isSaid?: boolean
}

/** One line: how it sells for its creator, why it cannot be booked, or how many places are left. */
export function StatusLine({ event, closed, isCreator, isSaid }: StatusProps) {
  const own = `${event.capacity - event.ticketsLeft} / ${event.capacity} sold`
  return (
    <p className={isSaid && !isCreator ? 'visually-hidden' : style.left} role="status">
      {isCreator && !isTrue(event.isDraft)
        ? closed && !isSaid
          ? `${own}. ${closed}`
          : own
        : (closed ?? placesLeft(event.ticketsLeft))}
    </p>
  )
}

/** In place of BOOK: the other site, or what there is to do about an event that people just come to. */
export function NotBookedHere({ event, className }: { event: Event; className?: string }) {
  const { bookingUrl } = event
  return (
    <a
      className={classes(buttonClass({ look: bookingUrl ? 'primary' : 'outlined' }), className)}
      href={bookingUrl ?? keyedPath(`/api/all-events/${event.id}/calendar.ics`, event)}
      rel="nofollow"
    >
      {bookingUrl ? `Book on ${siteName(bookingUrl)}` : 'Add to calendar'}
    </a>
  )
}
