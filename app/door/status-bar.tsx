import type { DoorView } from './door-view.ts'
import style from './status-bar.module.css'

const scans = (count: number) => (count === 1 ? '1 scan' : `${count} scans`)

const sent = ({ unsent, isOnline }: DoorView) =>
  unsent > 0 ? `${scans(unsent)} not sent yet` : isOnline ? 'All sent' : 'No network. All sent'

export function StatusBar({ view }: { view: DoorView }) {
  const { state, heads, ownHeads, refused, isOnline, unsent } = view
  if (!state) return null
  const { event, door, overLimit } = state
  const over = overLimit > 0 ? `, ${overLimit} over` : ''
  return (
    <header className={style.bar}>
      <div className={style.title}>
        <h1>{event.title}</h1>
        <p>{door.name}</p>
      </div>
      <p className={style.count}>
        <strong>{heads}</strong> of {event.capacity} in
        {over}
        <span>
          {door.name}: {ownHeads}
        </span>
      </p>
      <p className={style.sent} data-state={unsent > 0 || !isOnline ? 'waiting' : 'sent'} role="status">
        {sent(view)}
        {refused > 0 && `. ${scans(refused)} could not be taken.`}
      </p>
    </header>
  )
}
