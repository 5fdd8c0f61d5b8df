// Lists of events. Pages of all events, of those to come, past or own run along one index each: who may see is never an
// OR inside it. What asks for words, places or days is a search (search.ts).
import { and, asc, desc, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly, findableOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { cursorAfter, cursorOf, readCursor, type Segment } from './cursor.ts'
import { isLastOfSeries, isNextOfSeries } from './list-filters.ts'
import type { EventRow } from './queries.ts'

export interface EventFilter {
  userId: number | null
  ids?: number[]
  creator?: 'me'
  when?: 'upcoming' | 'past'
  limit?: number
  cursor?: string
  /** A series by its next date. */
  series?: 'once'
  /** Pages that are read one after the other to the end: see ORDER. */
  isWhole?: boolean
}

/** Public events, and the caller's own drafts: two queries, merged, because an OR of both would use no index. */
function audiences({ creator, ids, userId }: EventFilter): (SQL | undefined)[] {
  if (creator === 'me') {
    if (userId === null) throw new AppError('unauthorized')
    return [eq(events.creatorId, userId)]
  }
  // Requests by id, for My Bookings, include postponed and cancelled events.
  const everybodys = ids ? findableOnly() : publicOnly()
  if (userId === null) return [everybodys]
  const drafts = and(eq(events.creatorId, userId), eq(events.status, 'draft'))
  if (!ids) return [everybodys, drafts]
  // Found by their ids, of which there are at most 200, so one query for all of them.
  return [or(everybodys, drafts, bookedThoughHidden(userId), unlistedForMe(userId))]
}

/** Guests keep the booking, and read there that the event is hidden. */
const bookedThoughHidden = (userId: number): SQL =>
  sql`${events.status} <> 'draft' and ${events.hiddenAt} is not null and exists (
    select from tickets t where t.user_id = ${userId}::int and t.event_id = ${events.id})`

/** Their link is known to those who run, have booked or wait for them. */
const unlistedForMe = (userId: number): SQL =>
  sql`${events.status} <> 'draft' and ${events.hiddenAt} is null and ${events.linkKey} is not null and (
    ${events.creatorId} = ${userId}::int or ${userId}::int = any (${events.managerIds})
    or exists (select from tickets t where t.user_id = ${userId}::int and t.event_id = ${events.id})
    or exists (select from waiting_entries w
      where w.user_id = ${userId}::int and w.event_id = ${events.id} and w.ended_at is null)
    or exists (select from booking_requests b
      where b.user_id = ${userId}::int and b.event_id = ${events.id} and b.ended_at is null))`

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

// Reading the whole list walks along that index once, from page to page. Finding all that is on for each page again
// would take the square of it, should half of all events be on.
const WHOLE_ORDER = { ...ORDER, ongoing: events.startTime }

/** Says nothing new of what is on, and ends that walk. Elsewhere PostgreSQL would put all that has begun into a bitmap: 30 ms. */
const hasBegun = (asOf: string) => sql`${events.startTime} <= ${asOf}::timestamptz`

const SEGMENT_ORDER: Record<'upcoming' | 'past' | 'all', Segment[]> = {
  upcoming: ['ongoing', 'coming'],
  past: ['past'],
  all: ['ongoing', 'coming', 'past'],
}

const byStart = (a: EventRow, b: EventRow) => a.startTime.getTime() - b.startTime.getTime() || a.id - b.id

interface Stretch {
  segment: Segment
  order: SQL | typeof events.startTime
  conditions: (SQL | undefined)[]
  who: (SQL | undefined)[]
  wanted: number | undefined
}

async function listSegment(db: Db | Tx, { segment, order, conditions, who, wanted }: Stretch): Promise<EventRow[]> {
  const direction = segment === 'past' ? desc : asc
  const found: EventRow[][] = []
  // In turn: a transaction has one connection.
  for (const audience of who) {
    const query = db
      .select()
      .from(events)
      .where(and(audience, ...conditions))
      .orderBy(direction(order), direction(events.id))
    found.push(await (wanted === undefined ? query : query.limit(wanted)))
  }
  if (found.length === 1) return found[0] ?? []
  const merged = found.flat().sort(byStart)
  return (segment === 'past' ? merged.reverse() : merged).slice(0, wanted)
}

const onceIn = (segment: Segment, asOf: string, isAlone: boolean) =>
  segment === 'past' ? isLastOfSeries(asOf, isAlone) : isNextOfSeries(asOf)

export async function listEventRows(db: Db | Tx, filter: EventFilter, now: Date): Promise<Page<EventRow>> {
  const cursor = filter.cursor === undefined ? null : readCursor(filter.cursor)
  const asOf = cursor?.asOf ?? now
  const segments = SEGMENT_ORDER[filter.when ?? 'all']
  const from = cursor ? segments.indexOf(cursor.segment) : 0
  if (from < 0) throw new AppError('bad_request', { message: 'Cursor does not belong to this list' })
  const who = audiences(filter)
  const filters = [
    filter.ids && inArray(events.id, filter.ids),
    // On a later page: what has ended since the first one is no longer upcoming.
    cursor && filter.when === 'upcoming' ? gt(events.endTime, now) : undefined,
  ]
  const items: EventRow[] = []
  for (const segment of segments.slice(from)) {
    const isLater = cursor?.segment === segment
    const after = isLater ? cursorAfter(cursor) : undefined
    const isWalk = isLater && Boolean(filter.isWhole)
    const order = (isWalk ? WHOLE_ORDER : ORDER)[segment]
    const moment = asOf.toISOString()
    const end = isWalk && segment === 'ongoing' ? hasBegun(moment) : undefined
    const once = filter.series === 'once' && onceIn(segment, moment, filter.when !== 'past')
    const conditions = [SEGMENTS[segment](moment), end, after, once || undefined, ...filters]
    // One more than asked for, to know whether there is a next page.
    const wanted = filter.limit === undefined ? undefined : filter.limit + 1 - items.length
    for (const row of await listSegment(db, { segment, order, conditions, who, wanted })) items.push(row)
    const last = filter.limit !== undefined && items.length > filter.limit && items[filter.limit - 1]
    if (last) return { items: items.slice(0, filter.limit), next: cursorOf(last, asOf) }
  }
  return { items, next: null }
}
