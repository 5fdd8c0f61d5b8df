// The calendar file that goes with every email about a booking: the first enters it, later ones change or cancel it.
import { SITE } from '../../contract/site.ts'
import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { withoutLinks } from '../../contract/links.ts'
import { publicNameOf } from '../../contract/public-name.ts'
import { calendarFile, type CalendarEntry, type CalendarPerson } from '../calendar/calendar-file.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { ticketReturns, tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import type { Attachment, Text } from '../mail/letter.ts'
import { addressOf } from '../mail/message.ts'
import { bookedPath, ticketCount, type NamedBooking } from './booking-details.ts'

type FileEntry = Omit<CalendarEntry, 'status' | 'invitation'>

/** The file behind a link names no guest; an email is to one guest, and a later one changes or cancels the earlier entry. */
type Invitation = NonNullable<CalendarEntry['invitation']> & { method: 'REQUEST' | 'CANCEL' }

/** The same in every file about this booking, so that a calendar keeps one entry. */
export const bookingUid = (ticketId: number, domain: string) => `booking-${ticketId}@${domain}`
export const eventUid = (eventId: number, domain: string) => `event-${eventId}@${domain}`

export function entryFile(entry: FileEntry, invitation?: Invitation): string {
  if (!invitation) return calendarFile({ method: 'PUBLISH' }, [{ ...entry, status: 'CONFIRMED' }])
  const { method, ...people } = invitation
  const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'
  return calendarFile({ method }, [{ ...entry, status, invitation: people }])
}

/** What has happened to a booking since it was made. */
const changesOf = (db: Db, ticketId: number | typeof tickets.id) =>
  db
    .select({
      // Each return is a change, and so is taking it back.
      count: sql<number>`(count(*) + count(${ticketReturns.undoneAt}))::int`.as('count'),
      last: sql<string | null>`max(greatest(${ticketReturns.returnedAt}, ${ticketReturns.undoneAt}))`.as('last'),
    })
    .from(ticketReturns)
    .where(eq(ticketReturns.ticketId, ticketId))
    .as('changes')

const changedAt = (last: unknown) => sql<string>`greatest(${events.updatedAt}, ${tickets.createdAt}, ${last})`

/** What a file says of itself beyond the booking: how often it has changed, and who is behind the event. */
async function findFacts(db: Db, ticketId: number) {
  const changes = changesOf(db, ticketId)
  const [row] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      publicName: users.publicName,
      deletionAt: users.deletionAt,
      version: events.version,
      changes: changes.count,
      changedAt: changedAt(changes.last),
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, events.creatorId))
    .innerJoin(changes, sql`true`)
    .where(eq(tickets.id, ticketId))
  return row
}

export type CalendarSender = Pick<Config, 'publicUrl' | 'mailFrom' | 'calendarDomain'>

export interface BookingCalendarOptions {
  /** CANCEL: the booking was given back or taken back, or the event is cancelled. */
  method: 'REQUEST' | 'CANCEL'
  /** As its reader may see it. */
  plain: (text: Text) => string
}

/**
 * METHOD and MIME type say the same, the UID stays for the life of the booking, and SEQUENCE grows with each change of the
 * event and of the booking. Nobody is asked for an answer: RSVP=FALSE.
 */
export async function bookingCalendar(
  db: Db,
  { publicUrl, mailFrom, calendarDomain }: CalendarSender,
  booking: NamedBooking,
  { method, plain }: BookingCalendarOptions,
): Promise<Attachment> {
  const facts = await findFacts(db, booking.ticketId)
  const organizer: CalendarPerson = {
    name: facts && !facts.deletionAt ? publicNameOf(facts) : SITE.name,
    email: addressOf(mailFrom),
  }
  const attendee: CalendarPerson = { name: withoutLinks(booking.firstName) || 'Guest', email: booking.email }
  const url = publicUrl + bookedPath(booking)
  const content = entryFile(
    {
      uid: bookingUid(booking.ticketId, calendarDomain),
      title: plain(booking.title),
      description: booking.numberOfTickets > 0 ? `${ticketCount(booking.numberOfTickets)}\n${url}` : url,
      location: plain(booking.venue),
      url,
      startTime: booking.startTime,
      endTime: booking.endTime,
      sequence: (facts?.version ?? 1) - 1 + (facts?.changes ?? 0),
      changedAt: new Date(facts?.changedAt ?? booking.startTime),
    },
    { method, organizer, attendee },
  )
  return { filename: 'event.ics', content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}

const isOff = inArray(events.status, ['cancelled', 'postponed'])

/** Somebody's bookings in that time as entries of a calendar: the same as in the emails. What is called off stays for a while. */
export async function bookingEntries(
  db: Db,
  { publicUrl, calendarDomain }: Pick<Config, 'publicUrl' | 'calendarDomain'>,
  userId: number,
  { from, to, calledOffSince, limit }: { from: Date; to: Date; calledOffSince: Date; limit: number },
): Promise<CalendarEntry[]> {
  const changes = changesOf(db, tickets.id)
  const rows = await db
    .select({
      event: events,
      ticketId: tickets.id,
      seats: tickets.numberOfTickets,
      changes: changes.count,
      changedAt: changedAt(changes.last),
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoinLateral(changes, sql`true`)
    .where(
      and(
        eq(tickets.userId, userId),
        gt(tickets.numberOfTickets, 0),
        gt(events.endTime, from),
        lt(events.startTime, to),
        or(eq(events.status, 'published'), and(isOff, gt(events.updatedAt, calledOffSince))),
      ),
    )
    .orderBy(asc(events.startTime), asc(tickets.id))
    .limit(limit)
  return rows.map(({ event, ticketId, seats, ...facts }) => {
    const url = `${publicUrl}/my-bookings/${ticketId}`
    return {
      uid: bookingUid(ticketId, calendarDomain),
      title: event.title,
      description: `${ticketCount(seats)}\n${url}`,
      location: event.venue,
      url,
      startTime: event.startTime,
      endTime: event.endTime,
      timeZone: event.timeZone,
      sequence: event.version - 1 + facts.changes,
      changedAt: new Date(facts.changedAt),
      status: event.status === 'published' ? 'CONFIRMED' : 'CANCELLED',
    }
  })
}
