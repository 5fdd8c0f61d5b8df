import { Link } from 'react-router'
import { classes } from '../../lib/classes.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { CopyIcon } from '../../ui/screen-icons.tsx'
import { EventPicture } from './event-picture.tsx'
import { EventTime } from './event-time.tsx'
import { soldOf, type OwnEvent } from './own-event.ts'
import style from './own-event-row.module.css'

const badgeOf = (event: OwnEvent, isOver: boolean) =>
  event.isHidden
    ? 'Not shown'
    : event.isDraft
      ? 'Draft'
      : event.status === 'cancelled'
        ? 'Cancelled'
        : event.status === 'postponed'
          ? 'Postponed'
          : isOver
            ? 'Ended'
            : event.review
              ? 'Not listed yet'
              : event.isSoldOut
                ? 'Sold out'
                : null

const Sold = ({ event }: { event: OwnEvent }) => (
  <p className={style.sold}>
    <span className={style.bar} aria-hidden="true">
      <span style={{ width: `${(soldOf(event) / event.capacity) * 100}%` }} />
    </span>
    <span>
      {soldOf(event).toLocaleString('en')} / {event.capacity.toLocaleString('en')}{' '}
      <span className={style.word}>booked</span>
    </span>
  </p>
)

/** One own event in a line: what, when, how full, and what to do with it. */
export function OwnEventRow({ event, isOver }: { event: OwnEvent; isOver: boolean }) {
  const badge = badgeOf(event, isOver)
  return (
    <li className={style.row}>
      <EventPicture event={event} sizes="128px" width={128} className={style.picture} />
      <div className={style.words}>
        <p className={style.when}>
          <span>
            <EventTime event={event} />
          </span>
          {badge && (
            <span className={classes(style.badge, /^(cancelled|postponed)$/.test(event.status ?? '') && style.off)}>
              {badge}
            </span>
          )}
        </p>
        <h3 className={style.title} dir="auto" lang={event.language}>
          {/* Its face covers the row, so that a press anywhere opens the event. */}
          <Link to={`/events/${event.id}`} className={style.link} prefetch="intent">
            {event.title}
          </Link>
        </h3>
        {event.review && !isOver && <p className={style.why}>{event.review.reasons.join(' ')}</p>}
        {!event.isDraft && <Sold event={event} />}
      </div>
      <div className={style.actions}>
        {!event.isDraft && (
          <ButtonLink look="text" to={`/events/${event.id}/manage`} aria-label={`Manage ${event.title}`}>
            Manage
          </ButtonLink>
        )}
        <ButtonLink look="text" to={`/events/${event.id}/edit`} aria-label={`Edit ${event.title}`}>
          <EditIcon /> Edit
        </ButtonLink>
        <ButtonLink look="text" to={`/create-event?copy=${event.id}`} aria-label={`Duplicate ${event.title}`}>
          <CopyIcon /> Duplicate
        </ButtonLink>
      </div>
    </li>
  )
}
