// The content of /my-bookings/{ticketId}.
import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../../contract/dates.ts'
import { hasEnded, isStillOn } from '../../../contract/event-status.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TicketQuestions } from '../booking-questions/slot.tsx'
import { Payment } from '../paid-events/slot.tsx'
import { AskOrganiser } from '../questions/slot.tsx'
import { TicketSurveys } from '../surveys/slot.tsx'
import { dropKeptTicket, PushSwitch, useKeptTicket } from '../offline/slot.tsx'
import { GiveBack } from './give-back.tsx'
import { HomeScreen } from './home-screen.tsx'
import style from './own-ticket.module.css'
import { SendPlace } from './send-place.tsx'
import { TicketView } from './ticket-view.tsx'
import { useTicket } from './use-ticket.ts'
import * as words from './ticket-words.tsx'

/** When it could not be asked for again: what is shown is as it was then. */
function Outdated({ checkedAt }: { checkedAt: Date }) {
  const timeZone = browserTimeZone()
  return (
    <p className={style.outdated} role="status">
      {words.lastChecked(formatTime(checkedAt.toISOString(), timeZone))}
    </p>
  )
}

export function OwnTicket({ ticketId }: { ticketId: string }) {
  const { user } = useSession()
  const userId = user?.id
  const { shown, show, reload } = useTicket(ticketId)
  const isLoaded = shown.state === 'loaded'
  useKeptTicket(userId, isLoaded && !shown.isOutdated ? shown.ticket : null)
  const isMissing = shown.state === 'missing'
  useEffect(() => {
    if (isMissing && userId !== undefined) dropKeptTicket(userId, Number(ticketId))
  }, [isMissing, userId, ticketId])

  if (shown.state === 'loading') return <Spinner label={words.loadingTicket} />
  if (shown.state === 'missing')
    return (
      <Notice>
        <h1>{words.ticketNotFound}</h1>
        <ButtonLink to="/my-bookings">{words.myBookings}</ButtonLink>
      </Notice>
    )
  if (shown.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <h1>{words.ticketNotLoaded}</h1>
      </TryAgain>
    )
  const { ticket, checkedAt, isOutdated } = shown
  const [isOn, isOver] = [isStillOn(ticket.event, checkedAt), hasEnded(ticket.event, checkedAt)]
  return (
    <div className={style.parts}>
      {isOutdated && <Outdated checkedAt={checkedAt} />}
      <TicketView ticket={ticket} name={user ? `${user.firstName} ${user.lastName}` : undefined} />
      {ticket.payment && <Payment payment={ticket.payment} isSilent />}
      <TicketQuestions ticket={ticket} onChange={show} />
      {ticket.numberOfTickets > 0 && !isOutdated && (
        <TicketSurveys ticketId={ticket.id} timeZone={ticket.event.timeZone} />
      )}
      {!isOver && (ticket.numberOfTickets > ticket.admitted || ticket.undoUntil || ticket.numberOfTickets === 0) && (
        <section className={style.part} aria-labelledby="change-of-plan">
          <h2 id="change-of-plan">{words.changeOfPlan}</h2>
          {ticket.numberOfTickets > 0 && <p className="quiet">{isOn ? words.giveBackUnneeded : words.keepingInCase}</p>}
          <GiveBack
            ticket={ticket}
            isOff={!isOn}
            asksComing={isOn && ticket.event.confirm}
            onChange={show}
            onOutdated={reload}
          />
          {ticket.numberOfTickets === 0 && (
            <ButtonLink to={`/events/${ticket.eventId}`} look="outlined">
              {words.seeTheEvent}
            </ButtonLink>
          )}
        </section>
      )}
      {ticket.numberOfTickets > 0 && !isOver && (
        <>
          {isOn && <SendPlace ticket={ticket} onChange={reload} />}
          {!ticket.event.isHidden && <AskOrganiser eventId={ticket.eventId} />}
          <div>
            <PushSwitch />
            <Link to="/notices" className={style.notices}>
              {words.chooseNotifications}
            </Link>
          </div>
          <HomeScreen />
        </>
      )}
    </div>
  )
}
