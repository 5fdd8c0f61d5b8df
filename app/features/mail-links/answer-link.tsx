import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { hasEnded, isStillOn } from '../../../contract/event-status.ts'
import { seatWords } from '../../lib/seat-words.ts'
import { TicketQuestions } from '../booking-questions/slot.tsx'
import { ANSWERS, GiveBack } from '../tickets/slot.tsx'
import { LinkCard } from './link-card.tsx'
import type { LinkProps } from './link-props.ts'
import style from './mail-link.module.css'
import * as words from './words.tsx'

/** Coming, Can't come, Fewer of us, Undo: without signing in. */
export function AnswerLink({ token, state: { ticket }, onChange, reload }: LinkProps<'answer'>) {
  const { event, numberOfTickets } = ticket
  const [openedAt] = useState(() => new Date())
  const { hash } = useLocation()
  const pressed = ANSWERS.find((answer) => hash === `#${answer}`)
  return (
    <LinkCard
      event={event}
      what={ticket.standby ? words.onStandby : numberOfTickets === 0 ? words.givenBack : seatWords(ticket)}
    >
      {hasEnded(event, openedAt) ? (
        <p>{words.hasEnded}</p>
      ) : (
        <GiveBack
          // Another button of the email, pressed while the page is open, is another answer.
          key={hash}
          ticket={ticket}
          asksComing={isStillOn(event, openedAt)}
          pressed={pressed}
          token={token}
          onChange={(changed) => onChange({ purpose: 'answer', ticket: changed })}
          onOutdated={reload}
        />
      )}
      <TicketQuestions
        ticket={ticket}
        token={token}
        onChange={(changed) => onChange({ purpose: 'answer', ticket: changed })}
      />
      <p className={style.quiet}>
        {numberOfTickets > 0 ? (
          <Link to={`/my-bookings/${ticket.id}`}>{words.showMyTicket}</Link>
        ) : (
          <Link to={`/events/${event.id}`}>{words.seeTheEvent}</Link>
        )}
      </p>
    </LinkCard>
  )
}
