import { Link } from 'react-router'
import { moreDatesText } from '../../../contract/dates.ts'
import type { EventCardData } from './card-data.ts'
import { classes } from '../../lib/classes.ts'
import { isTrue, priceLabel, saving } from '../../lib/money.ts'
import { useSettings } from '../../lib/settings.ts'
import { EventPicture } from './event-picture.tsx'
import { EventTime } from './event-time.tsx'
import style from './event-card.module.css'

// A picture that was pressed grows into the next page's hero, in browsers that can (view transitions).
const NAME = 'event-picture'

let last: HTMLElement | undefined

/** Names the pressed one alone: two of one name, such as an event in two rows, would call the whole transition off. */
function morphPicture(pressed: HTMLElement) {
  last?.style.removeProperty('view-transition-name')
  last = pressed.querySelector('img') ?? undefined
  last?.style.setProperty('view-transition-name', NAME)
}

interface Props {
  event: EventCardData
  /** One level below the heading above the cards. */
  heading?: 'h2' | 'h3'
  /** Over: not to be taken for something that can be booked. */
  hasEnded?: boolean
  /** Lies flat on a phone, the picture beside the words. */
  isDense?: boolean
  /** Among the first of a screen: its picture is not waited for. */
  isFirst?: boolean
  /** In place of Sold out: what is more important. */
  mark?: string
}

export function EventCard({ event, heading: Heading = 'h3', hasEnded = false, isDense = false, isFirst, mark }: Props) {
  const { currency } = useSettings()
  const price = saving(event, currency)
  const state = mark ?? (hasEnded ? 'Ended' : isTrue(event.isSoldOut) && 'Sold out')
  return (
    <Link
      to={`/events/${event.id}`}
      className={classes(style.card, isDense && style.dense, hasEnded && style.ended)}
      prefetch="intent"
      viewTransition
      onClick={({ currentTarget }) => morphPicture(currentTarget)}
    >
      <EventPicture
        event={event}
        sizes={isDense ? '(min-width: 640px) 300px, 160px' : '(min-width: 640px) 300px, 80vw'}
        className={style.picture}
        isFirst={isFirst}
      />
      <div className={style.body}>
        <p className={style.when}>
          <EventTime event={event} />
        </p>
        {event.moreDates && <p className={style.more}>and {moreDatesText(event.moreDates)}</p>}
        <Heading className={style.title} dir="auto" lang={event.language}>
          {event.title}
        </Heading>
        <p className={style.venue}>
          {event.away && <span className={style.away}>{event.away} · </span>}
          {event.venue || 'Venue not specified'}
        </p>
        {event.reason && <p className={style.reason}>{event.reason}</p>}
        <p className={style.foot}>
          {price && (
            <s className="quiet">
              <span className="visually-hidden">Was </span>
              {price.was}
            </s>
          )}
          <span className={style.price}>{priceLabel(event, currency)}</span>
          {isTrue(event.isDraft) && <span className={style.mark}>Draft</span>}
          {state && <span className={style.mark}>{state}</span>}
        </p>
      </div>
    </Link>
  )
}
