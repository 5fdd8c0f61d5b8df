import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { notOver } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'

/** Published or postponed: what people count on. */
export async function listUpcomingEvents(db: Db | Tx, userId: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.creatorId, userId), inArray(events.status, ['published', 'postponed']), notOver(now)))
  return rows.map(({ id }) => id)
}

export async function listWaitingLists(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ eventId: waitingEntries.eventId })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), sql`${waitingEntries.endedAt} is null`))
  return rows.map(({ eventId }) => eventId)
}

/** When the deletion that was asked for becomes final. */
export async function findDeletion(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db.select({ at: users.deletionAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}
