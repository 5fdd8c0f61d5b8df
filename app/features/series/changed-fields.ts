// What of the form was changed, in the words of the series: only that reaches its other dates.
import type { ChangeableField } from '../../../contract/series.ts'

interface Written {
  startTime: string
  bookingClosesAt: string
  [field: string]: string | boolean
}

const FIELDS: Record<ChangeableField, string[]> = {
  title: ['title'],
  description: ['description'],
  venue: ['venue', 'town', 'isVirtual'],
  times: ['startTime', 'endTime'],
  picture: ['imageUrl', 'posterSeed'],
  categories: ['categories'],
  accessibility: ['accessFacts'],
  capacity: ['capacity'],
  limits: ['maxPerPerson', 'approval', 'confirm', 'extraPlaces'],
  access: ['visibility', 'admission', 'bookingUrl'],
  texts: ['artistDescription', 'language'],
}

/** Booking closes so long before the start: moved together, it is as it was. */
const closesBefore = ({ startTime, bookingClosesAt }: Written) =>
  bookingClosesAt ? Date.parse(`${startTime}Z`) - Date.parse(`${bookingClosesAt}Z`) : null

export function changedFields(draft: Written, initial: Written): ChangeableField[] {
  const changed = (Object.keys(FIELDS) as ChangeableField[]).filter((field) =>
    FIELDS[field].some((name) => draft[name] !== initial[name]),
  )
  const closes = closesBefore(draft) === closesBefore(initial) ? [] : (['limits'] as const)
  return [...new Set([...changed, ...closes])]
}
