// What a feed holds (beyond.md §2): the same search as a list, but of a span of time, what is over lately included; and
// what was called off lately, so that subscribed calendars hear of it.
import { sql } from 'drizzle-orm'
import type { EventQuery } from '../../../contract/event-query.ts'
import { AppError } from '../../../contract/errors.ts'
import { FEED } from '../../../contract/limits.ts'
import type { Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { requirePlace, SEARCH_MS, withPlace } from './reads.ts'
import { findIds, inOrderOf } from './search.ts'

const DAY = 86_400_000
// Few events are called off, and they take their places from the last ones.
const MOST_CALLED_OFF = 100

/** Moves on once a day, so that a feed of which nothing has changed keeps its bytes. */
export function feedSpan(now: Date): { from: Date; to: Date; calledOffSince: Date } {
  const today = Math.floor(now.getTime() / DAY) * DAY
  const to = new Date(today)
  to.setUTCMonth(to.getUTCMonth() + FEED.monthsAhead)
  return {
    from: new Date(today - FEED.daysBack * DAY),
    to,
    calledOffSince: new Date(now.getTime() - FEED.daysCalledOff * DAY),
  }
}

// Eight hundred of these and what is around them are less than 900 KB in most languages.
export const FEED_TEXT_LENGTH = 400

/** Eight hundred whole events would be ten milliseconds of reading what no feed tells. */
const readRows = (db: Tx, ids: number[]) =>
  db
    .select({
      id: events.id,
      title: events.title,
      // One more, so that it shows whether it goes on.
      text: sql<string>`left(${events.description}, ${FEED_TEXT_LENGTH + 1})`,
      venue: events.venue,
      isVirtual: events.isVirtual,
      latitude: events.latitude,
      longitude: events.longitude,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
      status: events.status,
      categories: events.categories,
      publishedAt: events.publishedAt,
      createdAt: events.createdAt,
      updatedAt: events.updatedAt,
      version: events.version,
    })
    .from(events)
    .where(sql`${events.id} = any(${sql.param(ids)}::int[])`)

export type FeedRow = Awaited<ReturnType<typeof readRows>>[number]

/** The next first, then what is over, then what was called off. */
export async function listForFeed(deps: Deps, query: EventQuery): Promise<FeedRow[]> {
  requirePlace(query)
  if (query.creator === 'me') throw new AppError('bad_request', { message: 'Creator must be a number' })
  const { limit: _limit, ids: _ids, ...about } = query
  const { cursor: _cursor, sort: _sort, ...asked } = withPlace(about)
  const now = deps.clock()
  const { calledOffSince, ...span } = feedSpan(now)
  const search = { ...asked, span, userId: null, limit: FEED.events }
  return readWithin(deps.db, SEARCH_MS, async (tx) => {
    // By date: which words of theirs were meant makes no difference to what is read to the end.
    const off = await findIds(tx, { ...search, sort: 'date', limit: MOST_CALLED_OFF, calledOffSince }, now)
    const found = await findIds(tx, { ...search, limit: FEED.events - off.items.length }, now)
    const ids = [...found.items, ...off.items]
    return inOrderOf(ids, await readRows(tx, ids))
  })
}
