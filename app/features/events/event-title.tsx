import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { BreakingTitle } from './breaking-title.tsx'
import style from './event-title.module.css'

interface Props {
  event: Event
  /** Created or manages it. */
  canManage: boolean
  /** Share, favourites. */
  children: ReactNode
}

export const EventTitle = ({ event, canManage, children }: Props) => (
  <header className={style.head}>
    <div className={style.title}>
      {event.isDraft && <span className={style.draft}>Draft</span>}
      <h1 dir="auto" lang={event.language}>
        <BreakingTitle title={event.title} />
      </h1>
    </div>
    <div className="row wrap gap-8">
      {canManage && (
        <>
          <ButtonLink to={`/events/${event.id}/edit`} look="outlined">
            <EditIcon /> EDIT
          </ButtonLink>
          <ButtonLink to={`/events/${event.id}/manage`} look="outlined">
            Manage
          </ButtonLink>
        </>
      )}
      {children}
    </div>
  </header>
)
