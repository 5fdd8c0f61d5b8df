// What a feed tells of an event, whatever its format. No counts: a booking must not make every reader fetch it again.
import type { EventRow } from '../events/queries.ts'
import { toEvent } from '../events/queries.ts'

export interface FeedItem {
  id: number
  title: string
  /** The beginning of the description. */
  text: string
  url: string
  venue: string
  startTime: Date
  endTime: Date
  timeZone: string
  isCalledOff: boolean
  publishedAt: Date
  changedAt: Date
  version: number
  categories: string[]
  coordinates?: { lat: number; lng: number }
}

// Eight hundred of these and what is around them are less than 900 KB in most languages.
const TEXT_LENGTH = 400

export function beginningOf(text: string): string {
  if (text.length <= TEXT_LENGTH) return text
  // Half an emoji is no character.
  const cut = text.slice(0, TEXT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.search(/\s\S*$/)
  return `${space > TEXT_LENGTH / 2 ? cut.slice(0, space) : cut}…`
}

const OFF: Partial<Record<EventRow['status'], string>> = { cancelled: 'Cancelled: ', postponed: 'Postponed: ' }

export function itemOf(row: EventRow, publicUrl: string): FeedItem {
  // As everybody reads it: without the link of a virtual event.
  const { venue, latitude, longitude } = toEvent(row, { userId: null })
  return {
    id: row.id,
    title: `${OFF[row.status] ?? ''}${row.title}`,
    text: beginningOf(row.description),
    url: `${publicUrl}/events/${row.id}`,
    venue,
    startTime: row.startTime,
    endTime: row.endTime,
    timeZone: row.timeZone,
    isCalledOff: row.status !== 'published',
    publishedAt: row.publishedAt ?? row.createdAt,
    changedAt: row.updatedAt,
    version: row.version,
    categories: row.categories,
    ...(typeof latitude === 'number' && typeof longitude === 'number'
      ? { coordinates: { lat: latitude, lng: longitude } }
      : {}),
  }
}

/** Of a feed as a whole. */
export interface FeedHead {
  title: string
  /** The page that shows the same. */
  pageUrl: string
  feedUrl: string
}

const byPublication = (a: FeedItem, b: FeedItem) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.id - a.id

/** For those who read news: the newest first. As many as there is room for, the first that were given. */
export function newestThatFit(items: FeedItem[], bytesOf: (item: FeedItem) => number, maxBytes: number): FeedItem[] {
  let bytes = 0
  const fitting = items.filter((item) => (bytes += bytesOf(item)) <= maxBytes)
  return fitting.sort(byPublication)
}
