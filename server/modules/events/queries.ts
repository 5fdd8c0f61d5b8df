import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema.ts'
import { cursorAfter, cursorOf, readCursor, type Segment } from './cursor.ts'

export type EventRow = typeof events.$inferSelect

const variant = (key: string, width: number) => `${key.replace(/\.[^.]+$/, '')}-${width}.webp`

const isLink = (venue: string) => /^https?:\/\//i.test(venue)

export interface Reader {
  userId: number | null
  /** Has booked, so that a virtual event's link is shown. */
  hasBooked?: boolean
}

/** The event as it is read. A virtual event's link is for those who have booked, and for its creator. */
export function toEvent(row: EventRow, reader: Reader): Event {
  const hidesLink = row.isVirtual && isLink(row.venue) && row.creatorId !== reader.userId && !reader.hasBooked
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    ...(row.imageUrl && row.imageWidths.length > 0
      ? { imageSizes: row.imageWidths.map((width) => ({ width, url: variant(row.imageUrl ?? '', width) })) }
      : {}),
    venue: hidesLink ? 'Online event' : row.venue,
    startTime: row.startTime.toISOString(),
    endTime: row.endTime.toISOString(),
    timeZone: row.timeZone,
    sellingPrice: row.sellingPrice,
    anchorPrice: row.anchorPrice,
    isFreeOfCharge: row.isFreeOfCharge,
    isDraft: row.isDraft,
    isVirtual: row.isVirtual,
    capacity: row.capacity,
    ticketsLeft: row.capacity - row.ticketsSold,
    isSoldOut: row.ticketsSold >= row.capacity,
    artistDescription: row.artistDescription,
    organizerDescription: row.organizerDescription,
    creatorId: row.creatorId,
    version: row.version,
  }
}

export async function findEvent(db: Db | Tx, id: number): Promise<EventRow | null> {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row ?? null
}

export async function getEventForUpdate(tx: Tx, id: number): Promise<EventRow> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (!row) throw new AppError('event_not_found')
  return row
}

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

const published = sql`not ${events.isDraft}`

// One degree of latitude is 111 km; the box lets an index help, the sphere decides.
function nearTo({ lat, lng }: { lat: number; lng: number }, km: number): SQL {
  const distance = sql`12742 * asin(sqrt(power(sin(radians(${events.latitude} - ${lat}) / 2), 2) + cos(radians(${lat})) * cos(radians(${events.latitude})) * power(sin(radians(${events.longitude} - ${lng}) / 2), 2)))`
  return sql`${events.latitude} between ${lat - km / 111} and ${lat + km / 111} and ${distance} <= ${km}`
}

function visible(filter: EventFilter): SQL | undefined {
  const mine = filter.userId === null ? undefined : eq(events.creatorId, filter.userId)
  if (filter.creator === 'me') return mine ?? sql`false`
  return or(published, mine)
}

function conditions(filter: EventFilter): (SQL | undefined)[] {
  return [
    visible(filter),
    filter.ids && inArray(events.id, filter.ids),
    filter.q
      ? sql`${events.titleFolded} like '%' || replace(replace(fold(${filter.q}), '%', '\\%'), '_', '\\_') || '%'`
      : undefined,
    filter.near && nearTo(filter.near, filter.within ?? 50),
  ]
}

// Three stretches, one after the other, each along an index: what is on now, what comes, what is over (newest first).
const SEGMENTS: Record<Segment, (now: Date) => SQL | undefined> = {
  ongoing: (now) => sql`tstzrange(${events.startTime}, ${events.endTime}) @> ${now.toISOString()}::timestamptz`,
  coming: (now) => sql`${events.startTime} > ${now.toISOString()}::timestamptz`,
  past: (now) =>
    sql`${events.startTime} < ${now.toISOString()}::timestamptz and ${events.endTime} <= ${now.toISOString()}::timestamptz`,
}

const SEGMENT_ORDER: Record<'upcoming' | 'past' | 'all', Segment[]> = {
  upcoming: ['ongoing', 'coming'],
  past: ['past'],
  all: ['ongoing', 'coming', 'past'],
}

export async function listEventRows(db: Db, filter: EventFilter, now: Date): Promise<Page<EventRow>> {
  const cursor = filter.cursor === undefined ? null : readCursor(filter.cursor)
  const segments = SEGMENT_ORDER[filter.when ?? 'all']
  const from = cursor ? segments.indexOf(cursor.segment) : 0
  if (from < 0) throw new AppError('bad_request', { message: 'Cursor does not belong to this list' })
  const items: EventRow[] = []
  for (const segment of segments.slice(from)) {
    const wanted = filter.limit === undefined ? undefined : filter.limit + 1 - items.length
    const order =
      segment === 'past' ? [desc(events.startTime), desc(events.id)] : [asc(events.startTime), asc(events.id)]
    const after = cursor?.segment === segment ? cursorAfter(cursor) : undefined
    const query = db
      .select()
      .from(events)
      .where(and(SEGMENTS[segment](now), after, ...conditions(filter)))
      .orderBy(...order)
    const rows = wanted === undefined ? await query : await query.limit(wanted)
    for (const row of rows) {
      if (filter.limit !== undefined && items.length === filter.limit)
        return { items, next: cursorOf(items.at(-1)!, now) }
      items.push(row)
    }
  }
  return { items, next: null }
}
