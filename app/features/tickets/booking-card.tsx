import { Link } from 'react-router'
import type { EventStatus } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import { messages } from '../../../contract/messages.ts'
import { classes } from '../../lib/classes.ts'
import { venueLine } from '../../lib/online-address.ts'
import { TicketIcon } from '../../ui/screen-icons.tsx'
import { BreakingTitle, EventPicture, EventTime } from '../events/slot.tsx'
import style from './booking-card.module.css'
import { ticketCount } from './ticket-count.ts'
import { dayBadge } from './day-badge.ts'
import type { JoinedBooking } from './load-bookings.ts'

export type BookingLook = 'today' | 'coming' | 'ended'

const Count = ({ count }: { count: number }) => (
  <p className={style.count}>
    <TicketIcon />
    {ticketCount(count)}
  </p>
)

/** What does not take place says so before anything else. */
const OFF: Partial<Record<EventStatus, string>> = { cancelled: 'Cancelled', postponed: 'Postponed' }

interface EventProps {
  ticketId: number
  event: Event
  count: number
  now: Date
  look: BookingLook
}

function EventBooking({ ticketId, event, count, now, look }: EventProps) {
  const off = event.isHidden ? 'Not shown' : event.status && OFF[event.status]
  const badge = look === 'ended' || off ? null : dayBadge(event, now)
  return (
    <Link to={`/my-bookings/${ticketId}`} className={classes(style.card, style[look])} prefetch="intent">
      <EventPicture
        event={event}
        sizes={look === 'today' ? '(min-width: 640px) 480px, 100vw' : '180px'}
        className={style.picture}
      />
      <div className={style.body}>
        <p className={style.when}>
          <span>
            <EventTime event={event} />
          </span>
          {badge && <span className={style.badge}>{badge}</span>}
          {(look === 'ended' || count === 0 || off) && (
            <span className={style.over}>{count === 0 ? 'Given back' : (off ?? 'Ended')}</span>
          )}
        </p>
        <h3 className={style.title}>
          <BreakingTitle title={event.title} most={18} />
        </h3>
        <p className={style.venue}>{venueLine(event)}</p>
        {count > 0 && <Count count={count} />}
      </div>
    </Link>
  )
}

interface Props {
  booking: JoinedBooking
  now: Date
  look?: BookingLook
}

export function BookingCard({ booking: { ticket, event }, now, look = 'coming' }: Props) {
  if (event)
    return <EventBooking ticketId={ticket.id} event={event} count={ticket.numberOfTickets} now={now} look={look} />
  return (
    <div className={style.card}>
      <div className={style.body}>
        <h3 className={style.title}>{messages.eventNotFound}</h3>
        <p className={style.venue}>Event ID: {ticket.eventId}</p>
        <Count count={ticket.numberOfTickets} />
      </div>
    </div>
  )
}
