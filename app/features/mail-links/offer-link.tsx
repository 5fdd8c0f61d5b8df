import { Suspense, useState } from 'react'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ticketCount } from '../../lib/seat-words.ts'
import { EntryView } from '../waiting-list/slot.tsx'
import { LinkCard } from './link-card.tsx'
import type { LinkProps } from './link-props.ts'
import style from './mail-link.module.css'
import * as words from './words.tsx'

/** Accept, decline, leave, still interested: without signing in. */
export function OfferLink({ token, state: { event, entry }, onChange, reload }: LinkProps<'offer'>) {
  const [ticket, setTicket] = useState<Pick<OwnTicket, 'id' | 'numberOfTickets'> | null>(null)
  if (ticket)
    return (
      <LinkCard event={event} what={ticketCount(ticket.numberOfTickets)}>
        <p role="status">{words.bookingSuccessful}</p>
        <ButtonLink to={`/my-bookings/${ticket.id}`}>{words.showMyTicket}</ButtonLink>
      </LinkCard>
    )
  return (
    <LinkCard event={event} what={words.waitingList}>
      {entry ? (
        <Suspense>
          <EntryView
            event={event}
            eventId={event.id}
            entry={entry}
            token={token}
            onEntry={(changed) => onChange({ purpose: 'offer', event, entry: changed })}
            onAccepted={setTicket}
            onOutdated={reload}
          />
        </Suspense>
      ) : (
        <>
          <p role="status" className={style.quiet}>
            {words.noLongerOnList}
          </p>
          <ButtonLink to="/my-bookings">{words.myBookings}</ButtonLink>
          <ButtonLink to={`/events/${event.id}`} look="outlined">
            {words.seeTheEvent}
          </ButtonLink>
        </>
      )}
    </LinkCard>
  )
}
