import { Link } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { hasEnded } from '../../../contract/event-status.ts'
import { useCall } from '../../data/use-call.ts'
import { classes } from '../../lib/classes.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { EventTime } from './event-time.tsx'
import style from './own-event-row.module.css'
import own from './managed-events.module.css'

type Managed = Awaited<ReturnType<Client['team']['listManaged']>>

/** Events of others that one manages; null until they are known. Who cannot ask for them manages none. */
export function useManagedEvents(): Managed | null {
  const { loaded } = useCall('managed events', (api) => api.team.listManaged())
  return loaded.state === 'loaded' ? loaded.value : loaded.state === 'failed' ? [] : null
}

function badgeOf(event: Managed[number], now: Date): string | null {
  if (event.status === 'cancelled') return 'Cancelled'
  if (event.status === 'postponed') return 'Postponed'
  if (event.status === 'draft') return 'Draft'
  return hasEnded(event, now) ? 'Ended' : null
}

/** Nothing for those who manage none. Below one's own, so that nothing moves. */
export function ManagedEvents({ managed }: { managed: Managed | null }) {
  if (!managed || managed.length === 0) return null
  const now = new Date()
  return (
    <section className={own.managed} aria-labelledby="managed-heading">
      <h2 id="managed-heading">Events you manage</h2>
      <ul role="list" className="stack gap-10">
        {managed.map((event) => {
          const badge = badgeOf(event, now)
          return (
            <li key={event.id} className={own.row}>
              <div className={style.words}>
                <p className={style.when}>
                  <span>
                    <EventTime event={event} />
                  </span>
                  {badge && (
                    <span
                      className={classes(style.badge, /^(cancelled|postponed)$/.test(event.status ?? '') && style.off)}
                    >
                      {badge}
                    </span>
                  )}
                </p>
                <h3 className={style.title} dir="auto" lang={event.language}>
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
          )
        })}
      </ul>
    </section>
  )
}
