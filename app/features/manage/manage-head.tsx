import { hasEnded } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Subtitle } from '../../ui/page.tsx'
import { EventBanner, EventTime } from '../events/slot.tsx'
import { Title } from '../../ui/title.tsx'
import style from './manage-parts.module.css'
import * as words from './event-words.ts'

/** Which event it is (a copy has the same title), and the way to its page. */
export const ManageHead = ({ event }: { event: Event }) => (
  <div className="stack gap-4">
    <div className={style.head}>
      <h1>Manage</h1>
      <ButtonLink look="text" to={`/events/${event.id}`}>
        {words.viewEvent}
      </ButtonLink>
    </div>
    <Subtitle>
      <Title of={event} />
    </Subtitle>
    <p className={style.when}>
      <EventTime event={event} />
    </p>
    <EventBanner event={event} hasEnded={hasEnded(event, new Date())} />
  </div>
)
