// Which events are popular, computed every few minutes by a job, once in the installation: a request only reads the
// order. It looks at the bookings of three days, however many there are before.
import { sql } from 'drizzle-orm'
import { hasSeats, publicOnly } from '../../db/schema/event-status.ts'
import type { Deps } from '../../deps.ts'
import { bookingsAt, MOST_OF_ONE_CREATOR, FIRST } from './queries.ts'
import { bucketAt, noteDay } from './baseline.ts'

/** A few bookings say little: it takes more than one to stand out. */
const DAMPING = 5

/** Beyond this the order is by date again, so that a search that has to look at all of them is still quick. */
const MOST_RANKED = 1_000

export async function rankPopular({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    // A lease that has expired lets a second one begin: it waits, and finds what the first has written.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('reckon-popular'))`)
    await noteDay(tx, now)
    await tx.execute(sql`delete from popular_events`)
    await tx.execute(sql`
      with figures as (${bookingsAt(now)}), scored as (
        select e.id, e.creator_id, coalesce(e.series_id, -e.id) as series, e.start_time,
          (f.bookings + ${DAMPING}::int) / (coalesce(u.usual, 0) + ${DAMPING}::int) as score
        from figures f join events e on e.id = f.event_id left join popular_usual u on u.bucket = ${bucketAt(now)}
        where ${publicOnly('e')} and e.end_time > ${now}::timestamptz and ${hasSeats('e')}
      ), ranked as (
        select *, row_number() over (partition by creator_id, of_series order by score desc, start_time, id) as of_creator
        from (
          select *, least(row_number() over (partition by series order by score desc, start_time, id), 2) as of_series
          from scored) as dates
      ), early as (
        select id from ranked where of_series = 1 and of_creator <= ${MOST_OF_ONE_CREATOR}::int
        order by score desc, start_time, id limit ${FIRST}::int
      )
      insert into popular_events (event_id, place, score)
      select ranked.id, row_number() over (order by early.id is null, score desc, start_time, ranked.id), score
      from ranked left join early on early.id = ranked.id
      order by 2 limit ${MOST_RANKED}::int`)
  })
}
