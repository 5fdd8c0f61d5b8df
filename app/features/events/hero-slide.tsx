import { Link } from 'react-router'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { BreakingTitle } from './breaking-title.tsx'
import type { EventCardData } from './card-data.ts'
import { EventTime } from './event-time.tsx'
import style from './hero-slide.module.css'

export function HeroSlide({ event, isFirst }: { event: EventCardData; isFirst: boolean }) {
  const { imageBase } = useSettings()
  return (
    <li className={style.slide}>
      <Link to={`/events/${event.id}`} className={style.link} prefetch="intent">
        <FallbackImage
          {...eventPicture(event, imageBase)}
          fallback={PLACEHOLDER}
          sizes="100vw"
          width={1600}
          height={900}
          alt=""
          className={style.picture}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'low'}
          decoding={isFirst ? 'sync' : 'async'}
        />
        <div className={style.words}>
          <p className={style.when}>
            <EventTime event={event} /> · {event.venue || 'Venue not specified'}
          </p>
          <h2 className={style.title} dir="auto" lang={event.language}>
            <BreakingTitle title={event.title} most={24} />
          </h2>
        </div>
      </Link>
    </li>
  )
}
