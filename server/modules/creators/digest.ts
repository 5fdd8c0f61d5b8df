// Once a day, in the morning, a follower gets what the creators they follow have published since the morning before, and
// the new dates of series that they follow; nothing when nothing was. The morning is that of the newest of these events (decision 198).
import { formOf } from '../../../contract/counted.ts'
import { eq, sql } from 'drizzle-orm'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { dayIn, parseDateTime } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { followDigests } from '../../db/schema/follows.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { notify, type PushNotice } from '../../notices/notify.ts'

const MORNING = '08:00'
/** After an outage at most this much is sent; older events are left out. */
const LOOK_BACK = 3 * DAY
/** Two mornings of places far apart are never on one day. */
const APART = 20 * HOUR
const FOLLOWERS_AT_ONCE = 500
// More would be no digest.
const MOST_EVENTS = 50

interface Follower {
  userId: number
  /** Of the newest event. */
  timeZone: string
}

/** Who follows somebody that has published lately, or a series with new dates; some at a time. */
async function findFollowers(db: Db, since: Date, now: Date, after: number): Promise<Follower[]> {
  const { rows } = await db.execute<Record<keyof Follower, unknown>>(sql`
    with lately as materialized (
      select id, creator_id, series_id, published_at, time_zone from events
      where ${publicOnly()} and published_at > ${since} and published_at <= ${now} and end_time > ${now}
    )
    select user_id as "userId", (array_agg(time_zone order by id desc))[1] as "timeZone" from (
      select f.user_id, e.id, e.time_zone
      from lately e join follows f on f.creator_id = e.creator_id and f.since < e.published_at
      where f.user_id > ${after}::int
      union all
      select f.user_id, e.id, e.time_zone
      from lately e join series_follows f on f.series_id = e.series_id and f.since < e.published_at
      where f.user_id > ${after}::int
    ) as news group by user_id order by user_id limit ${FOLLOWERS_AT_ONCE}`)
  return rows as unknown as Follower[]
}

/** One date of each series: the first of the new ones. */
async function findNews(tx: Tx, userId: number, from: Date, until: Date): Promise<number[]> {
  const isNews = sql`${publicOnly('e')} and e.end_time > ${until}
    and e.published_at > ${from} and e.published_at <= ${until} and e.published_at > f.since`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with followed as (
      select e.id, e.series_id, e.start_time from follows f join events e on e.creator_id = f.creator_id
      where f.user_id = ${userId}::int and ${isNews}
      union
      select e.id, e.series_id, e.start_time from series_follows f join events e on e.series_id = f.series_id
      where f.user_id = ${userId}::int and ${isNews}
    )
    select id from (
      select distinct on (coalesce(series_id, -id)) id, start_time from followed
      order by coalesce(series_id, -id), start_time, id
    ) as news order by start_time, id limit ${MOST_EVENTS}`)
  return rows.map(({ id }) => id)
}

const pushOf = (userId: number, eventIds: number[]): PushNotice => ({
  userId,
  notice: 'follow',
  tag: 'follow',
  title: 'New from what you follow',
  body: formOf(eventIds.length, 'There is a new event.', `There are ${eventIds.length} new events.`),
  path: eventIds.length > 1 ? '/events' : `/events/${eventIds[0]}`,
})

/** The email is written in the transaction that notes until when everything is sent. */
async function sendDigest({ db, mails }: Deps, userId: number, until: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [last] = await tx.select().from(followDigests).where(eq(followDigests.userId, userId)).for('update')
    if (last && until.getTime() - last.until.getTime() < APART) return false
    const from = new Date(Math.max(until.getTime() - LOOK_BACK, last?.until.getTime() ?? 0))
    const eventIds = await findNews(tx, userId, from, until)
    if (eventIds.length === 0) return false
    // Nothing is noted where another instance has been quicker.
    const noted = await tx
      .insert(followDigests)
      .values({ userId, until })
      .onConflictDoUpdate({
        target: followDigests.userId,
        set: { until },
        setWhere: sql`${followDigests.until} < ${until}`,
      })
      .returning()
    if (noted.length === 0) return false
    await mails.add(tx, { kind: 'new-events', userId, payload: { eventIds } })
    await notify(tx, [pushOf(userId, eventIds)])
    return true
  })
}

/** May run twice, on two instances, or die in the middle: each morning is sent once. */
export async function sendFollowDigests(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = deps.clock()
  const since = new Date(now.getTime() - LOOK_BACK)
  let sent = 0
  for (let after = 0; ;) {
    const followers = await findFollowers(deps.db, since, now, after)
    for (const { userId, timeZone } of followers) {
      lease.check()
      const until = parseDateTime(`${dayIn(now, timeZone)}T${MORNING}`, timeZone)
      if (until && until <= now && (await sendDigest(deps, userId, until))) sent++
    }
    if (followers.length < FOLLOWERS_AT_ONCE) break
    after = followers.at(-1)?.userId ?? after
  }
  if (sent > 0) deps.jobs.nudge()
  return sent
}
