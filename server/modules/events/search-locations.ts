// The places around a point at which there are events. Events have the coordinates of their towns, so thousands of them
// share a place: those are found first, and each leads to its events in the order of their starts.
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { kmTo, type Coordinates } from './list-filters.ts'

export interface Locations {
  lats: number[]
  lngs: number[]
  kms: number[]
}

const KM_PER_DEGREE = 111
// Within 250 km there are some thousand towns at most in the same band of latitudes; each is a jump of 10 µs.
const FARTHEST_KM = 250
const MOST_LOCATIONS = 3_000

/** Null: so many that it is better to look at events in turn. */
export async function locationsWithin(db: Db | Tx, at: Coordinates, km: number): Promise<Locations | null> {
  if (km > FARTHEST_KM) return null
  const [south, north] = [at.lat - km / KM_PER_DEGREE, at.lat + km / KM_PER_DEGREE]
  const next = (after: ReturnType<typeof sql>) => sql`
    select latitude, longitude from events
    where ${publicOnly()} and ${after} and latitude <= ${north}::float8 order by latitude, longitude limit 1`
  const { rows } = await db.execute<{ latitude: number; longitude: number; km: number }>(sql`
    with recursive places as (
      (${next(sql`latitude >= ${south}::float8`)})
      union all
      select jump.* from places cross join lateral (
        ${next(sql`(latitude, longitude) > (places.latitude, places.longitude)`)}
      ) as jump
    ), counted as (select * from places limit ${MOST_LOCATIONS})
    select latitude, longitude, ${kmTo(at)} as km from counted as events`)
  if (rows.length >= MOST_LOCATIONS) return null
  const near = rows.filter((row) => row.km <= km)
  return {
    lats: near.map(({ latitude }) => latitude),
    lngs: near.map(({ longitude }) => longitude),
    kms: near.map((row) => row.km),
  }
}
