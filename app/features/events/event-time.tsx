import { formatDate, formatTime } from '../../../contract/dates.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import type { EventCardData } from './card-data.ts'
import style from './event-parts.module.css'
import { ZoneName } from './zone-name.tsx'

/** '3rd Mar, 2025 · 9:30 AM', with the zone's name for those whose clock is another. */
export const EventTime = ({
  event: { startTime, timeZone },
}: {
  event: Pick<EventCardData, 'startTime' | 'timeZone'>
}) => (
  <>
    <WrittenText key={`date ${startTime} ${timeZone}`} text={() => `${formatDate(startTime, timeZone)} · `} />
    <WrittenText
      key={`time ${startTime} ${timeZone}`}
      className={style.clock}
      text={() => formatTime(startTime, timeZone)}
    />
    <ZoneName at={startTime} timeZone={timeZone} />
  </>
)
