import { counted, formOf } from '../../../contract/counted.ts'
import type { Event } from '../../../contract/events.ts'
import { amountsOf, totalPrice } from '../../../contract/price.ts'
import { isTrue } from '../../lib/money.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import style from './booking-strip.module.css'

const places = (count: number) => counted(count, 'place')

interface Props {
  event: Event
  quantity: number
  /** Not booked, but waited for. */
  isWaiting?: boolean
}

/** Above the login dialog: which event it is about, and that signing in is all there is left to do. */
export default function BookingStrip({ event, quantity, isWaiting }: Props) {
  const { imageBase, currency } = useSettings()
  const price = isTrue(event.isFreeOfCharge)
    ? 'free'
    : totalPrice(quantity, event.sellingPrice, amountsOf(event, currency))
  return (
    <div className={style.strip}>
      <FallbackImage
        {...eventPicture(event, imageBase)}
        fallback={PLACEHOLDER}
        sizes="96px"
        width={96}
        height={54}
        alt=""
        className={style.picture}
      />
      <div>
        <p className={style.title} dir="auto" lang={event.language}>
          {event.title}
        </p>
        <p className={style.what}>{isWaiting ? 'Sold out' : `${places(quantity)}, ${price}`}</p>
      </div>
      <p className={style.promise}>
        {isWaiting
          ? 'Log in to join the waiting list.'
          : `Log in to ${event.paid ? 'order' : 'book'} ${formOf(quantity, 'your place', 'your places')}.`}
      </p>
    </div>
  )
}
