// The booking bar of somebody who is going: the edge of their ticket. Pressed or pulled up, the ticket comes over the page
// with its code at full width. Loaded after the page, and then it needs no network.
import { useRef, useState, type TouchEvent } from 'react'
import type { Event } from '../../../contract/events.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TicketIcon } from '../../ui/screen-icons.tsx'
import style from './going.module.css'
import { TicketFace } from './ticket-face.tsx'

// A thumb that only touches the bar moves less than this.
const PULLED_PX = 32

/** Opens what the bar hides, when it is pulled up. */
function usePull(open: () => void) {
  const from = useRef(0)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches[0]?.clientY ?? 0
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      if (from.current - (touches[0]?.clientY ?? from.current) > PULLED_PX) open()
    },
  }
}

interface Props {
  event: Event
  tickets: Ticket[]
  isOver?: boolean
}

export default function Going({ event, tickets, isOver }: Props) {
  // Not seatsOf of the page: shared code would become a file that every page loads.
  const seats = tickets.reduce((sum, { numberOfTickets }) => sum + numberOfTickets, 0)
  const [isOpen, setOpen] = useState(false)
  const pull = usePull(() => setOpen(true))
  const isCancelled = event.status === 'cancelled'
  return (
    <>
      <div className={style.edge} {...pull}>
        <p role="status" className={style.words}>
          {isCancelled ? 'You booked' : isOver ? 'You were there' : 'You’re going'} · {ticketCount(seats)}
        </p>
        <Button look={isCancelled || isOver ? 'outlined' : 'primary'} onClick={() => setOpen(true)}>
          <TicketIcon /> View ticket
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} place="bottom" title="Your ticket">
        <div className={style.tickets}>
          {tickets.map((ticket) => (
            <div key={ticket.id} className={style.ticket}>
              <TicketFace event={event} ticket={ticket} isLarge={ownSeats(ticket).seats > 0} />
              <ButtonLink look="outlined" to={`/my-bookings/${ticket.id}`}>
                Change, send or add to calendar
              </ButtonLink>
            </div>
          ))}
        </div>
      </Dialog>
    </>
  )
}
