import { counted } from '../../contract/counted.ts'
import { useState } from 'react'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import style from './tools.module.css'

interface Props {
  door: Door
  view: DoorView & { state: NonNullable<DoorView['state']> }
}

const places = (count: number) => counted(count, 'place')

/**
 * People who did not confirm, in order. Until the start they get seats that nobody has booked; from then on, whatever is empty.
 * Beyond that one more press is asked for.
 */
export function Standby({ door, view: { state, seatsLeft, heads } }: Props) {
  const [asked, setAsked] = useState(0)
  const [next, ...others] = door.standby()
  if (!next?.standby) return null
  const { event } = state
  const hasBegun = door.time() >= Date.parse(event.startTime)
  const free = hasBegun ? event.capacity - heads : seatsLeft
  const isAsking = asked === next.ticketId
  const letIn = () => {
    setAsked(0)
    void door.letInFromStandby(next)
  }
  return (
    <section aria-label="Standby" className={style.question}>
      <p>
        <strong>Standby</strong>: {next.name ?? 'the next'}, {places(next.standby.seats)}
        {others.length > 0 && `, then ${others.length} more`}
      </p>
      {isAsking && (
        <p role="alert">
          {hasBegun ? 'The room is full.' : 'Every seat is booked, and those people may still come.'} Let them in
          anyway?
        </p>
      )}
      <button
        type="button"
        className={style.button}
        onClick={() => (isAsking || free >= (next.standby?.seats ?? 1) ? letIn() : setAsked(next.ticketId))}
      >
        {isAsking ? 'Yes, let them in' : 'Let the next in'}
      </button>
    </section>
  )
}
