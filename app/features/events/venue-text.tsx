import type { Event } from '../../../contract/events.ts'
import { isTrue } from '../../lib/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { onlineAddress } from '../../lib/online-address.ts'
import style from './event-facts.module.css'

/** Opens the phone's own map where there is one. Nothing of it is loaded before somebody asks. */
export const mapLink = (venue: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(venue.trim())}`

/** The house on one line, its street and town on the next; read aloud and copied it is one address. */
function Address({ venue }: { venue: string }) {
  const comma = venue.indexOf(', ')
  if (comma < 0)
    return (
      <p className={style.main} dir="auto">
        {venue || 'Venue not specified'}
      </p>
    )
  return (
    <p className={style.main} dir="auto">
      {venue.slice(0, comma)}
      <span className="visually-hidden">, </span>
      <span className={style.rest}>{venue.slice(comma + 2)}</span>
    </p>
  )
}

export function VenueText({ event: { venue, isVirtual } }: { event: Pick<Event, 'venue' | 'isVirtual'> }) {
  const online = onlineAddress({ venue, isVirtual })
  if (online)
    return (
      <div className={style.place}>
        <p className={style.main}>
          Online event
          <span className={style.rest}>{online.host}</span>
        </p>
        <a className={buttonClass({ look: 'outlined' })} href={online.href} target="_blank" rel="noreferrer">
          Join online
        </a>
      </div>
    )
  return (
    <div className={style.place}>
      <Address venue={venue} />
      {!isTrue(isVirtual) && venue.trim() !== '' && (
        <a className={style.map} href={mapLink(venue)} target="_blank" rel="noreferrer">
          Show on map
        </a>
      )}
    </div>
  )
}
