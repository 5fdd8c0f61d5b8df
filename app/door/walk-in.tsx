import { useEffect, useRef, useState, type FormEvent } from 'react'
import { HOUR } from '../../contract/durations.ts'
import type { DoorState } from '../../contract/door.ts'
import { DOOR, TICKETS_PER_BOOKING } from '../../contract/limits.ts'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import style from './tools.module.css'
import * as words from './words.ts'

const COUNTS = Array.from({ length: TICKETS_PER_BOOKING.max }, (_, at) => at + 1)

interface Props {
  door: Door
  seatsLeft: number
  event: DoorState['event']
}

/** With extra places: until the start what nobody has booked, from then on what is empty, and never more than the room. */
export function walkInSeats({ state, seatsLeft, heads }: DoorView, now: number): number {
  if (!state?.event.extraPlaces) return seatsLeft
  const empty = Math.max(0, state.event.capacity - heads)
  return now >= Date.parse(state.event.startTime) ? empty : Math.min(empty, seatsLeft)
}

/** Takes a free seat; beyond the last one only after a yes. */
export function WalkIn({ door, seatsLeft, event: { startTime, extraPlaces } }: Props) {
  const [name, setName] = useState('')
  const [seats, setSeats] = useState(1)
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLDivElement>(null)
  const over = Math.min(seats, Math.max(0, seats - Math.max(0, seatsLeft)))

  // It takes the form's place near the lower edge, with its buttons below that.
  useEffect(() => {
    if (!isAsking) return
    question.current?.scrollIntoView({ block: 'center' })
    question.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isAsking])

  const letIn = (isOver: boolean) => {
    void door.walkIn(name, seats, isOver)
    setName('')
    setSeats(1)
    setIsAsking(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (over > 0) setIsAsking(true)
    else letIn(false)
  }

  // The server would store it as a conflict.
  if (door.time() < Date.parse(startTime) - DOOR.walkInHoursBefore * HOUR)
    return <p>{words.walkInsFrom(DOOR.walkInHoursBefore)}</p>
  if (isAsking)
    return (
      <div ref={question} className={style.question} role="alertdialog" aria-label={words.overBy(over)}>
        <p>
          <strong>{seatsLeft > 0 ? words.onlyLeft(seatsLeft) : 'Full'}.</strong>{' '}
          {extraPlaces ? words.hasExtraPlaces : words.overCapacity(over)}
        </p>
        {!extraPlaces && (
          <button type="button" className={style.button} onClick={() => letIn(true)}>
            Yes, {over} over
          </button>
        )}
        <button type="button" className={style.quietButton} onClick={() => setIsAsking(false)}>
          {extraPlaces ? 'OK' : 'No'}
        </button>
      </div>
    )
  return (
    <form className={style.line} onSubmit={submit}>
      <label className={style.field}>
        <span>{words.walkInName}</span>
        <input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </label>
      <label className={style.count}>
        <span>Places</span>
        <select value={seats} onChange={(event) => setSeats(Number(event.target.value))}>
          {COUNTS.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <button type="submit" className={style.button}>
        {words.letIn}
      </button>
    </form>
  )
}
