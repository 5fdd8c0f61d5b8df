import { SITE } from '../../../contract/site.ts'
import type { Event } from '../../../contract/events.ts'
import { formatDate } from '../../../contract/dates.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import style from './event-banner.module.css'

/** Above the title: that the event changed. People who follow an old link must not have to look for it. */
export function EventBanner({ event, hasEnded }: { event: Event; hasEnded: boolean }) {
  const { status, previousStartTime, timeZone } = event
  if (event.isHidden)
    return <p className={style.banner}>{`This event isn’t shown on ${SITE.name} at the moment. Bookings are kept.`}</p>
  if (status === 'cancelled') return <p className={style.banner}>This event has been cancelled.</p>
  if (status === 'postponed')
    return <p className={style.banner}>This event has been postponed. The new date will be announced here.</p>
  if (hasEnded) return <p className={style.quiet}>This event has ended.</p>
  if (!previousStartTime) return null
  return (
    <p className={style.banner}>
      This event has a new date. It was planned for{' '}
      <WrittenText key={previousStartTime} text={() => formatDate(previousStartTime, timeZone)} />.
    </p>
  )
}
