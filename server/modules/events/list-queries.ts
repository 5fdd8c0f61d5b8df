// Lists of events. Whatever is asked, each query runs along one index: who may see is never an OR inside it.
import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../db/client.ts'
import { publicOnly, visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { cursorAfter, cursorOf, readCursor, type Segment } from './cursor.ts'
import { nearTo, titleContains } from './list-filters.ts'
import type { EventRow } from './queries.ts'

export interface EventFilter {
  userId: number | null
  ids?: number[]
  creator?: 'me'
  when?: 'upcoming' | 'past'
  q?: string
  near?: { lat: number; lng: number }
  within?: number
  limit?: number
  cursor?: string
}

/** Public events, and the caller's own drafts: two queries, merged, because an OR of both would use no index. */
function audiences({ creator, ids, userId }: EventFilter): (SQL | undefined)[] {
  if (creator === 'me') {
    if (userId === null) throw new AppError('unauthorized')
    return [eq(events.creatorId, userId)]
  }
  // Who asks for an event by its id, for My Bookings, is told of what was put off or called off.
  const everybodys = ids ? visibleOnly() : publicOnly()
  return userId === null ? [everybodys] : [everybodys, and(eq(events.creatorId, userId), eq(events.status, 'draft'))]
}

// Three stretches, one after the other: what is on now, what comes, what is over (newest first).
const SEGMENTS: Record<Segment, (asOf: string) => SQL> = {
  ongoing: (asOf) => sql`tstzrange(${events.startTime}, ${events.endTime}) @> ${asOf}::timestamptz`,
  coming: (asOf) => sql`${events.startTime} > ${asOf}::timestamptz`,
  past: (asOf) => sql`${events.startTime} < ${asOf}::timestamptz and ${events.endTime} <= ${asOf}::timestamptz`,
}

// What is on now is a handful, found by its span. Were there an index in this order, PostgreSQL would rather walk along
// it, past all that is over: 200 ms at a million events.
const ORDER: Record<Segment, SQL | typeof events.startTime> = {
  ongoing: sql`${events.startTime} + interval '0'`,
  coming: events.startTime,
  past: events.startTime,
}

const SEGMENT_ORDER: Record<'upcoming' | 'past' | 'all', Segment[]> = {
  upcoming: ['ongoing', 'coming'],
  past: ['past'],
  all: ['ongoing', 'coming', 'past'],
}

const byStart = (a: EventRow, b: EventRow) => a.startTime.getTime() - b.startTime.getTime() || a.id - b.id

async function listSegment(
  db: Db,
  segment: Segment,
  conditions: (SQL | undefined)[],
  who: (SQL | undefined)[],
  wanted: number | undefined,
): Promise<EventRow[]> {
  const direction = segment === 'past' ? desc : asc
  const found = await Promise.all(
    who.map((audience) => {
      const query = db
        .select()
        .from(events)
        .where(and(audience, ...conditions))
        .orderBy(direction(ORDER[segment]), direction(events.id))
      return wanted === undefined ? query : query.limit(wanted)
    }),
  )
  if (found.length === 1) return found[0] ?? []
  const merged = found.flat().sort(byStart)
  return (segment === 'past' ? merged.reverse() : merged).slice(0, wanted)
}

export async function listEventRows(db: Db, filter: EventFilter, now: Date): Promise<Page<EventRow>> {
  const cursor = filter.cursor === undefined ? null : readCursor(filter.cursor)
  const asOf = cursor?.asOf ?? now
  const segments = SEGMENT_ORDER[filter.when ?? 'all']
  const from = cursor ? segments.indexOf(cursor.segment) : 0
  if (from < 0) throw new AppError('bad_request', { message: 'Cursor does not belong to this list' })
  const who = audiences(filter)
  const filters = [
    filter.ids && inArray(events.id, filter.ids),
    filter.q ? titleContains(filter.q) : undefined,
    filter.near && nearTo(filter.near, filter.within),
    // On a later page: what has ended since the first one is no longer upcoming.
    cursor && filter.when === 'upcoming' ? gt(events.endTime, now) : undefined,
  ]
  const items: EventRow[] = []
  for (const segment of segments.slice(from)) {
    const after = cursor?.segment === segment ? cursorAfter(cursor) : undefined
    const conditions = [SEGMENTS[segment](asOf.toISOString()), after, ...filters]
    // One more than asked for tells whether there is a next page.
    const wanted = filter.limit === undefined ? undefined : filter.limit + 1 - items.length
    items.push(...(await listSegment(db, segment, conditions, who, wanted)))
    const last = filter.limit !== undefined && items.length > filter.limit && items[filter.limit - 1]
    if (last) return { items: items.slice(0, filter.limit), next: cursorOf(last, asOf) }
  }
  return { items, next: null }
}
