// What is mailed about seats that came back.
import { UNDO_RETURN_MINUTES } from '../../../contract/limits.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { bookingCalendar, type CalendarSender } from '../../ledger/booking-calendar.ts'
import { bookedPath, findBooking, named, ticketCount, type NamedBooking } from '../../ledger/booking-details.ts'
import { findStandby } from '../../ledger/confirming.ts'
import { greeting, say, words, type Letter } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'

/** Takes the entry out of the calendar, or says in it how many are left. */
const calendarNow =
  (db: Db, sender: CalendarSender, booking: NamedBooking): Letter['attachments'] =>
  async (plain) => [
    await bookingCalendar(db, sender, booking, { method: booking.numberOfTickets > 0 ? 'REQUEST' : 'CANCEL', plain }),
  ]

/** With the reason that the organiser gave, in their words. */
export const takenBackMail =
  (sender: CalendarSender): MailRenderer =>
  async (db, { ticketId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found) return null
    const { publicUrl } = sender
    const booking = named(found, publicUrl)
    return {
      to: booking,
      subject: say`The organiser cancelled your booking: ${booking.title}`,
      attachments: calendarNow(db, sender, booking),
      preview: say`The organiser of ${booking.title} has cancelled your booking.`,
      heading: 'The organiser cancelled your booking',
      blocks: [
        greeting(
          booking,
          `The organiser has cancelled your booking. The code in your confirmation no longer lets you in.`,
        ),
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
            ['Tickets', ticketCount(Number(payload.seats))],
            ['Reason', words(String(payload.reason), '')],
          ],
        },
        { kind: 'button', label: 'See the event', url: publicUrl + bookedPath(booking) },
      ],
    }
  }

/** To somebody who did not confirm. The code in their confirmation says at the door that they are on standby. */
export const releasedMail =
  (sender: CalendarSender, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    const standby = found && (await findStandby(db, found.ticketId))
    if (!standby || userId === null) return null
    const { publicUrl } = sender
    const booking = named(found, publicUrl)
    const token = signLink(secrets, { purpose: 'answer', userId, subjectId: booking.ticketId, email: booking.email })
    return {
      to: booking,
      subject: say`You’re on standby: ${booking.title}`,
      attachments: calendarNow(db, sender, booking),
      preview: 'You didn’t confirm, so your place isn’t kept.',
      heading: 'You’re on standby',
      blocks: [
        greeting(
          booking,
          booking.roomSize === null
            ? 'We didn’t hear whether you’re coming, so your place was offered to people who are waiting. While it’s free you can take it back with one tap. If it’s taken, come to the door: people on standby get in before anyone without a booking, in order, if there’s room.'
            : 'We didn’t hear whether you’re coming, so your place isn’t kept. While there are places you can take it back with one tap. If there are none, come to the door: people on standby get in before anyone without a booking, in order, if there’s room.',
        ),
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
            ['On standby', ticketCount(Number(payload.seats))],
            ['Tickets left', booking.numberOfTickets === 0 ? 'None' : ticketCount(booking.numberOfTickets)],
          ],
        },
        { kind: 'button', label: 'Take my place back', url: `${publicUrl}/links/${token}` },
      ],
    }
  }

/** Mailed at once: somebody else may have followed the link of an email that was passed on. */
export const returnedByLinkMail =
  (sender: CalendarSender, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || userId === null || ticketId === null) return null
    const { publicUrl } = sender
    const booking = named(found, publicUrl)
    const count = ticketCount(Number(payload.seats))
    const token = signLink(secrets, { purpose: 'answer', userId, subjectId: ticketId, email: booking.email })
    return {
      to: booking,
      subject: say`You gave back ${count}: ${booking.title}`,
      attachments: calendarNow(db, sender, booking),
      preview: `You can undo it for ${UNDO_RETURN_MINUTES.byLink} minutes.`,
      heading: `You gave back ${count}`,
      blocks: [
        greeting(
          booking,
          `Thank you for telling us: someone else can come now. This was done without logging in, through a link in an email.`,
        ),
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
          text: `Wasn’t you? Undo it there within ${UNDO_RETURN_MINUTES.byLink} minutes.`,
        },
      ],
    }
  }

/** To who sent the place: the seat is theirs again, to send to somebody else or to give back. */
export const handedBackMail =
  ({ publicUrl }: Pick<CalendarSender, 'publicUrl'>): MailRenderer =>
  async (db, { ticketId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found) return null
    const booking = named(found, publicUrl)
    // An account that was deleted has no name.
    const friend = words(typeof payload.name === 'string' ? payload.name : '', 'Your friend')
    return {
      to: booking,
      subject: say`${friend} can’t come: ${booking.title}`,
      preview: 'The place is yours again.',
      heading: say`${friend} can’t come`,
      blocks: [
        greeting(
          booking,
          say`${friend} has handed back the place you sent. It’s yours again: send it to someone else, or give it back if you don’t need it.`,
        ),
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
  }
