import { Link } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { formatDate, formatDay, formatDuration, formatTime, formatUntil } from '../../../contract/dates.ts'
import { classes } from '../../lib/classes.ts'
import { CalendarIcon, CameraIcon, PlaceIcon } from '../../ui/icons.tsx'
import { WrittenText } from '../../ui/written-text.tsx'
import { DayChip } from './day-chip.tsx'
import style from './event-facts.module.css'
import { VenueText } from './venue-text.tsx'
import { ZoneName } from './zone-name.tsx'

/** Date, doors, duration and venue. */
export function EventFacts({ event }: { event: Event }) {
  const { startTime, endTime, timeZone, bookingClosesAt } = event
  const when = `${startTime} ${timeZone}`
  const isOff = event.status === 'cancelled' || event.status === 'postponed'
  return (
    <ul role="list" className="stack gap-16">
      <li className={style.fact}>
        <span className={style.tile} aria-hidden="true">
          {Number.isNaN(Date.parse(startTime)) ? (
            <CalendarIcon />
          ) : (
            <>
              <WrittenText
                key={`month ${when}`}
                className={style.month}
                text={() => formatDay(startTime, timeZone)?.month ?? ''}
              />
              <WrittenText
                key={`day ${when}`}
                className={style.day}
                text={() => formatDay(startTime, timeZone)?.day ?? ''}
              />
            </>
          )}
        </span>
        <div>
          <p className={classes(style.main, isOff && 'struck')}>
            <WrittenText key={when} text={() => formatDate(startTime, timeZone)} />{' '}
            <DayChip key={`chip ${when}`} startTime={startTime} timeZone={timeZone} />
          </p>
          <p className="quiet numbers">
            {event.isVirtual ? 'Starts' : 'Doors open'}{' '}
            <WrittenText key={when} text={() => formatTime(startTime, timeZone)} />
            <ZoneName at={startTime} timeZone={timeZone} /> · {formatDuration(startTime, endTime)}, until{' '}
            <WrittenText key={`${when} ${endTime}`} text={() => formatUntil(startTime, endTime, timeZone)} />
          </p>
          {event.seriesText && (
            <p>
              <Link to={`/series/${event.seriesId}`}>{event.seriesText}</Link>
            </p>
          )}
          {bookingClosesAt && (
            <p className="quiet numbers">
              Booking until{' '}
              <WrittenText
                key={`${bookingClosesAt} ${timeZone}`}
                text={() => `${formatDate(bookingClosesAt, timeZone)}, ${formatTime(bookingClosesAt, timeZone)}`}
              />
            </p>
          )}
        </div>
      </li>
      <li className={style.fact}>
        <span className={style.tile} aria-hidden="true">
          {event.isVirtual ? <CameraIcon /> : <PlaceIcon />}
        </span>
        <div>
          <VenueText event={event} />
          {event.accessText && <p className="quiet">{event.accessText}</p>}
        </div>
      </li>
    </ul>
  )
}
