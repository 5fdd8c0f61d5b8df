// What emails and calendar files about a booking say of it.
import { counted } from '../../contract/counted.ts'
import { eventPath } from '../../contract/event-access.ts'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import { titleWords, words, type Words } from '../mail/letter.ts'

/** A guest of a preview has no ticket, and so no page. */
export const ticketPage = (ticketId: number, publicUrl: string) =>
  ticketId > 0 ? `${publicUrl}/my-bookings/${ticketId}` : `${publicUrl}/my-bookings`

export const ticketCount = (count: number) => counted(count, 'ticket')

/** What a confirmation says. Null also for a guest by name who did not ask for emails. */
export async function findBooking(db: Db, ticketId: number) {
  const [row] = await db
    .select({
      ticketId: tickets.id,
      userId: tickets.userId,
      code: tickets.code,
      numberOfTickets: tickets.numberOfTickets,
      firstName: sql<string>`coalesce(${users.firstName}, ${tickets.guestName})`,
      email: sql<string>`coalesce(${users.email}, ${tickets.guestEmail})`,
      emailConfirmedAt: users.emailConfirmedAt,
      bookedAt: tickets.createdAt,
      confirmedAt: tickets.confirmedAt,
      confirm: events.confirm,
      roomSize: events.roomSize,
      sureness: events.sureness,
      eventId: events.id,
      key: events.linkKey,
      status: events.status,
      town: events.town,
      imageUrl: events.imageUrl,
      posterSeed: events.posterSeed,
      title: events.title,
      language: events.language,
      venue: events.venue,
      isVirtual: events.isVirtual,
      isFreeOfCharge: events.isFreeOfCharge,
      /** Of a paid event. */
      order: {
        id: orders.id,
        total: orders.total,
        currency: orders.currency,
        state: orders.state,
        payBy: orders.payBy,
      },
      sellingPrice: events.sellingPrice,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(orders, eq(orders.ticketId, tickets.id))
    .where(and(eq(tickets.id, ticketId), or(isNotNull(users.id), eq(tickets.wantsMail, true))))
  return row ?? null
}

/** The page of the event that was booked. */
export const bookedPath = ({ eventId, key }: Pick<BookingDetails, 'eventId' | 'key'>) => eventPath({ id: eventId, key })

export type BookingDetails = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** A booking as emails name it: its title and place are somebody's words. */
export type NamedBooking = Omit<BookingDetails, 'title' | 'venue'> & { title: Words; venue: Words }

export function named(booking: BookingDetails, publicUrl: string): NamedBooking {
  const eventPage = publicUrl + bookedPath(booking)
  return {
    ...booking,
    title: titleWords(booking, 'an event'),
    // The event's own page shows the link of a virtual event to those who have booked.
    venue: booking.isVirtual
      ? words(booking.venue, eventPage, { whole: 'without links' })
      : words(booking.venue, 'See the event page', { leftOut: eventPage }),
  }
}
