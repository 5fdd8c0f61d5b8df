import { eventPath } from '../../../contract/event-access.ts'
import type { EmailKind } from '../../../contract/email-kinds.ts'
import { PLACEHOLDERS } from '../../../contract/placeholders.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { findBooking, named, type BookingDetails, type NamedBooking } from '../../ledger/booking-details.ts'
import { bookingLetter } from '../../ledger/booking-emails.ts'
import { say, words, type Letter } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { fillIn, findOrganiser, findWords, valuesFor, type OrganiserWords } from '../../ledger/organiser-words.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent, type EventRow } from '../events/queries.ts'
import { reminderLetter } from '../tickets/module.ts'

const THANKS = 'Thank you for coming. We hope to see you again.'

/** The heading and the event's name are ours, so that nobody poses as Hooley with their own subject. */
function thanksLetter(booking: NamedBooking, own: OrganiserWords, publicUrl: string): Letter {
  return {
    to: booking,
    subject: say`${booking.title}: ${words(own.subject || 'Thank you', 'Thank you')}`,
    preview: words(own.text, THANKS, { most: 120 }),
    heading: 'A message from the organiser',
    blocks: [
      { kind: 'text', text: words(own.text, THANKS) },
      {
        kind: 'facts',
        rows: [
          ['Event', booking.title],
          ['When', whenText(booking)],
        ],
      },
      { kind: 'button', label: 'See the event', url: publicUrl + eventPath({ id: booking.eventId, key: booking.key }) },
      { kind: 'note', text: 'You’re getting this because you booked the event. Please don’t reply to this email.' },
    ],
  }
}

/** Pointless once the booking was given back, or the organiser has switched it off. */
export const thanksMail =
  ({ publicUrl, features }: Config, secrets: Secrets): MailRenderer =>
  async (db, { ticketId }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || found.numberOfTickets === 0) return null
    const own = await findWords(db, found.eventId, 'thanks', found, { publicUrl, features, secrets })
    return own && thanksLetter(named(found, publicUrl), own, publicUrl)
  }

/** Somebody who might have booked, for the preview and for tests. */
export function sampleBooking(event: EventRow): BookingDetails {
  return {
    ...event,
    eventId: event.id,
    key: event.linkKey,
    ticketId: 0,
    userId: null,
    order: null,
    code: '0'.repeat(32),
    firstName: PLACEHOLDERS.first_name.sample,
    numberOfTickets: Number(PLACEHOLDERS.seats.sample),
    email: '',
    emailConfirmedAt: null,
    bookedAt: event.createdAt,
    confirmedAt: null,
  }
}

interface Sender {
  config: Config
  secrets: Secrets
  db: Db
}

/** The email of this kind with these words, whether they are stored or not. Its buttons lead to the event's page. */
export async function sampleLetter(
  { config, secrets, db }: Sender,
  event: EventRow,
  kind: EmailKind,
  typed: OrganiserWords,
  to: { email: string; emailConfirmedAt: Date | null },
): Promise<Letter> {
  const { publicUrl } = config
  const found = { ...sampleBooking(event), ...to }
  const own = fillIn(typed, valuesFor(found, await findOrganiser(db, event.id), { ...config, secrets }))
  if (kind === 'welcome') return bookingLetter(db, config, secrets, found, { own: own.text ? own : null })
  const booking = named(found, publicUrl)
  if (kind === 'thanks') return thanksLetter(booking, own, publicUrl)
  const answerPage = publicUrl + eventPath({ id: event.id, key: event.linkKey })
  return reminderLetter(booking, { when: 'Tomorrow', publicUrl, answerPage, own: own.text ? own : null })
}

interface Payload extends OrganiserWords {
  eventId: number
  email: EmailKind
}

export const testMail =
  (config: Config, secrets: Secrets): MailRenderer =>
  async (db, { userId, payload }) => {
    const { eventId, email, subject, text } = payload as unknown as Payload
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, eventId)
    if (!account || !event) return null
    const letter = await sampleLetter({ config, secrets, db }, event, email, { subject, text }, account)
    return { ...letter, subject: say`Test: ${letter.subject}` }
  }
