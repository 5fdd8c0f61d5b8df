import { FEED } from '../../../contract/limits.ts'
import { calendarFile, type CalendarEntry } from '../../calendar/calendar-file.ts'
import type { FeedHead, FeedItem } from './items.ts'

// Often enough to hear of a change before leaving the house; Google looks when it likes.
const REFRESH = 'PT1H'

/** The same entry as behind Add to calendar. */
const entryOf = (item: FeedItem, hostname: string): CalendarEntry => ({
  uid: `event-${item.id}@${hostname}`,
  title: item.title,
  description: `${item.text}\n\n${item.url}`,
  location: item.venue,
  url: item.url,
  startTime: item.startTime,
  endTime: item.endTime,
  timeZone: item.timeZone,
  sequence: item.version - 1,
  changedAt: item.changedAt,
  status: item.isCalledOff ? 'CANCELLED' : 'CONFIRMED',
  categories: item.categories,
  ...(item.coordinates && { coordinates: item.coordinates }),
})

export const calendarOfEntries = (name: string, entries: CalendarEntry[]): string =>
  calendarFile({ method: 'PUBLISH', name, refresh: REFRESH, maxBytes: FEED.bytes }, entries)

export function writeCalendar({ title, feedUrl }: FeedHead, items: FeedItem[]): string {
  const { hostname } = new URL(feedUrl)
  return calendarOfEntries(
    title,
    items.map((item) => entryOf(item, hostname)),
  )
}
