import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import { OwnPage } from '../features/tickets/own-page.tsx'
import { OwnTicket } from '../features/tickets/own-ticket.tsx'
import type { PageHandle } from '../lib/page-handle.ts'

// The ticket is loaded in the browser, for the person who booked it.
export const handle: PageHandle = { variant: () => 'any ticket' }

export const meta = () => [{ title: `Your Ticket · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function TicketPage() {
  const { ticketId = '' } = useParams()
  return (
    <OwnPage what="ticket" login="Please log in to view your bookings">
      {(userId) => <OwnTicket key={`${userId} ${ticketId}`} ticketId={ticketId} />}
    </OwnPage>
  )
}
