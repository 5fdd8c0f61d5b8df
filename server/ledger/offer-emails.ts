// Emails to people on a waiting list. Each has a signed link to a page where one press responds.
import { counted, formOf } from '../../contract/counted.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { signLink } from '../access/mail-links.ts'
import type { Secrets } from '../access/secrets.ts'
import type { Db } from '../db/client.ts'
import { ballots } from '../db/schema/ballots.ts'
import { events } from '../db/schema/events.ts'
import { users } from '../db/schema/users.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import { greeting, say, titleWords, type Letter, type Text } from '../mail/letter.ts'
import type { MailRenderer } from '../mail/mail.ts'
import { momentText, whenText } from '../mail/when-text.ts'
import { LAST_HOUR } from './answer-times.ts'
import { findBooking, named } from './booking-details.ts'
import { findStandby } from './confirming.ts'

/** What an email to somebody on the list needs; null once the entry has ended. */
async function findEntryForMail(db: Db, entryId: number) {
  const [row] = await db
    .select({
      entryId: waitingEntries.id,
      userId: waitingEntries.userId,
      numberOfTickets: waitingEntries.numberOfTickets,
      restingSince: waitingEntries.restingSince,
      nothingFreeAt: waitingEntries.nothingFreeAt,
      firstName: users.firstName,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      eventId: events.id,
      title: events.title,
      language: events.language,
      venue: events.venue,
      isVirtual: events.isVirtual,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
      bookingClosesAt: events.bookingClosesAt,
      capacity: events.capacity,
      sold: events.ticketsSold,
      held: events.held,
      drawnAt: ballots.drawnAt,
    })
    .from(waitingEntries)
    .innerJoin(events, eq(events.id, waitingEntries.eventId))
    .innerJoin(users, eq(users.id, waitingEntries.userId))
    .leftJoin(ballots, eq(ballots.eventId, events.id))
    .where(and(eq(waitingEntries.id, entryId), isNull(waitingEntries.endedAt)))
  return row ? { ...row, title: titleWords(row, 'an event') } : null
}

type EntryDetails = NonNullable<Awaited<ReturnType<typeof findEntryForMail>>>

async function findOpenOffer(db: Db, offerId: number) {
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.id, offerId), isNull(offers.endedAt)))
  return row ?? null
}

const places = (count: number) => counted(count, 'place')

interface Wording {
  subject: Text
  heading: string
  text: string
  facts?: [label: string, value: string][]
  button: string
  note?: string
}

function letterFrom(publicUrl: string, secrets: Secrets, entry: EntryDetails, wording: Wording): Letter {
  const { userId, email, entryId } = entry
  const token = signLink(secrets, { purpose: 'offer', userId, email, subjectId: entryId })
  return {
    to: entry,
    subject: wording.subject,
    preview: wording.text,
    heading: wording.heading,
    blocks: [
      greeting(entry, wording.text),
      { kind: 'facts', rows: [['Event', entry.title], ['When', whenText(entry)], ...(wording.facts ?? [])] },
      { kind: 'button', label: wording.button, url: `${publicUrl}/links/${token}` },
      ...(wording.note ? [{ kind: 'note', text: wording.note } as const] : []),
      { kind: 'note', text: 'You can leave the waiting list there at any time.' },
    ],
  }
}

/** Pointless once it was answered or is over. */
export const offerMail =
  (publicUrl: string, secrets: Secrets): MailRenderer =>
  async (db, row) => {
    const offer = await findOpenOffer(db, Number(row.payload.offerId))
    const entry = offer && (await findEntryForMail(db, offer.entryId))
    if (!entry) return null
    const rest = entry.numberOfTickets - offer.seats
    const isDrawn = entry.drawnAt?.getTime() === offer.madeAt.getTime()
    const news = isDrawn
      ? `The ballot has been drawn, and ${formOf(offer.seats, 'a place is', 'places are')} yours.`
      : `${formOf(offer.seats, 'A place has', 'Places have')} come up, and you’re next.`
    return letterFrom(publicUrl, secrets, entry, {
      subject: say`${places(offer.seats)} for you: ${entry.title}`,
      heading: formOf(offer.seats, 'A place is yours', `${places(offer.seats)} are yours`),
      text: `${news} We’re holding ${formOf(offer.seats, 'it', 'them')} for you until the time below.`,
      facts: [
        ['Places', String(offer.seats)],
        ['Reply by', momentText(offer.expiresAt, entry.timeZone)],
      ],
      button: 'Take or decline',
      note: rest > 0 ? `You keep your position on the list for the other ${rest}.` : undefined,
    })
  }

