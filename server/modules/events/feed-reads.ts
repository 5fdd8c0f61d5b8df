// What a feed holds (beyond.md §2): the same search as a list, but of a span of time, what is over lately included; and
// what was called off lately, so that subscribed calendars hear of it.
import type { EventQuery } from '../../../contract/event-query.ts'
import { AppError } from '../../../contract/errors.ts'
import { FEED } from '../../../contract/limits.ts'
import { readWithin } from '../../db/read-within.ts'
import type { Deps } from '../../deps.ts'
import type { EventRow } from './queries.ts'
import { requirePlace, SEARCH_MS, withPlace } from './reads.ts'
import { findEvents } from './search.ts'

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

/** The next first, then what is over, then what was called off. */
export async function listForFeed(deps: Deps, query: EventQuery): Promise<EventRow[]> {
  requirePlace(query)
  if (query.creator === 'me') throw new AppError('bad_request', { message: 'Creator must be a number' })
  const { limit: _limit, ids: _ids, ...about } = query
  const { cursor: _cursor, sort: _sort, ...asked } = withPlace(about)
  const now = deps.clock()
  const { calledOffSince, ...span } = feedSpan(now)
  const search = { ...asked, span, userId: null, limit: FEED.events }
  return readWithin(deps.db, SEARCH_MS, async (tx) => {
    const calledOff = await findEvents(tx, { ...search, limit: MOST_CALLED_OFF, calledOffSince }, now)
    const found = await findEvents(tx, { ...search, limit: FEED.events - calledOff.items.length }, now)
    return [...found.items, ...calledOff.items]
  })
}
