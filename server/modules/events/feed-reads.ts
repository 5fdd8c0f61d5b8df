// What a feed holds (docs/product/finding.md#feeds): the same search as a list, but of a span of time, what is over lately included; and
// what was called off lately, so that subscribed calendars get it.
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { EventQuery } from '../../../contract/event-query.ts'
import { AppError } from '../../../contract/errors.ts'
import { FEED } from '../../../contract/limits.ts'
import type { Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { calledOffOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { requireLocation, SEARCH_MS, withTown } from './reads.ts'
import { findIds, inOrderOf } from './search.ts'

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

const TOLD = {
  id: events.id,
  title: events.title,
  // One more, to know whether the text continues.
  text: sql<string>`left(${events.description}, ${sql.raw(String(FEED_TEXT_LENGTH + 1))})`,
  venue: events.venue,
  isVirtual: events.isVirtual,
  latitude: events.latitude,
  longitude: events.longitude,
  startTime: events.startTime,
  endTime: events.endTime,
  timeZone: events.timeZone,
  status: events.status,
  categories: events.categories,
  accessFacts: events.accessFacts,
  language: events.language,
  publishedAt: sql<Date>`coalesce(${events.publishedAt}, ${events.createdAt})`.mapWith(events.createdAt),
  updatedAt: events.updatedAt,
  version: events.version,
}

const among = (ids: number[]) => sql`${events.id} = any(${sql.param(ids)}::int[])`

const readRows = (db: Tx, ids: number[]) => db.select(TOLD).from(events).where(among(ids))

/** Differs after each change of what a feed shows, the version included. */
const MARK = sql<string>`hash_record_extended(row(
  ${events.version}, ${events.updatedAt}, ${events.publishedAt}, ${events.status}), 0)::text`

const readMarks = (db: Tx, ids: number[]) => db.select({ id: events.id, mark: MARK }).from(events).where(among(ids))

export type FeedRow = Awaited<ReturnType<typeof readRows>>[number]

/** What was made of events before. Hardly any of them has changed since, and to read and write all again is half the work. */
export interface KnownItems<Item> {
  find(key: string): Item | undefined
  make(key: string, row: FeedRow): Item
}

async function itemsOf<Item>(db: Tx, ids: number[], known: KnownItems<Item>): Promise<Item[]> {
  const marks = inOrderOf(ids, await readMarks(db, ids))
  const found = marks.map(({ id, mark }) => ({ id, key: `${id} ${mark}`, item: known.find(`${id} ${mark}`) }))
  const missing = found.filter(({ item }) => item === undefined).map(({ id }) => id)
  const rows = new Map((missing.length > 0 ? await readRows(db, missing) : []).map((row) => [row.id, row]))
  return found.flatMap(({ id, key, item }) => {
    const row = rows.get(id)
    return item ?? (row ? known.make(key, row) : [])
  })
}

async function isAnyCalledOff(db: Tx, since: Date): Promise<boolean> {
  const isRecent = sql`${calledOffOnly()} and ${events.updatedAt} > ${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from ${events} where ${isRecent}) as found`,
  )
  return rows[0]?.found ?? false
}

/** The next first, then what is over, then what was called off. */
export async function listForFeed<Item>(
  deps: Deps,
  query: EventQuery & { seriesId?: number },
  known: KnownItems<Item>,
): Promise<Item[]> {
  requireLocation(query)
  if (query.creator === 'me') throw new AppError('bad_request', { message: 'Creator must be a number' })
  // A calendar has every date.
  const { limit: _limit, ids: _ids, series: _series, seriesId, ...about } = query
  const { cursor: _cursor, sort: _sort, ...asked } = withTown(about)
  const now = deps.clock()
  const { calledOffSince, ...span } = feedSpan(now)
  const search = { ...asked, seriesId, span, allWords: true, userId: null, limit: FEED.events }
  return readWithin(deps.db, SEARCH_MS, async (tx) => {
    const off = (await isAnyCalledOff(tx, calledOffSince))
      ? // By date: ranking by words makes no difference to a list that is read to the end.
        (await findIds(tx, { ...search, sort: 'date', limit: MOST_CALLED_OFF, calledOffSince }, now)).items
      : []
    const found = await findIds(tx, { ...search, limit: FEED.events - off.length }, now)
    return itemsOf(tx, [...found.items, ...off], known)
  })
}
