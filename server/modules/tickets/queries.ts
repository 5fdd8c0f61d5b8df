import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Ticket } from '../../../contract/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'

export async function listTickets(db: Db, secrets: Secrets, userId: number, wanted?: number): Promise<Ticket[]> {
  const ofEvent = wanted === undefined ? undefined : eq(tickets.eventId, wanted)
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, userId), ofEvent))
    .orderBy(desc(tickets.id))
  return rows.map(({ id, eventId, numberOfTickets, createdAt, code }) => ({
    id,
    eventId,
    numberOfTickets,
    createdAt: createdAt.toISOString(),
    code: drawnCode(secrets, { id: eventId }, { code }),
  }))
}

export interface Purchase {
  firstName: string
  lastName: string
  email: string
  numberOfTickets: number
  createdAt: Date
}

// About 200 KB of rows in memory at a time.
const PURCHASES_AT_ONCE = 1_000

/**
 * In the order of booking, a page at a time and no transaction between the pages: a reader who is slow, or gone, keeps
 * nothing open. What is booked after the start is not part of it, so that it ends while a hot event goes on selling.
 */
export async function* readPurchases(db: Db, eventId: number): AsyncGenerator<Purchase[]> {
  const [newest] = await db
    .select({ id: sql<number>`coalesce(max(${tickets.id}), 0)` })
    .from(tickets)
    .where(eq(tickets.eventId, eventId))
  let after = 0
  for (;;) {
    const rows = await db
      .select({
        id: tickets.id,
        // A guest added by name has no account.
        firstName: sql<string>`coalesce(${users.firstName}, ${tickets.guestName})`,
        lastName: sql<string>`coalesce(${users.lastName}, '')`,
        email: sql<string>`coalesce(${users.email}, '')`,
        numberOfTickets: tickets.numberOfTickets,
        createdAt: tickets.createdAt,
      })
      .from(tickets)
      .leftJoin(users, eq(users.id, tickets.userId))
      .where(and(eq(tickets.eventId, eventId), gt(tickets.id, after), lte(tickets.id, newest?.id ?? 0)))
      .orderBy(asc(tickets.id))
      .limit(PURCHASES_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < PURCHASES_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** What a confirmation says. */
export async function findBooking(db: Db, ticketId: number) {
  const [row] = await db
    .select({
      ticketId: tickets.id,
      code: tickets.code,
      numberOfTickets: tickets.numberOfTickets,
      firstName: users.firstName,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      eventId: events.id,
      version: events.version,
      imageUrl: events.imageUrl,
      title: events.title,
      venue: events.venue,
      isVirtual: events.isVirtual,
      isFreeOfCharge: events.isFreeOfCharge,
      sellingPrice: events.sellingPrice,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, ticketId))
  return row ?? null
}

export type BookingDetails = NonNullable<Awaited<ReturnType<typeof findBooking>>>
