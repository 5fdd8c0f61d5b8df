import { SITE } from '../../contract/site.ts'
import { Link, useParams } from 'react-router'
import { OwnTicket } from '../features/tickets/own-ticket.tsx'
import style from '../features/tickets/own-ticket.module.css'
import type { PageHandle } from '../lib/page-handle.ts'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { useLoginDialog } from '../session/login-dialog.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ChevronIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

// The ticket is loaded in the browser, for the person who booked it.
export const handle: PageHandle = { variant: () => 'any ticket' }

export const meta = () => [{ title: `Your Ticket · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function TicketPage() {
  const { ticketId = '' } = useParams()
  const { status, user } = useSession()
  const login = useLoginDialog()
  return (
    <Page narrow className={style.page}>
      <Link to="/my-bookings" className={style.back}>
        <ChevronIcon to="left" /> My Bookings
      </Link>
      {status === 'signed-out' ? (
        <Notice>
          <h1>Your ticket</h1>
          <p>Please log in to view your bookings</p>
          <Button onClick={() => login.open({ mode: 'login' })}>Login</Button>
        </Notice>
      ) : status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-in' && user ? (
        <OwnTicket key={`${user.id} ${ticketId}`} ticketId={ticketId} />
      ) : (
        <Spinner label="Loading your ticket" />
      )}
    </Page>
  )
}
