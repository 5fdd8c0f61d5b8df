import type { Event } from '../../../contract/events.ts'
import style from './event-facts.module.css'

const isLink = (venue: string) => /^https?:\/\//i.test(venue)

/** 'The Cobblestone, Dublin' reads better with the house apart from the town. */
function splitVenue(venue: string) {
  const comma = venue.indexOf(', ')
  return comma < 0 ? [venue, ''] : [venue.slice(0, comma), venue.slice(comma + 2)]
}

export function VenueText({ event: { venue, isVirtual } }: { event: Pick<Event, 'venue' | 'isVirtual'> }) {
  if (isVirtual && isLink(venue)) {
    return (
      <p className={style.main}>
        <a href={venue} target="_blank" rel="noreferrer">
          {venue}
        </a>
      </p>
    )
  }
  const [house, rest] = splitVenue(venue)
  return (
    <div>
      <p className={style.main}>{house || 'Venue not specified'}</p>
      {rest && <p className={style.more}>{rest}</p>}
    </div>
  )
}
