// What a feed tells of an event, whatever its format. No counts: a booking must not make every reader fetch it again.
import type { AccessFact } from '../../../contract/access-facts.ts'
import type { Config } from '../../config.ts'
import { FEED_TEXT_LENGTH, type FeedRow } from '../events/module.ts'
import { eventUid } from '../../ledger/booking-calendar.ts'
import { locationForStrangers } from '../events/queries.ts'

export interface FeedItem {
  id: number
  title: string
  /** The beginning of the description. */
  text: string
  url: string
  /** The same as behind Add to calendar. */
  uid: string
  venue: string
  startTime: Date
  endTime: Date
  timeZone: string
  isCalledOff: boolean
  publishedAt: Date
  changedAt: Date
  version: number
  categories: string[]
  accessFacts: AccessFact[]
  /** Of title and text, where its creator gave one. */
  language?: string
  coordinates?: { lat: number; lng: number }
}

export function beginningOf(text: string): string {
  if (text.length <= FEED_TEXT_LENGTH) return text
  // Half an emoji is no character.
  const cut = text.slice(0, FEED_TEXT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.search(/\s\S*$/)
  return `${space > FEED_TEXT_LENGTH / 2 ? cut.slice(0, space) : cut}…`
}

const OFF: Partial<Record<FeedRow['status'], string>> = { cancelled: 'Cancelled: ', postponed: 'Postponed: ' }

export function itemOf(
  row: FeedRow,
  { publicUrl, calendarDomain }: Pick<Config, 'publicUrl' | 'calendarDomain'>,
): FeedItem {
  const { venue, latitude, longitude } = locationForStrangers(row)
  return {
    id: row.id,
    title: `${OFF[row.status] ?? ''}${row.title}`,
    text: beginningOf(row.text),
    url: `${publicUrl}/events/${row.id}`,
    uid: eventUid(row.id, calendarDomain),
    venue,
    startTime: row.startTime,
    endTime: row.endTime,
    timeZone: row.timeZone,
    isCalledOff: row.status !== 'published',
    publishedAt: row.publishedAt,
    changedAt: row.updatedAt,
    version: row.version,
    categories: row.categories,
    accessFacts: row.accessFacts,
    ...(row.language && { language: row.language }),
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
