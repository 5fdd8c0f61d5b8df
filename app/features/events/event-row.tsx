import type { EventCardData } from './card-data.ts'
import { messages } from '../../../contract/messages.ts'
import { EventCard } from './event-card.tsx'
import style from './event-row.module.css'

/** Home's row of 250 px cards, scrolled sideways. */
export function EventRow({ events, labelledBy }: { events: EventCardData[]; labelledBy: string }) {
  if (events.length === 0) return <p className={style.empty}>{messages.noEvents}</p>
  return (
    <ul role="list" className={style.row} aria-labelledby={labelledBy}>
      {events.map((event) => (
        <li key={event.id} className={style.item}>
          <EventCard event={event} />
        </li>
      ))}
    </ul>
  )
}
