import { accessText } from '../../../contract/access-facts.ts'
import { FEED } from '../../../contract/limits.ts'
import { calendarFile, type CalendarEntry } from '../../calendar/calendar-file.ts'
import { onceForEach } from '../../runtime/once-for-each.ts'
import type { FeedHead, FeedItem } from './items.ts'

// Often enough to show a change before people set out; Google refreshes on its own schedule.
const REFRESH = 'PT1H'

const entryOf = onceForEach((item: FeedItem): CalendarEntry => ({
  uid: item.uid,
  title: item.title,
  description: [item.text, accessText(item.accessFacts), item.url].filter(Boolean).join('\n\n'),
  location: item.venue,
  url: item.url,
  startTime: item.startTime,
  endTime: item.endTime,
  timeZone: item.timeZone,
  sequence: item.version - 1,
  changedAt: item.changedAt,
  status: item.isCalledOff ? 'CANCELLED' : 'CONFIRMED',
  categories: item.categories,
  ...(item.language && { language: item.language }),
  ...(item.coordinates && { coordinates: item.coordinates }),
}))

export const calendarOfEntries = (name: string, entries: CalendarEntry[]): string =>
  calendarFile({ method: 'PUBLISH', name, refresh: REFRESH, maxBytes: FEED.bytes }, entries)

export const writeCalendar = ({ title }: FeedHead, items: FeedItem[]): string =>
  calendarOfEntries(title, items.map(entryOf))
