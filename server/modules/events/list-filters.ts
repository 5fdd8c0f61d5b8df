import { sql, type SQL } from 'drizzle-orm'
import { publicOnly, seatsLeft } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'

export const NEAR_KM = 50
const KM_PER_DEGREE = 111
const EARTH_DIAMETER_KM = 12_742

/** Of a series that is shown once: the date before which no other is still to come, or none with so many seats left. */
export const isNextOfSeries = (asOf: string, seats?: number): SQL => sql`(${events.seriesId} is null or not exists (
  select from events earlier where earlier.series_id = ${events.seriesId} and ${publicOnly('earlier')}
    and ${seats === undefined ? sql`true` : sql`${seatsLeft('earlier')} >= ${seats}::int`}
    and earlier.end_time > ${asOf}::timestamptz and (earlier.start_time, earlier.id) < (${events.startTime}, ${events.id})))`

/** The same among what is over: the newest, and with `isAlone` only where none is to come. */
export const isLastOfSeries = (asOf: string, isAlone: boolean): SQL => sql`(${events.seriesId} is null or not exists (
  select from events later where later.series_id = ${events.seriesId} and ${publicOnly('later')}
    and (${isAlone} or later.end_time <= ${asOf}::timestamptz)
    and (later.start_time, later.id) > (${events.startTime}, ${events.id})))`

export interface Coordinates {
  lat: number
  lng: number
}

/** Kilometres on the sphere, to the millimetre, so that a cursor can name it. */
export function kmTo({ lat, lng }: Coordinates): SQL {
  const squared = sql`power(sin(radians(${events.latitude} - ${lat}::float8) / 2), 2) + cos(radians(${lat}::float8)) * cos(radians(${events.latitude})) * power(sin(radians(${events.longitude} - ${lng}::float8) / 2), 2)`
  // Rounding may lift the far side of the earth above 1, of which there is no arc sine.
  return sql`round((${EARTH_DIAMETER_KM}::float8 * asin(sqrt(least(1, ${squared}))))::numeric, 6)::float8`
}

/** Within so many kilometres. The band of latitudes is only there to spare most rows the arithmetic. */
export function nearTo(at: Coordinates, km = NEAR_KM): SQL {
  const band = km / KM_PER_DEGREE
  return sql`${events.latitude} between ${at.lat - band}::float8 and ${at.lat + band}::float8 and ${kmTo(at)} <= ${km}::float8`
}
