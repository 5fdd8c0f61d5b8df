import type { Event } from '../../../contract/events.ts'
import { durationHours, formatDate, formatDay, formatTime } from '../../lib/dates.ts'
import { CalendarIcon, PlaceIcon } from '../../ui/icons.tsx'
import style from './event-facts.module.css'
import { VenueText } from './venue-text.tsx'
import { ZoneName } from './zone-name.tsx'

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)

/** Date, doors, duration and venue. */
export function EventFacts({ event }: { event: Event }) {
  const day = formatDay(event.startTime, event.timeZone)
  return (
    <ul role="list" className={style.facts}>
      <li className={style.fact}>
        <span className={style.tile} aria-hidden="true">
          {day ? (
            <>
              <span className={style.month}>{day.month}</span>
              <span className={style.day}>{day.day}</span>
            </>
          ) : (
            <CalendarIcon />
          )}
        </span>
        <div>
          <p className={style.main}>{formatDate(event.startTime, event.timeZone)}</p>
          <p className={style.more}>
            Doors open {formatTime(event.startTime, event.timeZone)}
            <ZoneName at={event.startTime} timeZone={event.timeZone} /> ·{' '}
            {hours(durationHours(event.startTime, event.endTime))}
          </p>
        </div>
      </li>
      <li className={style.fact}>
        <span className={style.tile} aria-hidden="true">
          <PlaceIcon />
        </span>
        <VenueText event={event} />
      </li>
    </ul>
  )
}
