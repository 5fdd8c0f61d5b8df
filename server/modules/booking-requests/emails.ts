import { eventPath } from '../../../contract/event-access.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bookingRequests, type REQUEST_ENDINGS } from '../../db/schema/booking-requests.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { greeting, say, titleWords, words, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'

async function findRequest(db: Db, id: number) {
  const [row] = await db
    .select({
      ending: bookingRequests.ending,
      ticketId: bookingRequests.ticketId,
      reason: bookingRequests.reason,
      seats: bookingRequests.numberOfTickets,
      email: users.email,
      firstName: users.firstName,
      emailConfirmedAt: users.emailConfirmedAt,
      event: events,
    })
    .from(bookingRequests)
    .innerJoin(events, eq(events.id, bookingRequests.eventId))
    .innerJoin(users, eq(users.id, bookingRequests.userId))
    .where(eq(bookingRequests.id, id))
  return row ?? null
}

type Ending = Exclude<(typeof REQUEST_ENDINGS)[number], 'withdrawn'>

const SAID: Record<Ending, { subject: string; text: string }> = {
  accepted: {
    subject: 'You’ve been accepted',
    text: 'The organiser has accepted your request. All places are taken at the moment, so we’ll offer you the next free ones and email you then.',
  },
  declined: {
    subject: 'Your request was declined',
    text: 'The organiser has declined your request for a place.',
  },
  expired: {
    subject: 'Your request has ended',
    text: 'The organiser didn’t reply to your request in time, so it has ended. No place was booked.',
  },
}

/** Not for what was withdrawn since, or an event that no longer takes place: about that there is another email. */
export const requestAnsweredMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findRequest(db, Number(payload.requestId))
    if (!found?.ending || found.ending === 'withdrawn' || found.ticketId !== null) return null
    const { event, seats, reason } = found
    if (event.hiddenAt || event.status !== 'published') return null
    const { subject, text } = SAID[found.ending]
    const title = titleWords(event, 'an event')
    return {
      to: found,
      subject: say`${subject}: ${title}`,
      preview: text,
      heading: subject,
      blocks: [
        greeting(found, text),
        {
          kind: 'facts',
          rows: [
            ['Event', title],
            ['When', whenText(event)],
            ['Places', String(seats)],
            ...(reason ? [['The organiser writes', words(reason, '')] as [string, Text]] : []),
          ],
        },
        { kind: 'button', label: 'See the event', url: publicUrl + eventPath({ id: event.id, key: event.linkKey }) },
      ],
    }
  }
