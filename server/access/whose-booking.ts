// Whether seats are booked in the name of an account. Somebody who proves its address for the first time is asked about
// them first, and No gives them back.
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { notOver } from '../db/schema/event-status.ts'
import { events } from '../db/schema/events.ts'
import { tickets } from '../db/schema/tickets.ts'

/** Booked and not used, of events that are not over. */
export const listUpcomingSeats = (db: Db | Tx, userId: number, now: Date) =>
  db
    .select({ ticketId: tickets.id, seats: sql<number>`${tickets.numberOfTickets} - ${tickets.admitted}` })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.userId, userId), gt(tickets.numberOfTickets, tickets.admitted), notOver(now)))

/** What the owner is asked about: they know what was booked rather than that there is an account. */
export const whoseToAsk = async (db: Db | Tx, userId: number, now: Date): Promise<'account' | 'booking'> =>
  (await listUpcomingSeats(db, userId, now)).length > 0 ? 'booking' : 'account'
