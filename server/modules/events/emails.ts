import { and, eq, isNull } from 'drizzle-orm'
import { eventPath } from '../../../contract/event-access.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import type { KnownToGuests } from '../../db/schema/event-states.ts'
import { greeting, say, titleWords, words, type Block, type Letter, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { bookingCalendar, type CalendarSender } from '../../ledger/booking-calendar.ts'
import { bookedPath, findBooking, named, type NamedBooking } from '../../ledger/booking-details.ts'
import { findLastEntry } from '../../ledger/open.ts'
import { findAccount } from '../auth/queries.ts'
import { HEADINGS, isOff, type Change } from './changes.ts'
import { findEvent, type EventRow } from './queries.ts'

interface AnnouncedChange {
  change: Change
  before: KnownToGuests
  note: string | null
}

const SENTENCES: Record<Change, string> = {
  cancelled: 'It won’t take place. You don’t need to do anything; we’re keeping your booking in case that changes.',
  postponed:
    'It won’t take place at the time you booked. We’ll tell you the new date as soon as there is one. You can keep your booking, or give it back.',
  reinstated: 'Your booking is valid again, exactly as it was. If you’ve made other plans, please give it back.',
  rescheduled:
    'Your booking is valid for the new time. If it doesn’t suit you, please give it back so that someone else can come.',
  moved:
    'Your booking is valid for the new place. If it doesn’t suit you, please give it back so that someone else can come.',
}

/** For a guest who was added by name, and has nothing to keep or to give back. */
const SENTENCES_BY_NAME: Record<Change, string> = {
  cancelled: 'You’re on the guest list of this event. It won’t take place. You don’t need to do anything.',
  postponed:
    'You’re on the guest list of this event. It won’t take place as planned. We’ll tell you the new date as soon as there is one.',
  reinstated: 'It’s back on, and you’re still on the guest list.',
  rescheduled: 'You’re on the guest list for the new time. If it doesn’t suit you, please tell the organiser.',
  moved: 'You’re on the guest list for the new venue. If it doesn’t suit you, please tell the organiser.',
}

const SUBJECTS: Record<Change, string> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  reinstated: 'Back on',
  rescheduled: 'New time',
  moved: 'New place',
}

const timesOf = ({ startTime, endTime }: KnownToGuests, timeZone: string) => ({
  startTime: new Date(startTime),
  endTime: new Date(endTime),
  timeZone,
})

type Row = [label: Text, value: Text]

function factsOf(booking: NamedBooking, { change, before }: AnnouncedChange, isMoved: boolean): Row[] {
  const was = whenText(timesOf(before, booking.timeZone))
  const is = whenText(booking)
  const place = booking.isVirtual ? 'Join at' : 'Venue'
  if (isOff(change)) return [['Was to be', was]]
  const when: Row[] =
    was === is
      ? [['When', is]]
      : [
          ['New time', is],
          ['Before', was],
        ]
  return [...when, [isMoved ? `New ${place.toLowerCase()}` : place, booking.venue]]
}

const noteBlock = (note: string | null): Block => ({
  kind: 'quote',
  from: 'The organiser writes:',
  text: words(note ?? '', ''),
})

function letterOf(to: Letter['to'], change: Change, title: Text, blocks: Block[]): Letter {
  const heading = HEADINGS[change]
  return { to, subject: say`${SUBJECTS[change]}: ${title}`, preview: say`${heading}: ${title}`, heading, blocks }
}

export const changeMail =
  (sender: CalendarSender, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || found.numberOfTickets === 0) return null
    const announced = payload as unknown as AnnouncedChange
    const { publicUrl } = sender
    const booking = named(found, publicUrl)
    const isMoved = announced.before.venue !== found.venue
    const link = (of: number) =>
      signLink(secrets, { purpose: 'answer', userId: of, email: booking.email, subjectId: booking.ticketId })
    const [sentences, button] =
      userId === null
        ? [SENTENCES_BY_NAME, { label: 'See the event', url: publicUrl + bookedPath(booking) }]
        : [SENTENCES, { label: 'Keep or give back', url: `${publicUrl}/links/${link(userId)}` }]
    // Out of the calendar while it does not take place, and back in with its new time; the file's number grows each time.
    const method = isOff(announced.change) ? 'CANCEL' : 'REQUEST'
    return {
      ...letterOf(booking, announced.change, booking.title, [
        greeting(booking, sentences[announced.change]),
        { kind: 'facts', rows: [['Event', booking.title], ...factsOf(booking, announced, isMoved)] },
        noteBlock(announced.note),
        { kind: 'button', ...button },
      ]),
      attachments: async (plain) => [await bookingCalendar(db, sender, booking, { method, plain })],
    }
  }

