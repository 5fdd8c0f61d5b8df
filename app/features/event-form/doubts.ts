// What is asked before saving: things that can be meant, and seldom are.
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { DEFAULT_TIME_ZONE, parseDateTime } from '../../../contract/zoned-time.ts'
import type { EventDraft } from './draft.ts'
import { hasPassed } from './event-times.ts'

export interface Doubt {
  title: string
  text: string
  no: string
  yes: string
}

interface Saving {
  isDraft: boolean
  initial: EventDraft
  timeZone: string
  now: Date
  /** Everybody sees it at the moment. */
  isPublished: boolean
}

export function doubtAbout(draft: EventDraft, { isDraft, initial, timeZone, now, isPublished }: Saving): Doubt | null {
  if (isDraft && isPublished) {
    return {
      title: 'Take it off the lists?',
      text: 'As a draft, only you can see this event until you publish it again. To keep your changes and the event online, choose Publish.',
      no: 'Keep it published',
      yes: 'Save as a draft',
    }
  }
  if (!isDraft && draft.startTime !== initial.startTime && hasPassed(draft.startTime, timeZone, now)) {
    const zone = timeZone || DEFAULT_TIME_ZONE
    const start = parseDateTime(draft.startTime, zone)?.toISOString() ?? ''
    return {
      title: 'This date has passed',
      text: `Your event would start on ${formatDate(start, zone)} at ${formatTime(start, zone)}. Publish it anyway?`,
      no: 'Change the date',
      yes: 'Publish anyway',
    }
  }
  return null
}
