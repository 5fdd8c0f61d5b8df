// The feeds outside of /api. Tags say what they are made of, as for pages.
import { SITE } from '../../../contract/site.ts'
import { AppError } from '../../../contract/errors.ts'
import { eventQuery, type EventQuery } from '../../../contract/event-query.ts'
import { FEED } from '../../../contract/limits.ts'
import { COUNTS, creatorTag, eventTag, LISTS, type Tag } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../http/session.ts'
import { findCreator } from '../users/queries.ts'
import { feedSpan, listForFeed } from '../events/module.ts'
import { getSeries } from '../series/queries.ts'
import { bookingEntries } from '../../ledger/booking-calendar.ts'
import { calendarOfEntries, writeCalendar } from './calendar.ts'
import type { FeedHead, FeedItem } from './items.ts'
import { writeJson } from './json.ts'
import { keptItems } from './kept-items.ts'
import { findFeedOwner } from './queries.ts'
import { writeRss } from './rss.ts'

export type FeedFormat = 'ics' | 'rss' | 'json'

export interface Feed {
  body: string
  tags: Tag[]
}

const WRITERS: Record<FeedFormat, (head: FeedHead, items: FeedItem[]) => string> = {
  ics: writeCalendar,
  rss: writeRss,
  json: writeJson,
}

/** What of the grammar makes a difference to a feed, whose order is its own. */
const PARTS = ['q', 'when', 'place', 'near', 'within', 'kind', 'category', 'access', 'seats', 'creator'] as const

/** The same question in one spelling; names that are not ours are left out. */
export function feedQuestion(given: Record<string, unknown>): string {
  const asked = new URLSearchParams()
  for (const name of PARTS) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') asked.set(name, value)
  }
  return asked.toString()
}

async function write(
  deps: Deps,
  format: FeedFormat,
  query: EventQuery & { seriesId?: number },
  head: FeedHead,
  tags: Tag[],
): Promise<Feed> {
  const items = await listForFeed(deps, query, keptItems(deps))
  return {
    body: WRITERS[format](head, items),
    tags: [LISTS, ...(query.seats === undefined ? [] : [COUNTS]), ...tags, ...items.map(({ id }) => eventTag(id))],
  }
}

export function eventsFeed(deps: Deps, format: FeedFormat, query: EventQuery, question: string): Promise<Feed> {
  const { publicUrl } = deps.config
  const suffix = question && `?${question}`
  const head = {
    title: query.q ? `${query.q} · ${SITE.name}` : `Events · ${SITE.name}`,
    pageUrl: `${publicUrl}/events${suffix}`,
    feedUrl: `${publicUrl}/feeds/events.${format}${suffix}`,
  }
  return write(deps, format, query, head, [])
}

export async function creatorFeed(deps: Deps, format: FeedFormat, id: number): Promise<Feed> {
  const creator = await findCreator(deps.db, id)
  if (!creator) throw new AppError('creator_not_found')
  const { publicUrl } = deps.config
  const head = {
    title: `${creator.name} · ${SITE.name}`,
    pageUrl: `${publicUrl}/creators/${id}`,
    feedUrl: `${publicUrl}/feeds/creators/${id}.${format}`,
  }
  return write(deps, format, eventQuery.parse({ creator: id }), head, [creatorTag(id)])
}

/** Every date by itself, with its own UID: what a date does not share with the others is its own, the time too. */
export async function seriesFeed(deps: Deps, format: FeedFormat, id: number): Promise<Feed> {
  const { title, creatorId } = await getSeries(deps, null, id)
  const { publicUrl } = deps.config
  const head = {
    title: `${title} · ${SITE.name}`,
    pageUrl: `${publicUrl}/series/${id}`,
    feedUrl: `${publicUrl}/feeds/series/${id}.${format}`,
  }
  return write(deps, format, { ...eventQuery.parse({}), seriesId: id }, head, [creatorTag(creatorId)])
}

/** A member's own bookings. An address that was replaced is treated as unknown. */
export async function bookingsFeed(deps: Deps, secret: string): Promise<string> {
  const userId = await findFeedOwner(deps.db, hashToken(secret))
  if (userId === null) throw new AppError('not_found')
  const span = feedSpan(deps.clock())
  const entries = await bookingEntries(deps.db, deps.config, userId, { ...span, limit: FEED.events })
  return calendarOfEntries(`My bookings · ${SITE.name}`, entries)
}