/** A change of several dates of a series, for somebody whom more than one of them concerns. */
export interface ChangedDate extends AnnouncedChange {
  eventId: number
  /** Null: who only waits for it, or saved it. */
  ticketId: number | null
}

// Each of them has a calendar entry; more are named without one.
const MOST_FILES = 12

/** What has become of a date, in one line. */
function lineOf(event: EventRow, { change, before }: ChangedDate): Row {
  const was = whenText(timesOf(before, event.timeZone))
  const is = whenText(event)
  if (isOff(change)) return [was, SUBJECTS[change]]
  if (was !== is) return [was, `${SUBJECTS[change]}: ${is}`]
  if (event.isVirtual || before.venue === event.venue) return [was, SUBJECTS[change]]
  return [was, say`New place: ${words(event.venue, 'See the event page')}`]
}

/** What has become of all of them together. */
function sumOf(found: { date: ChangedDate; booking: NamedBooking | null }[]) {
  const isOne = found.length === 1
  const [isBooked, isCancelled] = [
    found.some(({ booking }) => booking),
    found.every(({ date }) => date.change === 'cancelled'),
  ]
  if (isCancelled)
    return {
      count: isOne ? 'A date is cancelled' : `${found.length} dates are cancelled`,
      sentence: `${isOne ? 'It' : 'They'} won’t take place. You don’t need to do anything${isBooked ? '; we’re keeping your booking in case that changes' : ''}.`,
    }
  const isValid = isBooked && !found.some(({ date }) => isOff(date.change))
  return {
    count: isOne ? 'A date has changed' : `${found.length} dates have changed`,
    sentence: `${isValid ? 'Your bookings are still valid. ' : ''}Here’s what has changed:`,
  }
}

/** One email for all of them, with what they can do about each. */
export const datesChangeMail =
  (sender: CalendarSender, secrets: Secrets): MailRenderer =>
  async (db, { userId, payload }) => {
    const { dates } = payload as unknown as { dates: ChangedDate[] }
    const account = userId === null ? null : await findAccount(db, userId)
    if (!account || userId === null) return null
    const { publicUrl } = sender
    const found: { date: ChangedDate; event: EventRow; booking: NamedBooking | null }[] = []
    for (const date of dates) {
      const event = await findEvent(db, date.eventId)
      const booking = date.ticketId === null ? null : await findBooking(db, date.ticketId)
      if (event && !event.hiddenAt && (date.ticketId === null || (booking && booking.numberOfTickets > 0)))
        found.push({ date, event, booking: booking && named(booking, publicUrl) })
    }
    const [first] = found
    if (!first) return null
    const answer = (ticketId: number) =>
      signLink(secrets, { purpose: 'answer', userId, email: account.email, subjectId: ticketId })
    const title = titleWords(first.event, 'an event')
    const { count, sentence } = sumOf(found)
    // Of what is cancelled there is nothing to give back.
    const open = found.filter(({ date }) => date.change !== 'cancelled')
    return {
      to: account,
      subject: say`${count}: ${title}`,
      preview: say`${count}: ${title}`,
      heading: count,
      blocks: [
        greeting(account, sentence),
        { kind: 'facts', rows: [['Event', title], ...found.map(({ event, date }) => lineOf(event, date))] },
        noteBlock(first.date.note),
        ...(open.length === 0
          ? []
          : [
              {
                kind: 'choices' as const,
                choices: open.map(({ event, booking }) => ({
                  label: `${booking ? 'Keep or give back' : 'See the event'}: ${whenText(event)}`,
                  url: booking
                    ? `${publicUrl}/links/${answer(booking.ticketId)}`
                    : publicUrl + eventPath({ id: event.id, key: event.linkKey }),
                })),
              },
            ]),
      ],
      attachments: async (plain) => {
        const files = []
        for (const { date, booking } of found.slice(0, MOST_FILES)) {
          const method = isOff(date.change) ? 'CANCEL' : 'REQUEST'
          if (booking) files.push(await bookingCalendar(db, sender, booking, { method, plain }))
        }
        return files.map((file, at) => ({ ...file, filename: `event-${at + 1}.ics` }))
      },
    }
  }

