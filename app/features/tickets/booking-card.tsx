import { Link } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { messages } from '../../../contract/messages.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { TicketIcon } from '../../ui/icons.tsx'
import { EventTime } from '../events/slot.tsx'
import style from './booking-card.module.css'
import { dayBadge } from './day-badge.ts'
import type { JoinedBooking } from './load-bookings.ts'

const ticketCount = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)

const Count = ({ count }: { count: number }) => (
  <p className={style.count}>
    <TicketIcon />
    {ticketCount(count)}
  </p>
)

function EventBooking({ event, count, now }: { event: Event; count: number; now: Date }) {
  const { imageBase } = useSettings()
  const badge = dayBadge(event, now)
  return (
    <Link to={`/events/${event.id}`} className={style.card} prefetch="intent">
      <FallbackImage
        {...eventPicture(event, imageBase)}
        fallback={PLACEHOLDER}
        sizes="180px"
        width={400}
        height={225}
        alt=""
        className={style.picture}
        loading="lazy"
        decoding="async"
      />
      <div className={style.body}>
        <p className={style.when}>
          <EventTime event={event} />
          {badge && <span className={style.badge}>{badge}</span>}
        </p>
        <h2 className={style.title}>{event.title}</h2>
        <p className={style.venue}>{event.venue || 'Venue not specified'}</p>
        <Count count={count} />
      </div>
    </Link>
  )
}

export function BookingCard({ booking: { ticket, event }, now }: { booking: JoinedBooking; now: Date }) {
  if (event) return <EventBooking event={event} count={ticket.numberOfTickets} now={now} />
  return (
    <div className={style.card}>
      <div className={style.body}>
        <h2 className={style.title}>{messages.eventNotFound}</h2>
        <p className={style.venue}>Event ID: {ticket.eventId}</p>
        <Count count={ticket.numberOfTickets} />
      </div>
    </div>
  )
}
