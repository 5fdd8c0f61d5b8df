import { formOf } from '../../../contract/counted.ts'
import { Link } from 'react-router'
import type { EventStatus } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { classes } from '../../lib/classes.ts'
import { venueLine } from '../../lib/online-address.ts'
import { seatWords } from '../../lib/seat-words.ts'
import { TicketIcon } from '../../ui/screen-icons.tsx'
import { BreakingTitle, EventPicture, EventTime } from '../events/slot.tsx'
import { Payment } from '../paid-events/slot.tsx'
import style from './booking-card.module.css'
import type { JoinedBooking } from './load-bookings.ts'
import { daysUntil } from '../../lib/days-until.ts'

/** 'Today', 'Tomorrow', 'in 5 days'; null for what is past. */
export function dayBadge(event: { startTime: string; timeZone: string }, now: Date): string | null {
  const days = daysUntil(event.startTime, event.timeZone, now)
  if (days < 0) return null
  if (days === 0) return 'Today'
  return formOf(days, 'Tomorrow', `in ${days} days`)
}

export type BookingLook = 'today' | 'coming' | 'ended'

const Seats = ({ ticket }: { ticket: Ticket }) => (
  <p className={style.count}>
    <TicketIcon />
    {seatWords(ticket)}
  </p>
)

/** What does not take place says so before anything else. */
const OFF: Partial<Record<EventStatus, string>> = { cancelled: 'Cancelled', postponed: 'Postponed' }

interface EventProps {
  ticket: Ticket
  event: Event
  now: Date
  look: BookingLook
}

function EventBooking({ ticket, event, now, look }: EventProps) {
  const isGivenBack = ticket.numberOfTickets === 0
  const off = event.isHidden ? 'Not shown' : event.status && OFF[event.status]
  const badge = look === 'ended' || off || isGivenBack ? null : dayBadge(event, now)
  return (
    <Link to={`/my-bookings/${ticket.id}`} className={classes(style.card, style[look])} prefetch="intent">
      <EventPicture
        event={event}
        sizes={look === 'today' ? '(min-width: 640px) 480px, 100vw' : '180px'}
        className={style.picture}
      />
      <div className={style.body}>
        <p className={style.when}>
          <span className={classes(event.status && OFF[event.status] && 'struck')}>
            <EventTime event={event} />
          </span>
          {badge && <span className={style.badge}>{badge}</span>}
          {(look === 'ended' || isGivenBack || off) && (
            <span className={classes(style.over, off && style.off)}>
              {isGivenBack ? 'Given back' : (off ?? 'Ended')}
            </span>
          )}
        </p>
        <h3 className={style.title} dir="auto" lang={event.language}>
          <BreakingTitle title={event.title} most={18} />
        </h3>
        <p className={style.venue} dir="auto">
          {venueLine(event)}
        </p>
        {!isGivenBack && <Seats ticket={ticket} />}
        {ticket.payment && !isGivenBack && <Payment payment={ticket.payment} isPlain isSilent />}
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
  if (event) return <EventBooking ticket={ticket} event={event} now={now} look={look} />
  return (
    <div className={style.card}>
      <div className={style.body}>
        <h3 className={style.title}>{firstViewMessages.eventNotFound}</h3>
        <p className={style.venue}>Event ID: {ticket.eventId}</p>
        <Seats ticket={ticket} />
      </div>
    </div>
  )
}
