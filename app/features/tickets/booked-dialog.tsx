import { keyedPath } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { NO_PAYMENT_YET, totalPrice } from '../../../contract/price.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { isTrue } from '../../lib/money.ts'
import { useSession } from '../../session/session.tsx'
import { Button, buttonClass, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { TicketIcon } from '../../ui/screen-icons.tsx'
import { BookedQuestions } from '../booking-questions/slot.tsx'
import { BookedConfetti } from './booked-confetti.tsx'
import style from './booked-dialog.module.css'
import { TicketFace } from './ticket-face.tsx'

interface Props {
  event: Event
  ticket: Ticket
  onClose: () => void
}

export default function BookedDialog({ event, ticket, onClose }: Props) {
  const { user } = useSession()
  return (
    <Dialog open onClose={onClose} title="Booking Successful!" hideCross>
      <div className={style.booked}>
        <TicketFace event={event} ticket={ticket} />
        <p>
          A confirmation email was sent to {user ? <strong className="breakable">{user.email}</strong> : 'you'}, with
          your tickets and a calendar entry.
        </p>
        {!isTrue(event.isFreeOfCharge) && (
          <p className="quiet">
            {totalPrice(ticket.numberOfTickets, event.sellingPrice)}. {NO_PAYMENT_YET}
          </p>
        )}
        {event.asksQuestions && <BookedQuestions ticketId={ticket.id} />}
        <div className={style.next}>
          <a
            className={buttonClass({ look: 'outlined' })}
            href={keyedPath(`/api/all-events/${event.id}/calendar.ics?booking=${ticket.id}`, event)}
          >
            <CalendarIcon /> Add to calendar
          </a>
          <ButtonLink to="/my-bookings" look="outlined">
            <TicketIcon /> My Bookings
          </ButtonLink>
        </div>
        <Button wide onClick={onClose}>
          Close
        </Button>
      </div>
      <BookedConfetti />
    </Dialog>
  )
}
