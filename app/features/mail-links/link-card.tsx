import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { venueLine } from '../../lib/online-address.ts'
import { EventBanner, EventTime } from '../events/slot.tsx'
import style from './mail-link.module.css'

interface Props {
  event: Event
  /** '2 tickets', 'Waiting list' */
  what: string
  children: ReactNode
}

/** What it is about in four lines, and what can be done. */
export const LinkCard = ({ event, what, children }: Props) => (
  <div className={style.card}>
    <EventBanner event={event} hasEnded={false} />
    <div>
      <h1 className={style.title} dir="auto" lang={event.language}>
        {event.title}
      </h1>
      <p className={style.when}>
        <EventTime event={event} />
      </p>
      <p className={style.quiet}>{venueLine(event)}</p>
      <p className={style.what}>{what}</p>
    </div>
    {children}
  </div>
)
