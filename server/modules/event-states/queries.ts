import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { announcements, deletedEvents, pendingChanges } from '../../db/schema/event-states.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { savedBy } from '../favourites/queries.ts'

/** People who have booked, wait, or saved it and agreed: they would be told of a change. */
export async function countConcerned(deps: Pick<Deps, 'config'>, db: Db | Tx, eventId: number): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`
    select count(*)::int as people from (
      select user_id, null as guest from tickets
      where event_id = ${eventId} and number_of_tickets > 0 and user_id is not null
      union
      select null, id from tickets
      where event_id = ${eventId} and number_of_tickets > 0 and user_id is null and wants_mail
      union
      select user_id, null from waiting_entries where event_id = ${eventId} and ended_at is null
      union
      select user_id, null from (${savedBy(deps, eventId)}) as savers
    ) as concerned`)
  return rows[0]?.people ?? 0
}

export interface Concerned {
  userId: number
  /** The newest booking; null for who only waits, or saved it. */
  ticketId: number | null
  hasSaved: boolean
}

/** Those of them who have a browser that is told. */
export async function findWithBrowsers(deps: Pick<Deps, 'config'>, tx: Tx, eventId: number): Promise<Concerned[]> {
  const { rows } = await tx.execute<{ userId: number; ticketId: number | null; hasSaved: boolean }>(sql`
    select user_id as "userId", max(ticket_id) as "ticketId", bool_and(has_saved) as "hasSaved" from (
      select user_id, id as ticket_id, false as has_saved from tickets
      where event_id = ${eventId} and number_of_tickets > 0 and user_id is not null
      union all
      select user_id, null, false from waiting_entries where event_id = ${eventId} and ended_at is null
      union all
      select user_id, null, true from (${savedBy(deps, eventId)}) as savers
    ) as concerned
    where exists (select 1 from push_subscriptions s where s.user_id = concerned.user_id)
    group by user_id order by user_id`)
  return rows
}

/** Given back or not. */
export async function wasEverBooked(db: Db | Tx, eventId: number): Promise<boolean> {
  const rows = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.eventId, eventId)).limit(1)
  return rows.length > 0
}

export async function findPendingChange(tx: Tx, eventId: number) {
  const [row] = await tx.select().from(pendingChanges).where(eq(pendingChanges.eventId, eventId)).for('update')
  return row ?? null
}

/** When guests were told of changes of this event in the last 24 hours, in order. */
export async function findAnnounced(tx: Tx, eventId: number, now: Date): Promise<Date[]> {
  const since = gt(announcements.announcedAt, new Date(now.getTime() - 86_400_000))
  const rows = await tx
    .select({ at: announcements.announcedAt })
    .from(announcements)
    .where(and(eq(announcements.eventId, eventId), since))
    .orderBy(asc(announcements.announcedAt))
  return rows.map(({ at }) => at)
}

export async function wasDeleted(db: Db, eventId: number): Promise<boolean> {
  const rows = await db.select().from(deletedEvents).where(eq(deletedEvents.id, eventId))
  return rows.length > 0
}
