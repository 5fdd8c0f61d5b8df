// What emails and calendar files about a booking say of it.
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { hasLink, withoutLinks } from '../../contract/links.ts'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'

export const ticketCount = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)

/** What a confirmation says. Null also for a guest by name who did not ask for mails. */
export async function findBooking(db: Db, ticketId: number) {
  const [row] = await db
    .select({
      ticketId: tickets.id,
      code: tickets.code,
      numberOfTickets: tickets.numberOfTickets,
      firstName: sql<string>`coalesce(${users.firstName}, ${tickets.guestName})`,
      email: sql<string>`coalesce(${users.email}, ${tickets.guestEmail})`,
      emailConfirmedAt: users.emailConfirmedAt,
      eventId: events.id,
      status: events.status,
      town: events.town,
      imageUrl: events.imageUrl,
      posterSeed: events.posterSeed,
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
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.id, ticketId), or(isNotNull(users.id), eq(tickets.wantsMail, true))))
  return row ?? null
}

export type BookingDetails = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/**
 * An address that nobody has confirmed may be a stranger's, and a title or a place a way to send them a link; after a few
 * emails a day not even a title.
 */
export function wordsFor(booking: BookingDetails, publicUrl: string, withoutWords = false): BookingDetails {
  if (booking.emailConfirmedAt) return booking
  const eventPage = `${publicUrl}/events/${booking.eventId}`
  if (withoutWords) return { ...booking, title: 'an event', venue: eventPage }
  const title = withoutLinks(booking.title) || 'an event'
  if (!hasLink(booking.venue)) return { ...booking, title }
  // The event's own page shows the link of a virtual event to those who have booked.
  const venue = booking.isVirtual ? eventPage : withoutLinks(booking.venue) || 'See the event page'
  return { ...booking, title, venue }
}
