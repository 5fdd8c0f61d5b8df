import type { EventCardData } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import style from './event-grid.module.css'

// What is seen without scrolling on most screens.
const EAGER = 4

/** Cards as wide as the columns allow. */
export const EventGrid = ({ events }: { events: EventCardData[] }) => (
  <ul role="list" className={style.grid}>
    {events.map((event, index) => (
      <li key={event.id}>
        <EventCard event={event} eager={index < EAGER} />
      </li>
    ))}
  </ul>
)
