// What a date of a series has of its own, because somebody changed it by hand: a change of the series leaves it alone.
import type { OwnField } from '../../../contract/series.ts'
import type { events } from '../../db/schema/events.ts'
import type { EventRow } from './queries.ts'

/** The columns that belong to each of them. */
export const COLUMNS_OF = {
  title: ['title'],
  description: ['description'],
  venue: ['venue', 'town', 'latitude', 'longitude', 'isVirtual'],
  times: ['startTime', 'endTime', 'timeZone'],
  picture: ['imageUrl', 'imageWidths', 'imageTint', 'posterSeed'],
  categories: ['categories'],
  accessibility: ['accessFacts'],
  capacity: ['capacity'],
  limits: ['maxPerPerson', 'approval', 'confirm', 'roomSize', 'sureness'],
  access: ['linkKey', 'admission', 'bookingUrl'],
  texts: ['artistDescription', 'organizerDescription', 'anchorPrice', 'language'],
} as const satisfies Partial<Record<OwnField, readonly (keyof EventRow)[]>>

type Field = keyof typeof COLUMNS_OF
const FIELDS = Object.keys(COLUMNS_OF) as Field[]

export const isSameValue = (a: unknown, b: unknown) =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : JSON.stringify(a) === JSON.stringify(b)

type Columns = Partial<typeof events.$inferInsert>

/** Null and undefined: nothing is written there. */
const changes = (present: EventRow, columns: Columns, field: Field) =>
  COLUMNS_OF[field].some((name) => columns[name] !== undefined && !isSameValue(columns[name], present[name]))

/** Booking closes as long before the start as it did, unless that was changed too. */
const closesOtherwise = (present: EventRow, { startTime, bookingClosesAt }: Columns) =>
  bookingClosesAt !== undefined &&
  (bookingClosesAt?.getTime() ?? NaN) - (startTime?.getTime() ?? 0) !==
    (present.bookingClosesAt?.getTime() ?? NaN) - present.startTime.getTime() &&
  (bookingClosesAt !== null || present.bookingClosesAt !== null)

/** Those that there are, and those that this change by hand adds. A change that brings its own list is one of the series. */
export function ownFieldsAfter(present: EventRow, columns: Columns): string[] {
  if (columns.ownFields) return columns.ownFields
  const changed = FIELDS.filter((field) => changes(present, columns, field))
  const limits = closesOtherwise(present, columns) ? ['limits'] : []
  return [...new Set([...present.ownFields, ...changed, ...limits])]
}
