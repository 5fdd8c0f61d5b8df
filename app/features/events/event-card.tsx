import { Link } from 'react-router'
import type { EventCardData } from './card-data.ts'
import { isTrue, priceLabel, saving } from '../../lib/money.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { EventTime } from './event-time.tsx'
import style from './event-card.module.css'

interface Props {
  event: EventCardData
  /** One below the heading that stands above the cards. */
  heading?: 'h2' | 'h3'
}

export function EventCard({ event, heading: Heading = 'h3' }: Props) {
  const { imageBase } = useSettings()
  const price = saving(event)
  return (
    <Link to={`/events/${event.id}`} className={style.card} prefetch="intent">
      <FallbackImage
        {...eventPicture(event, imageBase)}
        fallback={PLACEHOLDER}
        sizes="(min-width: 640px) 300px, 80vw"
        width={400}
        height={225}
        alt=""
        className={style.picture}
        loading="lazy"
        decoding="async"
      />
      <div className={style.body}>
        <p className={style.when}>
          <EventTime event={event} />
        </p>
        <Heading className={style.title}>{event.title}</Heading>
        <p className={style.venue}>{event.venue || 'Venue not specified'}</p>
        <p className={style.foot}>
          {price && (
            <s className={style.was}>
              <span className="visually-hidden">Was </span>
              {price.was}
            </s>
          )}
          <span className={style.price}>{priceLabel(event)}</span>
          {isTrue(event.isDraft) && <span className={style.mark}>Draft</span>}
          {isTrue(event.isSoldOut) && <span className={style.mark}>Sold out</span>}
        </p>
      </div>
    </Link>
  )
}
