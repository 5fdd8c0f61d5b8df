import type { EventCardData } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import { EventCardSkeleton } from './event-card-skeleton.tsx'
import style from './event-grid.module.css'

// What is seen without scrolling on most screens.
const EAGER = 4

/** Cards as wide as the columns allow. */
export const EventGrid = ({ events, isGrowing = false }: { events: EventCardData[]; isGrowing?: boolean }) => (
  <ul role="list" className={style.grid}>
    {events.map((event, index) => (
      <li key={event.id}>
        <EventCard event={event} eager={index < EAGER} />
      </li>
    ))}
    {isGrowing && Array.from({ length: EAGER }, (_, index) => <EventCardSkeleton key={`skeleton ${index}`} />)}
  </ul>
)