/** For those who have not booked. The place where a virtual event meets is for those who have. */
function factsForOthers(event: EventRow, title: Text, { change, before }: AnnouncedChange): Row[] {
  const was = whenText(timesOf(before, event.timeZone))
  const is = whenText(event)
  const isMoved = before.venue !== event.venue
  const rows: Row[] = [['Event', title]]
  if (isOff(change)) return [...rows, ['Was to be', was]]
  if (was === is) rows.push(['When', is])
  else rows.push(['New time', is], ['Before', was])
  if (!event.isVirtual) rows.push([isMoved ? 'New venue' : 'Venue', words(event.venue, '')])
  return rows
}

interface Button {
  label: string
  url: string
}

interface Bystander {
  /** Why they are notified. */
  reason: string
  button: Button
}

interface Announced {
  event: EventRow
  userId: number
  email: string
  change: Change
}

/** Null: it concerns them no longer. */
type FindBystander = (db: Db, announced: Announced) => Promise<Bystander | null>

/** Nothing to keep or to give back. */
const bystanderMail =
  (find: FindBystander): MailRenderer =>
  async (db, { userId, payload }) => {
    const { eventId, ...announced } = payload as unknown as AnnouncedChange & { eventId: number }
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, eventId)
    if (!account || !event || userId === null) return null
    const found = await find(db, { event, userId, email: account.email, change: announced.change })
    if (!found) return null
    const title = titleWords(event, 'an event')
    return letterOf(account, announced.change, title, [
      greeting(account, found.reason),
      { kind: 'facts', rows: factsForOthers(event, title, announced) },
      noteBlock(announced.note),
      { kind: 'button', ...found.button },
    ])
  }

const whileWaiting = (change: Change) =>
  isOff(change) ? 'While it’s off, we won’t offer any places.' : 'You keep your position on the list.'

const whileAsking = (change: Change) =>
  isOff(change) ? 'While it’s off, nobody decides about your request.' : 'Your request stays as it is.'

const hasAsked = async (db: Db, eventId: number, userId: number) => {
  const { eventId: event, userId: user, endedAt } = bookingRequests
  return (await db.$count(bookingRequests, and(eq(event, eventId), eq(user, userId), isNull(endedAt)))) > 0
}

/** For those who wait: a place on the list, which they may leave. For those who have asked: their request. */
export const waitingChangeMail = (publicUrl: string, secrets: Secrets) =>
  bystanderMail(async (db, { event, userId, email, change }) => {
    const entry = await findLastEntry(db, event.id, userId)
    if (entry && !entry.endedAt) {
      const claim = { purpose: 'offer', userId, email, subjectId: entry.id } as const
      const url = `${publicUrl}/links/${signLink(secrets, claim)}`
      const reason = `You’re on the waiting list for this event. ${whileWaiting(change)}`
      return { reason, button: { label: 'Stay or leave', url } }
    }
    if (!(await hasAsked(db, event.id, userId))) return null
    const url = publicUrl + eventPath({ id: event.id, key: event.linkKey })
    const reason = `You asked for a place at this event. ${whileAsking(change)}`
    return { reason, button: { label: 'See the event', url } }
  })

export const savedChangeMail = (publicUrl: string) =>
  bystanderMail((_db, { event: { id, linkKey } }) => {
    // Those who saved what is unlisted by now may no longer see it.
    if (linkKey) return Promise.resolve(null)
    const button = { label: 'See the event', url: `${publicUrl}/events/${id}` }
    return Promise.resolve({ reason: 'You saved this event and asked us to tell you when something changes.', button })
  })
