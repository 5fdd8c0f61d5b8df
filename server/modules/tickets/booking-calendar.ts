// The calendar file that goes with every mail about a booking: the first enters it, later ones change or cancel it.
import { eq, sql } from 'drizzle-orm'
import { withoutLinks } from '../../../contract/links.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Mail } from '../../mail/mail.ts'
import { addressOf } from '../../mail/sender-address.ts'
import { bookingUid, calendarFile, type CalendarPerson } from './calendar-entry.ts'
import type { BookingDetails } from './queries.ts'

type Attachment = NonNullable<Mail['attachments']>[number]

/** First name and initial, as creators are named to those who do not know them. */
const publicName = (firstName: string, lastName: string) =>
  withoutLinks(`${firstName} ${lastName.slice(0, 1)}${lastName ? '.' : ''}`).trim() || 'Hooley'

/** What a file says of itself beyond the booking: how often it has changed, and who is behind the event. */
async function findFacts(db: Db, ticketId: number) {
  const changes = db
    .select({
      // Each return is a change, and so is taking it back.
      count: sql<number>`(count(*) + count(${ticketReturns.undoneAt}))::int`.as('count'),
      last: sql<string | null>`max(greatest(${ticketReturns.returnedAt}, ${ticketReturns.undoneAt}))`.as('last'),
    })
    .from(ticketReturns)
    .where(eq(ticketReturns.ticketId, ticketId))
    .as('changes')
  const [row] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      version: events.version,
      changes: changes.count,
      changedAt: sql<string>`greatest(${events.updatedAt}, ${tickets.createdAt}, ${changes.last})`,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, events.creatorId))
    .innerJoin(changes, sql`true`)
    .where(eq(tickets.id, ticketId))
  return row
}

const ticketCount = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)

export interface BookingCalendarOptions {
  /** CANCEL: the booking was given back or taken back, or the event is cancelled. */
  method: 'REQUEST' | 'CANCEL'
}

/**
 * METHOD and MIME type say the same, the UID stays for the life of the booking, and SEQUENCE grows with each change of the
 * event and of the booking. Nobody is asked for an answer: RSVP=FALSE.
 */
export async function bookingCalendar(
  db: Db,
  { publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>,
  booking: BookingDetails,
  { method }: BookingCalendarOptions,
): Promise<Attachment> {
  const facts = await findFacts(db, booking.ticketId)
  const organizer: CalendarPerson = {
    name: publicName(facts?.firstName ?? '', facts?.lastName ?? ''),
    email: addressOf(mailFrom),
  }
  const attendee: CalendarPerson = { name: withoutLinks(booking.firstName) || 'Guest', email: booking.email }
  const url = `${publicUrl}/events/${booking.eventId}`
  const content = calendarFile(
    {
      uid: bookingUid(booking.ticketId, new URL(publicUrl).hostname),
      title: booking.title,
      description: booking.numberOfTickets > 0 ? `${ticketCount(booking.numberOfTickets)}\n${url}` : url,
      location: booking.venue,
      url,
      startTime: booking.startTime,
      endTime: booking.endTime,
      sequence: (facts?.version ?? 1) - 1 + (facts?.changes ?? 0),
      changedAt: facts && new Date(facts.changedAt),
    },
    { method, organizer, attendee },
  )
  return { filename: 'event.ics', content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}
