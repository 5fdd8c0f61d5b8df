import type { ReactNode } from 'react'
import { CardHeart } from '../favourites/slot.tsx'
import { IN_FIRST_VIEW, type EventCardData } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import { Skeletons } from './event-card-skeleton.tsx'
import style from './event-grid.module.css'

interface Props {
  events: EventCardData[]
  isGrowing?: boolean
  /** What else lies on a card, beside its link. */
  onCard?: (event: EventCardData) => ReactNode
}

/** Cards as wide as the columns allow; on a phone they lie flat. */
export const EventGrid = ({ events, isGrowing = false, onCard }: Props) => (
  <ul role="list" className={style.grid}>
    {events.map((event, place) => (
      <li key={event.id}>
        <EventCard event={event} heading="h2" isDense isFirst={place < IN_FIRST_VIEW} />
        <CardHeart event={event} isDense />
        {onCard?.(event)}
      </li>
    ))}
    {isGrowing && <Skeletons />}
  </ul>
)
