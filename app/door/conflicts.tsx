import type { DoorConflict } from '../../contract/door.ts'
import style from './tools.module.css'

/** What two doors did not know of each other. */
export function Conflicts({ conflicts, timeZone }: { conflicts: DoorConflict[]; timeZone: string }) {
  if (conflicts.length === 0) return null
  const format = new Intl.DateTimeFormat('en-IE', { hour: '2-digit', minute: '2-digit', timeZone })
  const time = (at: string) => format.format(new Date(at))
  return (
    <section className={style.conflicts} aria-label="Conflicts">
      <h2>{conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}</h2>
      <ul role="list">
        {conflicts.map(({ scanId, door, at, firstDoor, firstAt, reason, name, seats }) => (
          <li key={`${door} ${scanId}`}>
            {name ?? 'A ticket'}: {seats} let in by {door} at {time(at)},{' '}
            {reason === 'already-in'
              ? `but already in by ${firstDoor ?? 'another door'}${firstAt ? ` at ${time(firstAt)}` : ''}`
              : reason === 'returned'
                ? 'but the booking was given back'
                : 'but the event has been cancelled'}
          </li>
        ))}
      </ul>
    </section>
  )
}
