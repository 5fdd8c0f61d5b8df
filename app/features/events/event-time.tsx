import { formatDate, formatTime } from '../../../contract/dates.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import type { EventCardData } from './card-data.ts'
import { ZoneName } from './zone-name.tsx'

// A line does not end between 7:30 and PM.
const unbroken = (time: string) => time.replace(' ', '\u00a0')

/** '3rd Mar, 2025 · 9:30 AM', with the zone's name for those whose clock is another. */
export const EventTime = ({
  event: { startTime, timeZone },
}: {
  event: Pick<EventCardData, 'startTime' | 'timeZone'>
}) => (
  <>
    <WrittenText
      key={`${startTime} ${timeZone}`}
      text={() => `${formatDate(startTime, timeZone)} · ${unbroken(formatTime(startTime, timeZone))}`}
    />
    <ZoneName at={startTime} timeZone={timeZone} />
  </>
)
