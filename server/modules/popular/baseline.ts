// The usual number of bookings for events by their days to the start: it is recorded daily, and the baseline is
// the median of the last 90 days (decision 195).
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { bookingsAt } from './queries.ts'

const DAYS = 90

/** Days to the start at which the next bucket begins: the last day, three days, a week, and so on; beyond two months. */
const BUCKETS = [1, 3, 7, 14, 30, 60]

/** Of an event `e`. What has begun is as far from its start as the last day. */
export const bucketAt = (now: Date) =>
  sql`width_bucket(extract(epoch from e.start_time - ${now}::timestamptz)::float8 / 86400, ${sql.param(BUCKETS)}::float8[])`

export const isNoted = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx.execute(sql`select 1 from popular_days where day = ${day}::date limit 1`)).rows.length > 0

/** The first run of a day looks at all that is to come, most of which nobody has booked lately: that is usual, too. */
export async function noteDay(tx: Tx, now: Date) {
  const day = now.toISOString().slice(0, 10)
  if (await isNoted(tx, day)) return
  await tx.execute(sql`
    with figures as materialized (${bookingsAt(now)})
    insert into popular_days (day, bucket, bookings, events)
    select ${day}::date, ${bucketAt(now)} as bucket, round(coalesce(f.bookings, 0)::numeric, 1) as bookings, count(*)
    from events e left join figures f on f.event_id = e.id
    where ${publicOnly('e')} and e.start_time > ${now}::timestamptz
    group by 2, 3 on conflict do nothing`)
  await tx.execute(sql`delete from popular_days where day <= ${day}::date - ${DAYS}::int`)
  await tx.execute(sql`delete from popular_usual`)
  // The middle one, or half-way between the two in the middle.
  await tx.execute(sql`
    with counted as (
      select bucket, bookings, sum(events) as events from popular_days group by bucket, bookings
    ), summed as (
      select bucket, bookings, sum(events) over (partition by bucket order by bookings) as upto,
        sum(events) over (partition by bucket) as total
      from counted
    )
    insert into popular_usual (bucket, usual)
    select bucket, (min(bookings) filter (where upto >= ceil(total / 2.0))
      + min(bookings) filter (where upto >= floor(total / 2.0) + 1)) / 2
    from summed group by bucket`)
}
