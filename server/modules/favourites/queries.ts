import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Event } from '../../../contract/events.ts'
import type { Db, Tx } from '../../db/client.ts'
import { findableOnly, notOver } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { findBookedLinks, toEvent } from '../events/queries.ts'

const isOf = (userId: number) => and(eq(favourites.userId, userId), findableOnly())

/** Next first; what is over last, the newest of it first. Drafts and hidden events are kept, and not shown. */
export async function listSaved({ db, clock }: Deps, userId: number): Promise<Event[]> {
  const over = sql`(not ${notOver(clock())})`
  const rows = await db
    .select({ event: events })
    .from(favourites)
    .innerJoin(events, eq(events.id, favourites.eventId))
    .where(isOf(userId))
    .orderBy(
      over,
      sql`case when not ${over} then ${events.startTime} end`,
      sql`case when ${over} then ${events.startTime} end desc`,
      events.id,
    )
  const saved = rows.map(({ event }) => event)
  const booked = await findBookedLinks(db, userId, saved)
  return saved.map((row) => toEvent(row, { userId, hasBooked: booked.has(row.id) }))
}

export async function listSavedIds(db: Db | Tx, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.eventId })
    .from(favourites)
    .innerJoin(events, eq(events.id, favourites.eventId))
    .where(isOf(userId))
    .orderBy(desc(favourites.savedAt), desc(favourites.eventId))
  return rows.map(({ id }) => id)
}

export async function hasSaved(db: Db | Tx, userId: number, eventId: number): Promise<boolean> {
  const rows = await db
    .select({ id: favourites.eventId })
    .from(favourites)
    .innerJoin(events, eq(events.id, favourites.eventId))
    .where(and(isOf(userId), eq(favourites.eventId, eventId)))
  return rows.length > 0
}

/** Saved it, and has not booked it since. */
export async function isStillInterested(db: Db, userId: number, eventId: number): Promise<boolean> {
  const isBooked = db.$count(
    tickets,
    and(eq(tickets.userId, userId), eq(tickets.eventId, eventId), gt(tickets.numberOfTickets, 0)),
  )
  return (await hasSaved(db, userId, eventId)) && (await isBooked) === 0
}
