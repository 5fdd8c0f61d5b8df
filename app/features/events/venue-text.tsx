import type { Event } from '../../../contract/events.ts'
import style from './event-facts.module.css'

const isLink = (venue: string) => /^https?:\/\//i.test(venue)

/** The house on one line, its street and town on the next; read aloud and copied it is one address. */
function Address({ venue }: { venue: string }) {
  const comma = venue.indexOf(', ')
  if (comma < 0) return <p className={style.main}>{venue || 'Venue not specified'}</p>
  return (
    <p className={style.main}>
      {venue.slice(0, comma)}
      <span className="visually-hidden">, </span>
      <span className={style.rest}>{venue.slice(comma + 2)}</span>
    </p>
  )
}

export function VenueText({ event: { venue, isVirtual } }: { event: Pick<Event, 'venue' | 'isVirtual'> }) {
  if (!isVirtual || !isLink(venue)) return <Address venue={venue} />
  return (
    <p className={style.main}>
      <a href={venue} target="_blank" rel="noreferrer">
        {venue}
      </a>
    </p>
  )
}
