// What an organiser wrote for the emails of an event, with everything filled in for one guest. As a whole it is somebody's
// words: a link that only the filled-in text has is treated like any other.
import { and, eq } from 'drizzle-orm'
import { formatDate, formatTime } from '../../contract/dates.ts'
import type { EmailKind } from '../../contract/email-kinds.ts'
import { fillTemplate, type PlaceholderValues } from '../../contract/placeholders.ts'
import { publicNameOf } from '../../contract/public-name.ts'
import { signLink } from '../access/mail-links.ts'
import type { Secrets } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/client.ts'
import { eventEmails } from '../db/schema/event-emails.ts'
import { events } from '../db/schema/events.ts'
import { users } from '../db/schema/users.ts'
import { greetingName } from '../mail/letter.ts'
import { ticketPage } from './booking-details.ts'

export interface OrganiserWords {
  /** In one line; empty: the usual one. */
  subject: string
  text: string
}

/** The guest and the event, as the placeholders need them. */
export interface Guest {
  ticketId: number
  /** Null: was added by name, and has no account. */
  userId: number | null
  email: string
  firstName: string
  numberOfTickets: number
  title: string
  venue: string
  startTime: Date
  timeZone: string
}

const MOST_OF_NAME = 60
// Placeholders make a text longer: a title is twenty times as long as its placeholder.
const MOST = 10_000

/** What links are made of. */
export type Installation = Pick<Config, 'publicUrl' | 'features'> & { secrets: Secrets }

/** Opens the surveys of one booking without a sign-in; the page of the ticket where there are none. */
function surveyLink({ ticketId, userId, email }: Guest, { publicUrl, features, secrets }: Installation): string {
  if (userId === null || ticketId === 0 || !features.has('surveys')) return ticketPage(ticketId, publicUrl)
  return `${publicUrl}/links/${signLink(secrets, { purpose: 'survey', userId, email, subjectId: ticketId })}`
}

export function valuesFor(guest: Guest, organiser: string, installation: Installation): PlaceholderValues {
  const start = guest.startTime.toISOString()
  return {
    first_name: greetingName(guest).slice(0, MOST_OF_NAME).toWellFormed(),
    event: guest.title,
    date: formatDate(start, guest.timeZone),
    time: formatTime(start, guest.timeZone),
    place: guest.venue,
    seats: String(guest.numberOfTickets),
    ticket_link: ticketPage(guest.ticketId, installation.publicUrl),
    survey_link: surveyLink(guest, installation),
    organiser,
  }
}

export const fillIn = ({ subject, text }: OrganiserWords, values: PlaceholderValues): OrganiserWords => ({
  subject: fillTemplate(subject, values).replace(/\s+/g, ' ').trim(),
  text: fillTemplate(text, values).slice(0, MOST).toWellFormed(),
})

export async function findOrganiser(db: Db | Tx, eventId: number): Promise<string> {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, publicName: users.publicName })
    .from(events)
    .innerJoin(users, eq(users.id, events.creatorId))
    .where(eq(events.id, eventId))
  return row ? publicNameOf(row) : ''
}

/** Null: nothing is written for this email, or it is switched off. */
export async function findWords(
  db: Db,
  eventId: number,
  kind: EmailKind,
  guest: Guest,
  installation: Installation,
): Promise<OrganiserWords | null> {
  const isIt = and(eq(eventEmails.eventId, eventId), eq(eventEmails.kind, kind), eq(eventEmails.enabled, true))
  const [row] = await db.select({ subject: eventEmails.subject, text: eventEmails.text }).from(eventEmails).where(isIt)
  return row ? fillIn(row, valuesFor(guest, await findOrganiser(db, eventId), installation)) : null
}