/** Booking had closed by then, so there will be no further offers. */
const wasClosed = ({ bookingClosesAt }: EntryDetails, at: Date | null) =>
  bookingClosesAt !== null && at !== null && bookingClosesAt <= at

/** The entry rests until its owner says that they are still interested. */
export const offerExpiredMail =
  (publicUrl: string, secrets: Secrets): MailRenderer =>
  async (db, row) => {
    const entry = await findEntryForMail(db, Number(row.payload.entryId))
    if (!entry?.restingSince) return null
    const said = wasClosed(entry, entry.restingSince)
      ? {
          text: 'We didn’t hear from you, and booking for this event has closed, so no more places will be offered.',
          button: 'See your place',
        }
      : {
          text: 'We didn’t hear from you in time, so your offer has ended. We won’t offer you more until you say you’re still interested; then you’re back in your old position.',
          button: 'Still interested',
        }
    return letterFrom(publicUrl, secrets, entry, {
      subject: say`Your offer has expired: ${entry.title}`,
      heading: 'Your offer has expired',
      ...said,
    })
  }

/** To somebody who did not confirm: the same news, with a link to the booking. */
async function lastPlacesOnStandby(db: Db, publicUrl: string, secrets: Secrets, ticketId: number) {
  const found = await findBooking(db, ticketId)
  const standby = found && (await findStandby(db, ticketId))
  if (!standby || found.userId === null) return null
  const booking = named(found, publicUrl)
  const token = signLink(secrets, { purpose: 'answer', userId: found.userId, email: found.email, subjectId: ticketId })
  return {
    to: booking,
    subject: say`Last places: ${booking.title}`,
    preview: 'The first tap wins.',
    heading: 'A last-minute place',
    blocks: [
      greeting(
        booking,
        'There are places after all. We’re telling everyone on standby and on the waiting list now, and the first tap wins.',
      ),
      {
        kind: 'facts',
        rows: [
          ['Event', booking.title],
          ['When', whenText(booking)],
          ['On standby', places(standby.seats)],
        ],
      },
      { kind: 'button', label: 'Take my place back', url: `${publicUrl}/links/${token}` },
    ],
  } satisfies Letter
}

/** In the last hour nothing is held: everybody is notified at once. */
export const lastPlacesMail =
  (publicUrl: string, secrets: Secrets): MailRenderer =>
  async (db, row) => {
    if (row.ticketId !== null) return lastPlacesOnStandby(db, publicUrl, secrets, row.ticketId)
    const entry = await findEntryForMail(db, Number(row.payload.entryId))
    const left = entry ? entry.capacity - entry.sold - entry.held : 0
    if (!entry || left <= 0) return null
    return letterFrom(publicUrl, secrets, entry, {
      subject: say`Last places: ${entry.title}`,
      heading: 'A last-minute place',
      text: 'There are places after all. We’re telling everyone on the waiting list now, and the first tap wins.',
      facts: [['Places', String(left)]],
      button: 'Take a place',
    })
  }

const NO_PLACE = 'The event starts in two hours, and no place has come up for you.'

/** What those who still wait can hope for: it depends on whether booking goes on into the last hour. */
function hopesOf({ bookingClosesAt, startTime, timeZone }: EntryDetails): string {
  if (bookingClosesAt && bookingClosesAt.getTime() <= startTime.getTime() - LAST_HOUR)
    return `${NO_PLACE} Booking closes on ${momentText(bookingClosesAt, timeZone)}: until then we’ll offer places that come up, as before.`
  return `${NO_PLACE} From one hour before the start we no longer hold last places: we’ll tell everyone on the list at once, and the first tap wins.`
}

export const nothingFreeMail =
  (publicUrl: string, secrets: Secrets): MailRenderer =>
  async (db, row) => {
    const entry = await findEntryForMail(db, Number(row.payload.entryId))
    if (!entry) return null
    const isShut = wasClosed(entry, entry.nothingFreeAt)
    return letterFrom(publicUrl, secrets, entry, {
      subject: say`${isShut ? 'No place' : 'No place yet'}: ${entry.title}`,
      heading: isShut ? 'No place has come up' : 'No place has come up yet',
      text: isShut ? 'Booking for this event has closed, and no place has come up for you.' : hopesOf(entry),
      button: 'See your place',
    })
  }
