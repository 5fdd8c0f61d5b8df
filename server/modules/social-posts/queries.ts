import { asc, eq, sql } from 'drizzle-orm'
import type { SocialPost } from '../../../contract/social-posts.ts'
import { toLocalInput } from '../../../contract/zoned-time.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'

/** When the reminder is due: on the event's clocks so long before its start of now. */
export const dueAt = sql<Date | null>`((${events.startTime} at time zone ${events.timeZone})
  - make_interval(mins => ${socialPosts.minutesBefore})) at time zone ${events.timeZone}`

export async function listPosts(db: Db, eventId: number): Promise<SocialPost[]> {
  const rows = await db
    .select({
      network: socialPosts.network,
      text: socialPosts.text,
      at: sql<string | null>`${dueAt}`,
      timeZone: events.timeZone,
      remindedAt: socialPosts.remindedAt,
    })
    .from(socialPosts)
    .innerJoin(events, eq(events.id, socialPosts.eventId))
    .where(eq(socialPosts.eventId, eventId))
    .orderBy(asc(socialPosts.network))
  return rows.map(({ at, timeZone, remindedAt, ...post }) => ({
    ...post,
    at: at === null ? '' : toLocalInput(new Date(at), timeZone),
    remindedAt: remindedAt?.toISOString() ?? null,
  }))
}
