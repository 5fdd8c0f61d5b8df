// In My Bookings: every waiting list that somebody is on, whatever has happened to its event since, with everything they can do about it.
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListedEntry } from '../../../contract/waiting-list.ts'
import { useCall } from '../../data/use-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { EventBanner, EventTime } from '../events/slot.tsx'
import { EntryView } from './entry-view.tsx'
import type { EntryOptions } from './use-entry-calls.ts'
import { Title } from '../../ui/title.tsx'
import style from './waiting-list.module.css'
import * as dialogWords from './dialog-words.tsx'

interface CardProps extends Omit<EntryOptions, 'eventId'> {
  entry: ListedEntry
}

export const WaitingCard = ({ entry, ...options }: CardProps) => {
  const { event } = entry
  return (
    <li className={style.card}>
      <EventBanner event={event} hasEnded={false} />
      <div>
        <h3>
          <Link to={`/events/${event.id}`}>
            <Title of={event} />
          </Link>
        </h3>
        <p className={style.quiet}>
          <EventTime event={event} />
        </p>
      </div>
      <EntryView event={event} eventId={event.id} entry={entry} canChange {...options} />
    </li>
  )
}

/** Can be taken now, and not for long. */
const isUrgent = ({ offer, free }: ListedEntry) => Boolean(offer) || free !== undefined

const urgentFirst = (entries: ListedEntry[]) => [
  ...entries.filter(isUrgent),
  ...entries.filter((entry) => !isUrgent(entry)),
]

function Lists({ entries, refresh }: { entries: ListedEntry[]; refresh: () => void }) {
  const navigate = useNavigate()
  const showToast = useToast()
  if (entries.length === 0) return null
  return (
    <section className={style.mine} aria-labelledby="waiting-lists">
      <h2 id="waiting-lists">{dialogWords.waitingLists}</h2>
      <ul role="list" className={style.cards}>
        {urgentFirst(entries).map((entry) => (
          <WaitingCard
            key={entry.id}
            entry={entry}
            onEntry={(changed) => {
              if (!changed) showToast(dialogWords.youLeft)
              refresh()
            }}
            onAccepted={({ id }) => void navigate(`/my-bookings/${id}`)}
            onOutdated={refresh}
          />
        ))}
      </ul>
    </section>
  )
}

/** Below the bookings; above them when it is opened while places are held. There it stays, whatever is answered. */
export function MyWaiting({ bookings }: { bookings: ReactNode }) {
  const { loaded, refresh } = useCall('waiting lists', (api) => api.waitingList.mine())
  const [isAbove, setAbove] = useState<boolean | null>(null)
  if (loaded.state === 'loaded' && isAbove === null) setAbove(loaded.value.some(isUrgent))
  const lists = loaded.state === 'loaded' && <Lists entries={loaded.value} refresh={refresh} />
  return (
    <div className={style.all}>
      {isAbove && lists}
      {bookings}
      {!isAbove && lists}
    </div>
  )
}
