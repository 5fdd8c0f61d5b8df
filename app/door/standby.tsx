import { counted } from '../../contract/counted.ts'
import { useState } from 'react'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import style from './tools.module.css'
import * as words from './words.ts'

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
        <strong>Standby</strong>: {next.name ?? words.theNext}, {places(next.standby.seats)}
        {others.length > 0 && words.thenMore(others.length)}
      </p>
      {isAsking && <p role="alert">{words.letThemInAnyway(hasBegun ? words.roomIsFull : words.everySeatIsBooked)}</p>}
      <button
        type="button"
        className={style.button}
        onClick={() => (isAsking || free >= (next.standby?.seats ?? 1) ? letIn() : setAsked(next.ticketId))}
      >
        {isAsking ? words.yesLetThemIn : words.letNextIn}
      </button>
    </section>
  )
}
