// What is mailed about seats that came back.
import { withoutLinks } from '../../../contract/links.ts'
import { UNDO_RETURN_MINUTES } from '../../../contract/limits.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { bookingCalendar, type CalendarSender } from '../../ledger/booking-calendar.ts'
import { findBooking, ticketCount, wordsFor, type BookingDetails } from '../../ledger/booking-details.ts'
import { greetingName } from '../../mail/greeting.ts'
import { letterHtml, letterText, type Letter } from '../../mail/layout.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'

/** Takes the entry out of the calendar, or says in it how many are left. */
const calendarNow = (db: Db, sender: CalendarSender, booking: BookingDetails) =>
  bookingCalendar(db, sender, booking, { method: booking.numberOfTickets > 0 ? 'REQUEST' : 'CANCEL' })

/** With the reason that the organiser gave, in their words. */
export const takenBackMail =
  (sender: CalendarSender): MailRenderer =>
  async (db, { ticketId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found) return null
    const { publicUrl } = sender
    const booking = wordsFor(found, publicUrl)
    const reason = String(payload.reason)
    const letter: Letter = {
      publicUrl,
      preview: `The organiser of ${booking.title} has taken your booking back.`,
      heading: 'Your booking was taken back',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${greetingName(booking)},\n\nThe organiser has taken your booking back. The code in your confirmation no longer opens the door.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
            ['Tickets', ticketCount(Number(payload.seats))],
            ['Reason', booking.emailConfirmedAt ? reason : withoutLinks(reason)],
          ],
        },
        { kind: 'button', label: 'See the event', url: `${publicUrl}/events/${booking.eventId}` },
      ],
    }
    return {
      to: booking.email,
      subject: `Your booking was taken back: ${booking.title}`,
      html: letterHtml(letter),
      text: letterText(letter),
      attachments: [await calendarNow(db, sender, booking)],
    }
  }

/** Mailed at once: somebody else may have followed the link of a mail that was passed on. */
export const returnedByLinkMail =
  (sender: CalendarSender, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || userId === null || ticketId === null) return null
    const { publicUrl } = sender
    const booking = wordsFor(found, publicUrl)
    const count = ticketCount(Number(payload.seats))
    const token = signLink(secrets, { purpose: 'answer', userId, subjectId: ticketId, email: booking.email })
    const letter: Letter = {
      publicUrl,
      preview: `It can be undone for ${UNDO_RETURN_MINUTES.byLink} minutes.`,
      heading: `You gave back ${count}`,
      blocks: [
        {
          kind: 'text',
          text: `Hello ${greetingName(booking)},\n\nThank you for telling us: somebody else can come now. You did it without signing in, through the link of a mail.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
            ['Given back', count],
            ['Tickets left', booking.numberOfTickets === 0 ? 'None' : ticketCount(booking.numberOfTickets)],
          ],
        },
        { kind: 'button', label: 'See your booking', url: `${publicUrl}/links/${token}` },
        {
          kind: 'note',
          text: `It was not you? Then undo it there within ${UNDO_RETURN_MINUTES.byLink} minutes.`,
        },
      ],
    }
    return {
      to: booking.email,
      subject: `You gave back ${count}: ${booking.title}`,
      html: letterHtml(letter),
      text: letterText(letter),
      attachments: [await calendarNow(db, sender, booking)],
    }
  }

/** To who sent the place: the seat is theirs again, to send to somebody else or to give back. */
export const handedBackMail =
  ({ publicUrl }: Pick<CalendarSender, 'publicUrl'>): MailRenderer =>
  async (db, { ticketId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found) return null
    const booking = wordsFor(found, publicUrl)
    // The sender's own words; an account that was deleted has none.
    const friend = typeof payload.name === 'string' ? payload.name : 'Your friend'
    const letter: Letter = {
      publicUrl,
      preview: 'The place is yours again.',
      heading: `${friend} can’t come`,
      blocks: [
        {
          kind: 'text',
          text: `Hello ${greetingName(booking)},\n\n${friend} has handed back the place that you sent. It is yours again: send it to somebody else, or give it back if you don’t need it.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
            ['Tickets', ticketCount(booking.numberOfTickets)],
          ],
        },
        { kind: 'button', label: 'Show my ticket', url: `${publicUrl}/my-bookings/${booking.ticketId}` },
      ],
    }
    return {
      to: booking.email,
      subject: `${friend} can’t come: ${booking.title}`,
      html: letterHtml(letter),
      text: letterText(letter),
    }
  }
