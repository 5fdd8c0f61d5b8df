import type { DoorView } from './door-view.ts'
import style from './status-bar.module.css'
import * as words from './words.ts'

const sent = ({ unsent, isOnline, recent }: DoorView) =>
  unsent > 0 ? words.notSentYet(unsent) : words.sentText(isOnline, recent.length > 0)

export function StatusBar({ view }: { view: DoorView }) {
  const { state, heads, ownHeads, refused, isOnline, unsent, undone } = view
  if (!state) return null
  const { event, door, overLimit } = state
  const over = overLimit > 0 ? `, ${words.overBy(overLimit)}` : ''
  return (
    <header className={style.bar}>
      <div className={style.title}>
        <h1 dir="auto" lang={event.language}>
          {event.title}
        </h1>
        <p>{door.name}</p>
      </div>
      <div className={style.count}>
        <p>
          <strong>{heads}</strong> of {event.capacity} in
          {over}
        </p>
        <p className={style.own}>
          {door.name}: {ownHeads}
        </p>
      </div>
      <p className={style.sent} data-state={unsent > 0 || !isOnline ? 'waiting' : 'sent'} role="status">
        {undone && words.undoneName(undone)}
        {sent(view)}
        {refused > 0 && words.notRecorded(refused)}
      </p>
    </header>
  )
}
