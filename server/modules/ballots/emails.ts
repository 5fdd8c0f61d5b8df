// Emails about a ballot. The receipt and the root are what an entrant compares with the published list.
import { counted } from '../../../contract/counted.ts'
import { and, eq } from 'drizzle-orm'
import type { BallotCancellation } from '../../../contract/ballot-rules.ts'
import { eventPath } from '../../../contract/event-access.ts'
import type { Db } from '../../db/client.ts'
import { ballotEntries, ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import { greeting, say, titleWords, words, type Block, type Letter, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { momentText, whenText } from '../../mail/when-text.ts'
import { numberUntil } from './queries.ts'

async function findEntry(db: Db, id: number) {
  const [row] = await db
    .select({
      entry: ballotEntries,
      ballot: ballots,
      event: events,
      email: users.email,
      firstName: users.firstName,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(ballotEntries)
    .innerJoin(ballots, eq(ballots.id, ballotEntries.ballotId))
    .innerJoin(events, eq(events.id, ballots.eventId))
    .innerJoin(users, eq(users.id, ballotEntries.userId))
    .where(eq(ballotEntries.id, id))
  return row ?? null
}

type Found = NonNullable<Awaited<ReturnType<typeof findEntry>>>

const places = (count: number) => counted(count, 'place')

/** The address of the page that checks a ballot; an unlisted event's key goes with it. */
export const ballotPath = ({ ballot, event }: Pick<Found, 'ballot' | 'event'>) =>
  `/ballots/${ballot.id}${event.linkKey ? `?key=${event.linkKey}` : ''}`

const sourceText = ({ ballot, event }: Pick<Found, 'ballot' | 'event'>): Text =>
  ballot.drawName === null
    ? `round ${ballot.round ?? 0} of drand, on ${momentText(ballot.numberAt, event.timeZone)}`
    : say`${words(ballot.drawName, 'a public draw')}, on ${momentText(ballot.numberAt, event.timeZone)}`

interface Wording {
  subject: string
  text: Text
  facts: [label: string, value: Text][]
  notes?: string[]
  button: { label: string; url: string }
}

function letterTo(reader: Pick<Found, 'email' | 'firstName' | 'emailConfirmedAt' | 'event'>, wording: Wording): Letter {
  const { event } = reader
  const { subject, text, facts, notes = [], button } = wording
  const title = titleWords(event, 'an event')
  const rows: [Text, Text][] = [['Event', title], ['When', whenText(event)], ...facts]
  return {
    to: reader,
    subject: say`${subject}: ${title}`,
    preview: text,
    heading: subject,
    blocks: [
      greeting(reader, text),
      { kind: 'facts', rows },
      { kind: 'button', ...button },
      ...notes.map((note): Block => ({ kind: 'note', text: note })),
    ],
  }
}

/** Of an event that takes place, or may: about the others there is another email. */
async function findForMail(db: Db, payload: Record<string, unknown>): Promise<Found | null> {
  const found = await findEntry(db, Number(payload.ballotEntryId))
  if (!found || found.entry.leftAt || found.event.hiddenAt || found.event.status === 'cancelled') return null
  return found
}

export const enteredMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findForMail(db, payload)
    if (!found?.entry.salt || found.ballot.cancelledAt || found.ballot.drawnAt) return null
    const { entry, ballot, event } = found
    const salt = entry.salt ?? ''
    return letterTo(found, {
      subject: 'You’re in the ballot',
      text: 'You’ve entered. It makes no difference when you enter, but the more places you ask for, the less likely you are to be drawn early.',
      facts: [
        ['Places', String(entry.seats)],
        ['Ballot closes', momentText(ballot.closesAt, event.timeZone)],
        ['Decided by', sourceText(found)],
        ['Receipt: entry', String(entry.id)],
        ['Receipt: salt', salt],
      ],
      button: { label: 'See the ballot', url: publicUrl + ballotPath(found) },
      notes: [
        'Keep this email. With the receipt you can find your own line in the list, and nobody else can.',
        'You can change or leave the ballot on the event’s page until it closes.',
      ],
    })
  }

export const closedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findForMail(db, payload)
    if (!found?.ballot.root || found.ballot.cancelledAt || found.ballot.drawnAt) return null
    return letterTo(found, {
      subject: 'The ballot has closed',
      text: 'The list of entries is sealed. Its seal is below: if anybody changed the list after the number is known, the seal would no longer match.',
      facts: [
        ['Entries', String(found.ballot.entries)],
        ['Seal (root)', found.ballot.root],
        ['Decided by', sourceText(found)],
      ],
      button: { label: 'See the ballot', url: publicUrl + ballotPath(found) },
      notes: ['Keep this email, so that you can compare the seal after the draw.'],
    })
  }

/** Who is offered a place has an email about that. */
async function findPlace(db: Db, { entry, event }: Found): Promise<'offered' | 'waiting' | null> {
  const rows = await db
    .select({ userId: waitingEntries.userId, offerId: offers.id })
    .from(waitingEntries)
    .leftJoin(offers, eq(offers.entryId, waitingEntries.id))
    .where(and(eq(waitingEntries.eventId, event.id), eq(waitingEntries.userId, entry.userId)))
    .limit(1)
  const [row] = rows
  if (!row) return null
  return row.offerId === null ? 'waiting' : 'offered'
}

export const drawnMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findForMail(db, payload)
    if (!found?.ballot.drawnAt || (await findPlace(db, found)) !== 'waiting') return null
    const { entry, ballot, event } = found
    return letterTo(found, {
      subject: 'The ballot has been drawn',
      text: 'You weren’t among the first this time. You’re on the waiting list, in the order of the draw: if somebody doesn’t take their place, we’ll offer it to the next.',
      facts: [
        ['Your place in the draw', `${entry.position ?? 0} of ${ballot.entries}`],
        ['You asked for', places(entry.seats)],
        ['Number', ballot.number ?? ''],
      ],
      button: { label: 'Check the draw', url: publicUrl + ballotPath(found) },
      notes: [
        `You can leave the waiting list on the event’s page: ${publicUrl}${eventPath({ id: event.id, key: event.linkKey })}`,
      ],
    })
  }

const WHY: Record<BallotCancellation, string> = {
  'no-number': 'Nobody entered the number within 24 hours of its time, so there was no draw.',
  'closed-late':
    'We could not seal the list long enough before the number was known, so nobody could have checked the draw.',
  nobody: 'Nobody entered.',
}

export const cancelledMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findForMail(db, payload)
    if (!found?.ballot.cancelledBecause) return null
    const { ballot, event } = found
    const isByOrganiser = ballot.cancelledBecause === 'no-number' && ballot.drawName !== null
    return letterTo(found, {
      subject: 'The ballot was cancelled',
      text: `${isByOrganiser ? 'The organiser did not enter the number within 24 hours of its time, so there was no draw.' : WHY[found.ballot.cancelledBecause]} Booking is now open to everybody, first come, first served.`,
      facts: [],
      button: { label: 'Book', url: publicUrl + eventPath({ id: event.id, key: event.linkKey }) },
    })
  }

/** To the creator, at the time of the number. */
export const numberMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const [found] = await db
      .select({
        ballot: ballots,
        event: events,
        email: users.email,
        firstName: users.firstName,
        emailConfirmedAt: users.emailConfirmedAt,
      })
      .from(ballots)
      .innerJoin(events, eq(events.id, ballots.eventId))
      .innerJoin(users, eq(users.id, events.creatorId))
      .where(eq(ballots.eventId, Number(payload.eventId)))
    if (!found || found.ballot.number !== null || found.ballot.cancelledAt) return null
    if (found.event.hiddenAt || found.event.status === 'cancelled') return null
    return letterTo(found, {
      subject: 'Please enter the number',
      text: 'The list of your ballot is sealed, and the number that decides it can be entered now. Without it the ballot is cancelled and booking opens.',
      facts: [
        ['Entries', String(found.ballot.entries)],
        ['Number of', sourceText(found)],
        ['Enter it by', momentText(numberUntil(found.ballot), found.event.timeZone)],
      ],
      button: { label: 'Enter the number', url: `${publicUrl}/events/${found.event.id}/manage` },
    })
  }
