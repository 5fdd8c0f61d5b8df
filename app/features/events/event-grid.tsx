import { CardHeart } from '../favourites/slot.tsx'
import type { EventCardData } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import { Skeletons } from './event-card-skeleton.tsx'
import style from './event-grid.module.css'

/** Cards as wide as the columns allow. */
export const EventGrid = ({ events, isGrowing = false }: { events: EventCardData[]; isGrowing?: boolean }) => (
  <ul role="list" className={style.grid}>
    {events.map((event) => (
      <li key={event.id}>
        <EventCard event={event} heading="h2" />
        <CardHeart event={event} />
      </li>
    ))}
    {isGrowing && <Skeletons />}
  </ul>
)
