import { and, asc, eq, gt } from 'drizzle-orm'
import type { Event } from '../../../contract/events.ts'
import { LIST } from '../../../contract/limits.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import type { Deps } from '../../deps.ts'
import { withMoreDates } from '../events/module.ts'
import { toEvent } from '../events/queries.ts'

/** What moderators have chosen, as long as it is to be seen and not over. */
export async function listFeatured(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  limit: number = LIST.shortSize,
): Promise<Event[]> {
  const { db, clock } = deps
  const rows = await db
    .select({ event: events })
    .from(featuredEvents)
    .innerJoin(events, eq(events.id, featuredEvents.eventId))
    .where(and(publicOnly(), gt(events.endTime, clock())))
    .orderBy(asc(featuredEvents.place), asc(events.id))
    .limit(limit)
  const shown = rows.map(({ event }) => toEvent(event, { userId: null }))
  return withMoreDates(deps, shown, clock())
}
