import { Link } from 'react-router'
import { useCall } from '../../data/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { EventTime } from './event-time.tsx'
import style from './own-event-row.module.css'
import own from './managed-events.module.css'

/** Events of others that one manages; nothing for those who manage none. Below one's own, so that nothing moves. */
export function ManagedEvents() {
  const { loaded } = useCall('managed events', (api) => api.team.listManaged())
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null
  return (
    <section className={own.managed} aria-labelledby="managed-heading">
      <h2 id="managed-heading">Events you manage</h2>
      <ul role="list" className="stack gap-10">
        {loaded.value.map((event) => (
          <li key={event.id} className={own.row}>
            <div className={style.words}>
              <p className={style.when}>
                <span>
                  <EventTime event={event} />
                </span>
              </p>
              <h3 className={style.title}>
                <Link to={`/events/${event.id}`} className={style.link} prefetch="intent">
                  {event.title}
                </Link>
              </h3>
            </div>
            <div className={own.actions}>
              <ButtonLink look="text" to={`/events/${event.id}/edit`} aria-label={`Edit ${event.title}`}>
                <EditIcon /> Edit
              </ButtonLink>
              <ButtonLink look="outlined" to={`/events/${event.id}/manage`} aria-label={`Manage ${event.title}`}>
                Manage
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
