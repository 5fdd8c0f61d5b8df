// Where a page of the list ended: the stretch, the last event's position in it, and the moment at which the first page was
// asked for. All pages are cut by that one moment, so that an event which begins or ends while somebody reads is neither
// lost nor shown twice. Opaque to callers.
import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { events } from '../../db/schema/events.ts'

export type Segment = 'ongoing' | 'coming' | 'past'

export interface Cursor {
  segment: Segment
  startTime: Date
  id: number
  asOf: Date
}

const CURSOR = /^(ongoing|coming|past)\.(-?[0-9a-z]{1,9})\.([0-9a-z]{1,6})\.([0-9a-z]{1,9})$/
const MAX_ID = 2_147_483_647

const instant = (text: string) => new Date(parseInt(text, 36))
// PostgreSQL has no year 0, and no event is that far away.
const isSensible = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

export function segmentAt(row: { startTime: Date; endTime: Date }, asOf: Date): Segment {
  return row.startTime > asOf ? 'coming' : row.endTime > asOf ? 'ongoing' : 'past'
}

export function cursorOf(row: { startTime: Date; endTime: Date; id: number }, asOf: Date): string {
  const numbers = [row.startTime.getTime(), row.id, asOf.getTime()].map((number) => number.toString(36))
  return [segmentAt(row, asOf), ...numbers].join('.')
}

export function readCursor(text: string): Cursor {
  const [, segment, start = '', id = '', asOf = ''] = CURSOR.exec(text) ?? []
  const cursor = { segment: segment as Segment, startTime: instant(start), id: parseInt(id, 36), asOf: instant(asOf) }
  if (!segment || cursor.id > MAX_ID || !isSensible(cursor.startTime) || !isSensible(cursor.asOf)) {
    throw new AppError('bad_request', { message: 'Cursor is not valid' })
  }
  return cursor
}

export function cursorAfter({ segment, startTime, id }: Cursor): SQL {
  const position = sql`(${events.startTime}, ${events.id})`
  const here = sql`(${startTime.toISOString()}::timestamptz, ${id}::int)`
  return segment === 'past' ? sql`${position} < ${here}` : sql`${position} > ${here}`
}
