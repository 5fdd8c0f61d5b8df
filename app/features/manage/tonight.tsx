// The night at a glance, from two hours before the start: how many are in, how many were expected, and who is missing.
import { useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import type { Event } from '../../../contract/events.ts'
import { useCall } from '../../data/use-call.ts'
import { expectedText } from './insights-words.tsx'
import style from './door-section.module.css'
import { Range } from './turnout.tsx'
import * as words from './guest-words.ts'

/** As many as one looks through on a phone; the guest list has all of them. */
const SHOWN = 20

interface Props {
  event: Event
  counts: { admitted: number; sold: number }
}

function Missing({ event, admitted }: { event: Event; admitted: number }) {
  const [isOpen, setOpen] = useState(true)
  const { loaded } = useCall(
    isOpen ? `missing ${event.id}` : null,
    (api) => api.guests.list({ params: { eventId: event.id }, query: { missing: true, limit: SHOWN } }),
    admitted,
  )
  const guests = loaded.state === 'loaded' ? loaded.value.guests : []
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.whoIsNotIn}</summary>
      <ul role="list" aria-label={words.notInYet} className={style.missing}>
        {guests.map(({ ticketId, name, numberOfTickets, admitted: inside }) => (
          <li key={ticketId}>
            <strong>{name}</strong> <span className="quiet">{words.places(numberOfTickets - inside)}</span>
          </li>
        ))}
      </ul>
      {loaded.state === 'loaded' && loaded.value.next && <p className="quiet">{words.listHasOthers}</p>}
    </details>
  )
}

export function Tonight({ event, counts: { admitted, sold } }: Props) {
  const { loaded } = useCall(
    `tonight ${event.id}`,
    (api) => api.insights.get({ params: { eventId: event.id } }),
    admitted,
  )
  const insights = loaded.state === 'loaded' ? loaded.value : null
  const range = insights?.forecast ?? insights?.turnout
  return (
    <section className={style.tonight} aria-label="Tonight">
      <p className={style.heads}>
        <strong>{admitted}</strong> of {sold} in
      </p>
      {range && (
        <p>
          {expectedText(range)} expected
          <Range {...range} came={admitted} />
        </p>
      )}
      {sold > admitted && (
        <>
          <Missing event={event} admitted={admitted} />
          <ButtonLink look="outlined" to="?tab=messages&to=not-in">
            {words.messageNotIn}
          </ButtonLink>
        </>
      )}
    </section>
  )
}
