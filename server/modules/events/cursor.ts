// Where a page of the list ended: the stretch, and the last event's place in it. Opaque to callers.
import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { events } from '../../db/schema.ts'

export type Segment = 'ongoing' | 'coming' | 'past'

export interface Cursor {
  segment: Segment
  startTime: string
  id: number
}

const CURSOR = /^(ongoing|coming|past)_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(\d{1,10})$/

export function cursorOf(row: { startTime: Date; endTime: Date; id: number }, now: Date): string {
  const segment: Segment = row.startTime > now ? 'coming' : row.endTime > now ? 'ongoing' : 'past'
  return Buffer.from(`${segment}_${row.startTime.toISOString()}_${row.id}`).toString('base64url')
}

export function readCursor(text: string): Cursor {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString())
  if (!match || Number(match[3]) > 2_147_483_647 || Number.isNaN(Date.parse(match[2] ?? ''))) {
    throw new AppError('bad_request', { message: 'Cursor is not valid' })
  }
  return { segment: match[1] as Segment, startTime: match[2] ?? '', id: Number(match[3]) }
}

export function cursorAfter({ segment, startTime, id }: Cursor): SQL {
  const place = sql`(${events.startTime}, ${events.id})`
  const here = sql`(${startTime}::timestamptz, ${id}::int)`
  return segment === 'past' ? sql`${place} < ${here}` : sql`${place} > ${here}`
}
