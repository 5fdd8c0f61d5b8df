import { Link } from 'react-router'
import type { EventCardData } from './card-data.ts'
import { isTrue, priceLabel, saving } from '../../lib/money.ts'
import { eventPicture } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { EventTime } from './event-time.tsx'
import style from './event-card.module.css'

interface Props {
  event: EventCardData
  /** The first cards on a screen are worth loading at once. */
  eager?: boolean
}

export function EventCard({ event, eager = false }: Props) {
  const { imageBase } = useSettings()
  const price = saving(event)
  return (
    <Link to={`/events/${event.id}`} className={style.card} prefetch="intent">
      <img
        {...eventPicture(event, imageBase)}
        sizes="(min-width: 640px) 300px, 80vw"
        width={400}
        height={225}
        alt=""
        className={style.picture}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
      <div className={style.body}>
        <p className={style.when}>
          <EventTime event={event} />
        </p>
        <h3 className={style.title}>{event.title}</h3>
        <p className={style.venue}>{event.venue || 'Venue not specified'}</p>
        <p className={style.foot}>
          {price && <s className={style.was}>{price.was}</s>}
          <span className={style.price}>{priceLabel(event)}</span>
          {isTrue(event.isDraft) && <span className={style.mark}>Draft</span>}
          {isTrue(event.isSoldOut) && <span className={style.mark}>Sold out</span>}
        </p>
      </div>
    </Link>
  )
}
