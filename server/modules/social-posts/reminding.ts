// Reminders to post: an email and a push message when the time has come, once, wherever the event has moved to. What was
// off for a day is not made up for.
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { NETWORKS, type NetworkName } from '../../../contract/networks.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { notify } from '../../notices/notify.ts'

const AT_ONCE = 200

interface Due {
  eventId: number
  network: NetworkName
  userId: number
  title: string
}

/** Marked, mailed and pushed in one transaction. Who no longer runs the event is not reminded; its creator is. */
const remindSome = ({ db }: Deps, now: Date, most: number) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<Record<keyof Due, unknown>>(sql`
      with due as (
        select p.event_id, p.network, e.title,
          case when p.user_id = e.creator_id or p.user_id = any (e.manager_ids) then p.user_id else e.creator_id end as user_id
        from social_posts p join events e on e.id = p.event_id
        where p.minutes_before is not null and p.reminded_at is null and ${openOnly('e')}
          and ((e.start_time at time zone e.time_zone) - make_interval(mins => p.minutes_before)) at time zone e.time_zone
            between ${new Date(now.getTime() - DAY)} and ${now}
        order by p.event_id, p.network limit ${most} for update of p skip locked
      ), marked as (
        update social_posts p set reminded_at = ${now} from due
        where p.event_id = due.event_id and p.network = due.network
      ), mailed as (
        insert into mails (kind, user_id, payload, priority)
        select 'social-post', user_id, jsonb_build_object('eventId', event_id, 'network', network), ${PRIORITY.soon}::int from due
      )
      select event_id as "eventId", network, user_id as "userId", title from due`)
    const due = rows as unknown as Due[]
    await notify(
      tx,
      due.map(({ eventId, network, userId, title }) => ({
        userId,
        notice: 'post' as const,
        title: `Time to post on ${NETWORKS[network].name}`,
        body: title,
        path: `/events/${eventId}/edit#social-settings`,
        tag: `post-${eventId}-${network}`,
      })),
    )
    return due.length
  })

/** May run twice, on two instances, or die in the middle: each post is reminded of once all the same. */
export async function sendPostReminders(deps: Deps, { lease }: Pick<Job, 'lease'>, atOnce = AT_ONCE): Promise<void> {
  if (!deps.config.features.has('social-settings')) return
  for (let count = atOnce; count === atOnce;) {
    lease.check()
    count = await remindSome(deps, deps.clock(), atOnce)
    if (count > 0) deps.jobs.nudge()
  }
}
