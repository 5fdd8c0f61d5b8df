// What is asked before saving: things that can be meant, and seldom are.
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { DEFAULT_TIME_ZONE, parseDateTime } from '../../../contract/zoned-time.ts'
import type { EventDraft } from './draft.ts'
import { hasPassed } from './event-times.ts'
import * as words from './words.tsx'

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
      title: words.takeItOffTheLists,
      text: words.onlyYouSeeDraft,
      no: words.keepItPublished,
      yes: words.saveAsDraft,
    }
  }
  if (!isDraft && draft.startTime !== initial.startTime && hasPassed(draft.startTime, timeZone, now)) {
    const zone = timeZone || DEFAULT_TIME_ZONE
    const start = parseDateTime(draft.startTime, zone)?.toISOString() ?? ''
    return {
      title: words.dateHasPassed,
      text: words.wouldStart(formatDate(start, zone), formatTime(start, zone)),
      no: words.changeTheDate,
      yes: words.publishAnyway,
    }
  }
  return null
}
