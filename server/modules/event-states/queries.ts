import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { deletedEvents, pendingChanges } from '../../db/schema/event-states.ts'
import { tickets } from '../../db/schema/tickets.ts'

/** People who have booked and would be told of a change. */
export async function countConcerned(db: Db | Tx, eventId: number): Promise<number> {
  const [row] = await db
    .select({ people: sql<number>`count(distinct ${tickets.userId})::int` })
    .from(tickets)
    .where(and(eq(tickets.eventId, eventId), gt(tickets.numberOfTickets, 0)))
  return row?.people ?? 0
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

export async function wasDeleted(db: Db, eventId: number): Promise<boolean> {
  const rows = await db.select().from(deletedEvents).where(eq(deletedEvents.id, eventId))
  return rows.length > 0
}
