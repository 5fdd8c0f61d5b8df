import type { EventCardData } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import { EventCardSkeleton } from './event-card-skeleton.tsx'
import style from './event-grid.module.css'

// A row of them says that more is coming.
const SKELETONS = 4

/** Cards as wide as the columns allow. */
export const EventGrid = ({ events, isGrowing = false }: { events: EventCardData[]; isGrowing?: boolean }) => (
  <ul role="list" className={style.grid}>
    {events.map((event) => (
      <li key={event.id}>
        <EventCard event={event} heading="h2" />
      </li>
    ))}
    {isGrowing && Array.from({ length: SKELETONS }, (_, index) => <EventCardSkeleton key={`skeleton ${index}`} />)}
  </ul>
)
