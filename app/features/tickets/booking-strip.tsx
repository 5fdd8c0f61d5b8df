import type { Event } from '../../../contract/events.ts'
import { totalPrice } from '../../../contract/price.ts'
import { isTrue } from '../../lib/money.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import style from './booking-strip.module.css'

const places = (count: number) => (count === 1 ? '1 place' : `${count} places`)

/** Above the login dialog: what is being booked, and that signing in is all there is left to do. */
export default function BookingStrip({ event, quantity }: { event: Event; quantity: number }) {
  const { imageBase } = useSettings()
  const price = isTrue(event.isFreeOfCharge) ? 'free' : totalPrice(quantity, event.sellingPrice)
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
      <div className={style.words}>
        <p className={style.title}>{event.title}</p>
        <p className={style.what}>
          {places(quantity)}, {price}
        </p>
      </div>
      <p className={style.promise}>Log in to book {quantity === 1 ? 'your place' : 'your places'}.</p>
    </div>
  )
}
