import { and, arrayContains, gt, inArray, ne, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { hasSeats, publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import type { EventRow } from '../events/queries.ts'

/** Those of these that can be booked, and that this person does not know already. */
export const findNew = (db: Db, userId: number, ids: number[], now: Date): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(
      and(
        inArray(events.id, ids),
        publicOnly(),
        gt(events.endTime, now),
        hasSeats(),
        ne(events.creatorId, userId),
        not(arrayContains(events.managerIds, [userId])),
        sql`${events.id} not in (select event_id from tickets where user_id = ${userId}::int and number_of_tickets > 0)`,
        sql`${events.id} not in (select event_id from favourites where user_id = ${userId}::int)`,
        sql`${events.id} not in (select event_id from not_for_me where user_id = ${userId}::int)`,
      ),
    )
