// What of the form was changed, in the words of the series: only that reaches its other dates.
import type { OwnField } from '../../../contract/series.ts'

interface Written {
  startTime: string
  bookingClosesAt: string
  [field: string]: string | boolean
}

type Changeable = Exclude<OwnField, 'kept'>

const FIELDS: Record<Changeable, string[]> = {
  title: ['title'],
  description: ['description'],
  venue: ['venue', 'town', 'isVirtual'],
  times: ['startTime', 'endTime'],
  picture: ['imageUrl', 'posterSeed'],
  categories: ['categories'],
  capacity: ['capacity'],
  limits: ['maxPerPerson', 'approval'],
  access: ['visibility', 'admission', 'bookingUrl'],
  texts: ['artistDescription'],
}

/** Booking closes so long before the start: moved together, it is as it was. */
const closesBefore = ({ startTime, bookingClosesAt }: Written) =>
  bookingClosesAt ? Date.parse(`${startTime}Z`) - Date.parse(`${bookingClosesAt}Z`) : null

export function changedFields(draft: Written, initial: Written): Changeable[] {
  const changed = (Object.keys(FIELDS) as Changeable[]).filter((field) =>
    FIELDS[field].some((name) => draft[name] !== initial[name]),
  )
  const closes = closesBefore(draft) === closesBefore(initial) ? [] : (['limits'] as const)
  return [...new Set([...changed, ...closes])]
}
