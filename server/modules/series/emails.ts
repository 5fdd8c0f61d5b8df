import { formOf } from '../../../contract/counted.ts'
import { eq, sql } from 'drizzle-orm'
import { eventPath } from '../../../contract/event-access.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { bookingCalendar, type CalendarSender } from '../../ledger/booking-calendar.ts'
import { findBooking, named, ticketCount, type NamedBooking } from '../../ledger/booking-details.ts'
import { greeting, say, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'

// More dates than there usually are at once; the others are in My Bookings.
const SHOWN = 12

/** What has not been given back, the next first. */
async function findBooked(db: Db, ticketIds: number[], publicUrl: string) {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select t.id, (count(*) over ())::int as count from tickets t join events e on e.id = t.event_id
    where t.id = any (${sql.param(ticketIds)}::int[]) and t.number_of_tickets > 0
    order by e.start_time, e.id limit ${SHOWN}`)
  const bookings: NamedBooking[] = []
  for (const { id } of rows) {
    const booking = await findBooking(db, id)
    if (booking) bookings.push(named(booking, publicUrl))
  }
  return { bookings, count: rows[0]?.count ?? 0 }
}

/** The page of the series, where it is ended; one that is unlisted has no page. */
async function pageOf(db: Db, { eventId, key }: NamedBooking): Promise<string> {
  const [event] = await db.select({ seriesId: events.seriesId }).from(events).where(eq(events.id, eventId))
  return event?.seriesId && !key ? `/series/${event.seriesId}` : eventPath({ id: eventId, key })
}

/** One for all dates that were booked together, with a calendar entry for each. */
export const standingBookedMail =
  (sender: CalendarSender): MailRenderer =>
  async (db, { payload }) => {
    const { ticketIds } = payload as { ticketIds: number[] }
    const { publicUrl } = sender
    const { bookings, count } = await findBooked(db, ticketIds, publicUrl)
    const [first] = bookings
    if (!first) return null
    const dates = formOf(count, 'a date', `${count} dates`)
    const others = count - bookings.length
    return {
      to: first,
      subject: say`You’re booked for ${dates}: ${first.title}`,
      preview: `You’re booked for ${dates}.`,
      heading: say`You’re booked: ${first.title}`,
      blocks: [
        greeting(first, `You asked us to book every date for you, so we’ve booked ${dates}.`),
        {
          kind: 'facts',
          rows: bookings.map((booking): [Text, Text] => [whenText(booking), ticketCount(booking.numberOfTickets)]),
        },
        {
          kind: 'text',
          text: `${others > 0 ? `You’ll find the other ${others} in My Bookings. ` : ''}If one of them doesn’t suit you, please give it back so that someone else can come.`,
        },
        { kind: 'button', label: 'My Bookings', url: `${publicUrl}/my-bookings` },
        { kind: 'note', text: `You can end this at any time: ${publicUrl}${await pageOf(db, first)}` },
      ],
      attachments: async (plain) => {
        const files = bookings.map((one) => bookingCalendar(db, sender, one, { method: 'REQUEST', plain }))
        return (await Promise.all(files)).map((file, at) => ({ ...file, filename: `event-${at + 1}.ics` }))
      },
    }
  }
