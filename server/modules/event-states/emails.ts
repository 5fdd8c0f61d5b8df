import { formatDate, formatTime, formatUntil, zoneShortName } from '../../../contract/dates.ts'
import { withoutLinks } from '../../../contract/links.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Config } from '../../config.ts'
import type { KnownToGuests } from '../../db/schema/event-states.ts'
import { greetingName } from '../../mail/greeting.ts'
import { letterHtml, letterText, type Block, type Letter } from '../../mail/layout.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { bookingCalendar } from '../tickets/module.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { findBooking, type BookingDetails } from '../tickets/queries.ts'
import type { Change } from './policy.ts'

interface Told {
  change: Change
  before: KnownToGuests
  note: string | null
}

function whenText(startTime: string, endTime: string, timeZone: string) {
  const until = formatUntil(startTime, endTime, timeZone)
  const zone = zoneShortName(startTime, timeZone)
  return `${formatDate(startTime, timeZone)}, ${formatTime(startTime, timeZone)} to ${until} (${zone})`
}

const HEADINGS: Record<Change, string> = {
  cancelled: 'This event has been cancelled',
  postponed: 'This event has been postponed',
  reinstated: 'This event takes place after all',
  rescheduled: 'This event has a new time',
  moved: 'This event has a new place',
}

const SENTENCES: Record<Change, string> = {
  cancelled: 'It will not take place. You do not need to do anything; your booking is kept in case that changes.',
  postponed:
    'It will not take place at the time you booked. A new date will be told as soon as there is one. You can keep your booking, or give it back.',
  reinstated: 'Your booking is valid again, exactly as it was. If you have other plans by now, please give it back.',
  rescheduled:
    'Your booking is valid for the new time. If it does not suit you, please give it back, so that somebody else can come.',
  moved:
    'Your booking is valid for the new place. If it does not suit you, please give it back, so that somebody else can come.',
}

const SUBJECTS: Record<Change, string> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  reinstated: 'Back on',
  rescheduled: 'New time',
  moved: 'New place',
}

/** To an address that nobody has confirmed, names and texts carry no links. */
function wordsFor(booking: BookingDetails, note: string | null) {
  if (booking.emailConfirmedAt) return { title: booking.title, venue: booking.venue, note }
  return {
    title: withoutLinks(booking.title) || 'an event',
    venue: booking.isVirtual ? booking.venue : withoutLinks(booking.venue) || 'See the event page',
    note: note && withoutLinks(note),
  }
}

function factsOf(booking: BookingDetails, { change, before }: Told, venue: string): [string, string][] {
  const { timeZone, startTime, endTime } = booking
  const was = whenText(before.startTime, before.endTime, timeZone)
  const is = whenText(startTime.toISOString(), endTime.toISOString(), timeZone)
  const place: [string, string] = [booking.isVirtual ? 'Join at' : 'Venue', venue]
  if (change === 'cancelled' || change === 'postponed') return [['Was to be', was]]
  const when: [string, string][] =
    was === is
      ? [['When', is]]
      : [
          ['New time', is],
          ['Before', was],
        ]
  return [...when, before.venue === booking.venue ? place : [`New ${place[0].toLowerCase()}`, venue]]
}

function letterFor(booking: BookingDetails, told: Told, publicUrl: string, token: string): Letter {
  const { title, venue, note } = wordsFor(booking, told.note)
  const noted: Block[] = note ? [{ kind: 'text', text: `The organiser writes:\n\n${note}` }] : []
  return {
    publicUrl,
    preview: `${HEADINGS[told.change]}: ${title}`,
    heading: HEADINGS[told.change],
    blocks: [
      { kind: 'text', text: `Hello ${greetingName(booking)},\n\n${SENTENCES[told.change]}` },
      { kind: 'facts', rows: [['Event', title], ...factsOf(booking, told, venue)] },
      ...noted,
      { kind: 'button', label: 'Keep or give back', url: `${publicUrl}/links/${token}` },
    ],
  }
}

/** Out of the calendar while it does not take place, and back in with its new time; the file's number grows each time. */
const methodOf = (change: Change) => (change === 'cancelled' || change === 'postponed' ? 'CANCEL' : 'REQUEST')

export const changeMail =
  ({ publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId, payload }) => {
    const booking = ticketId === null ? null : await findBooking(db, ticketId)
    if (!booking || userId === null || booking.numberOfTickets === 0) return null
    const told = payload as unknown as Told
    const { title, venue } = wordsFor(booking, null)
    const claim = { purpose: 'answer', userId, email: booking.email, subjectId: booking.ticketId } as const
    const letter = letterFor(booking, told, publicUrl, signLink(secrets, claim))
    const method = methodOf(told.change)
    return {
      to: booking.email,
      subject: `${SUBJECTS[told.change]}: ${title}`,
      html: letterHtml(letter),
      text: letterText(letter),
      attachments: [await bookingCalendar(db, { publicUrl, mailFrom }, { ...booking, title, venue }, { method })],
    }
  }

/** For who waits: nothing to keep or to give back. */
export const waitingChangeMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const { change, before, note, eventId } = payload as unknown as Told & { eventId: number }
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, eventId)
    if (!account || !event) return null
    const isConfirmed = account.emailConfirmedAt !== null
    const title = isConfirmed ? event.title : withoutLinks(event.title) || 'an event'
    const words = note && !isConfirmed ? withoutLinks(note) : note
    const is = whenText(event.startTime.toISOString(), event.endTime.toISOString(), event.timeZone)
    const was = whenText(before.startTime, before.endTime, event.timeZone)
    const isOff = change === 'cancelled' || change === 'postponed'
    const noted: Block[] = words ? [{ kind: 'text', text: `The organiser writes:\n\n${words}` }] : []
    const letter: Letter = {
      publicUrl,
      preview: `${HEADINGS[change]}: ${title}`,
      heading: HEADINGS[change],
      blocks: [
        {
          kind: 'text',
          text: `Hello ${greetingName(account)},\n\nYou are on the waiting list of this event. ${isOff ? 'Nothing is offered while it is off.' : 'Your place on the list stays as it was.'}`,
        },
        { kind: 'facts', rows: [['Event', title], isOff ? ['Was to be', was] : ['When', is]] },
        ...noted,
        { kind: 'button', label: 'See the event', url: `${publicUrl}/events/${eventId}` },
      ],
    }
    return {
      to: account.email,
      subject: `${SUBJECTS[change]}: ${title}`,
      html: letterHtml(letter),
      text: letterText(letter),
    }
  }
