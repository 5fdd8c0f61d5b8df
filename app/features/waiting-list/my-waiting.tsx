// In My Bookings: every waiting list that somebody is on, whatever has become of its event since, with all that can be done.
import { Link, useNavigate } from 'react-router'
import type { ListedEntry } from '../../../contract/waiting-list.ts'
import { useCall } from '../../data/use-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { EventBanner, EventTime } from '../events/slot.tsx'
import { EntryView } from './entry-view.tsx'
import type { EntryOptions } from './use-entry-calls.ts'
import style from './waiting-list.module.css'

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
          <Link to={`/events/${event.id}`}>{event.title}</Link>
        </h3>
        <p className={style.quiet}>
          <EventTime event={event} />
        </p>
      </div>
      <EntryView event={event} eventId={event.id} entry={entry} canChange {...options} />
    </li>
  )
}

export function MyWaiting() {
  const navigate = useNavigate()
  const showToast = useToast()
  const { loaded, refresh } = useCall('waiting lists', (api) => api.waitingList.mine())
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null
  return (
    <section className={style.mine} aria-labelledby="waiting-lists">
      <h2 id="waiting-lists">Waiting lists</h2>
      <ul role="list" className={style.cards}>
        {loaded.value.map((entry) => (
          <WaitingCard
            key={entry.id}
            entry={entry}
            onEntry={(changed) => {
              if (!changed) showToast('You have left the waiting list.')
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
