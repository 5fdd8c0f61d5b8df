// The ticket as one shows it at the door.
import { keyedPath } from '../../../contract/event-access.ts'
import { Link } from 'react-router'
import { codeEnd } from '../../../contract/door-code.ts'
import { formatUntil } from '../../../contract/dates.ts'
import { hasEnded, isStillOn } from '../../../contract/event-status.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { classes } from '../../lib/classes.ts'
import { isTrue } from '../../lib/money.ts'
import { onlineAddress, spelled, venueLine } from '../../lib/online-address.ts'
import { seatWords } from '../../lib/seat-words.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { CalendarIcon, CameraIcon, PlaceIcon } from '../../ui/icons.tsx'
import { EventBanner, EventTime } from '../events/slot.tsx'
import { QrCode } from './qr-code.tsx'
import style from './ticket-view.module.css'
import * as words from './ticket-words.tsx'

/** Opens the map that the phone has. Nothing of it is loaded before somebody asks. */
const directionsTo = (venue: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(venue.trim())}`

/** Of one's own ticket, or of a place that a friend has sent: that one has no number. */
type ShownTicket = Pick<OwnTicket, 'code' | 'event' | 'numberOfTickets' | 'admitted'> &
  Partial<Pick<OwnTicket, 'id' | 'sent' | 'standby'>>

const isOff = ({ status }: ShownTicket['event']) => status === 'cancelled' || status === 'postponed'

/** It admits what was not sent to friends, and says how many of those are in. */
function Code({ ticket }: { ticket: ShownTicket }) {
  const { code, event } = ticket
  const end = codeEnd(code)
  const { seats, admitted } = ownSeats(ticket)
  // A code that opens no door would look like a ticket that does.
  if (isTrue(event.isVirtual) || event.status === 'cancelled') return null
  if (seats === 0 && !ticket.standby) return <p className={style.allSent}>{words.allPlacesSent}</p>
  return (
    <div className={style.code}>
      <div className={style.qr}>
        <QrCode text={code} label={words.ticketsCode} />
      </div>
      {admitted > 0 && (
        <p className={style.admitted} role="status">
          {words.letInOf(admitted, seats)}
        </p>
      )}
      {end && <p className={style.end}>{words.ifNotScanned(<strong>{end}</strong>)}</p>}
      <p className={style.letters}>{spelled(code)}</p>
    </div>
  )
}

function Acts({ ticket: { id, event } }: { ticket: ShownTicket }) {
  const online = onlineAddress(event)
  return (
    <div className={style.acts}>
      {online && (
        <a className={buttonClass({})} href={online.href} target="_blank" rel="noreferrer">
          <CameraIcon /> {words.joinOnline}
        </a>
      )}
      <a
        className={buttonClass({ look: 'outlined' })}
        href={keyedPath(`/api/all-events/${event.id}/calendar.ics${id === undefined ? '' : `?booking=${id}`}`, event)}
      >
        <CalendarIcon /> {words.addToCalendar}
      </a>
      {!isTrue(event.isVirtual) && event.venue.trim() !== '' && (
        <a
          className={buttonClass({ look: 'outlined' })}
          href={directionsTo(event.venue)}
          target="_blank"
          rel="noreferrer"
        >
          <PlaceIcon /> Directions
        </a>
      )}
    </div>
  )
}

interface Props {
  ticket: ShownTicket
  /** Whose it is, in place of how many seats. */
  who?: string
  /** Who booked it, above how many seats. */
  name?: string
}

export function TicketView({ ticket, who, name }: Props) {
  const { event, numberOfTickets } = ticket
  const { imageBase } = useSettings()
  const { standby } = ticket
  const isGivenBack = numberOfTickets === 0 && !standby
  const now = new Date()
  return (
    <>
      <EventBanner event={event} hasEnded={hasEnded(event, now)} />
      <article className={style.ticket}>
        <FallbackImage
          {...eventPicture(event, imageBase)}
          fallback={PLACEHOLDER}
          sizes="(min-width: 600px) 560px, 100vw"
          width={560}
          height={224}
          alt=""
          className={style.picture}
        />
        <div className={style.stub}>
          <h1 className={style.title} dir="auto" lang={event.language}>
            <Link to={`/events/${event.id}`}>{event.title}</Link>
          </h1>
          <p className={classes(style.when, isOff(event) && 'struck')}>
            {event.status === 'postponed' && 'Was '}
            <EventTime event={event} /> to {formatUntil(event.startTime, event.endTime, event.timeZone)}
          </p>
          <p className="quiet breakable" dir="auto">
            {venueLine(event)}
          </p>
          {name && (
            <p className={style.name} dir="auto">
              {name}
            </p>
          )}
          <p className={style.count}>
            {standby ? words.onStandby : isGivenBack ? words.givenBack : (who ?? seatWords(ticket))}
          </p>
          {!isGivenBack && <Code ticket={ticket} />}
        </div>
      </article>
      {!isGivenBack && event.status !== 'postponed' && isStillOn(event, now) && <Acts ticket={ticket} />}
    </>
  )
}
