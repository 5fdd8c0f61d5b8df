import { and, asc, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Guest, GuestSort, WaitingGuest } from '../../../contract/guests.ts'
import type { Db, Tx } from '../../db/client.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import { listQuestions, readAnswers } from '../booking-questions/queries.ts'
import { photoPath } from '../../storage/picture.ts'

/** A ticket without seats was given back. */
const hasSeats = gt(tickets.numberOfTickets, 0)

const accountName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`
const guestName = sql<string>`coalesce(${tickets.guestName}, ${accountName})`
/** Of places that are their friends' now, in the order of sending. */
export const friendNames = sql<string[]>`array(
  select p.name from ticket_places p where p.ticket_id = ${tickets.id} and p.taken_back_at is null order by p.id)`
const guestAddress = sql<string | null>`coalesce(${users.email}, ${tickets.guestEmail})`

/** A friend is found by their own name too. */
const namesOnTicket = sql<string>`${guestName} || ' ' || array_to_string(${friendNames}, ' ')`

// More words than anybody types to find one person.
const MAX_WORDS = 10

/** Every word somewhere in the name or the address, accents and case aside. */
function isFound(q: string | undefined, name: SQL, address: SQL): SQL | undefined {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const where = sql`fold(${name} || ' ' || coalesce(${address}, ''))`
  return and(...words.map((word) => sql`strpos(${where}, fold(${word})) > 0`))
}

const guestColumns = {
  ticketId: tickets.id,
  name: guestName,
  email: guestAddress,
  numberOfTickets: tickets.numberOfTickets,
  friends: friendNames,
  coming: tickets.coming,
  admitted: tickets.admitted,
  bookedAt: tickets.createdAt,
  userId: tickets.userId,
  wantsMail: tickets.wantsMail,
  photoKey: users.photoKey,
  photoWidths: users.photoWidths,
}

interface GuestRow extends Omit<Guest, 'bookedAt' | 'isByName' | 'isMailed' | 'photo'> {
  userId: number | null
  wantsMail: boolean
  bookedAt: Date
  photoKey: string | null
  photoWidths: number[] | null
}

const toGuest = ({ userId, wantsMail, bookedAt, photoKey, photoWidths, ...row }: GuestRow): Guest => ({
  ...row,
  photo: photoPath({ photoKey, photoWidths: photoWidths ?? [] }),
  bookedAt: bookedAt.toISOString(),
  isByName: userId === null,
  isMailed: userId !== null || wantsMail,
})

export async function getGuest(tx: Tx, ticketId: number): Promise<Guest> {
  const [row] = await tx
    .select(guestColumns)
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, ticketId))
  if (!row) throw new Error(`there is no ticket ${ticketId}`)
  return toGuest(row)
}

export interface Wanted {
  eventId: number
  q?: string
  missing?: boolean
  /** Without it the newest first. */
  sort?: GuestSort
  order?: 'ascending' | 'descending'
  /** The last one of the page before. */
  after?: number
  limit: number
}

// Where the page before ended.
const lastTicket = alias(tickets, 'last_ticket')
const lastUser = alias(users, 'last_user')

const SORT_KEYS: Record<GuestSort, (of: typeof tickets, by: typeof users) => SQL> = {
  booked: (of) => sql`${of.id}`,
  name: (of, by) => sql`fold(coalesce(${of.guestName}, ${by.firstName} || ' ' || ${by.lastName}))`,
  places: (of) => sql`${of.numberOfTickets}`,
  in: (of) => sql`${of.admitted}`,
}

/** After the last one of the page before, by the key that it has now; those with the same key in order of booking. */
function sortedBy(db: Db, { eventId, sort, order, after }: Wanted) {
  if (sort === undefined)
    return { by: [desc(tickets.id)], isNext: after === undefined ? undefined : lt(tickets.id, after) }
  const isDown = order === 'descending'
  const key = SORT_KEYS[sort](tickets, users)
  const by = isDown ? [desc(key), desc(tickets.id)] : [asc(key), asc(tickets.id)]
  if (after === undefined) return { by, isNext: undefined }
  // An alias has the columns of its table.
  const lastKey = SORT_KEYS[sort](lastTicket as unknown as typeof tickets, lastUser as unknown as typeof users)
  const last = db
    .select({ key: lastKey, id: lastTicket.id })
    .from(lastTicket)
    .leftJoin(lastUser, eq(lastUser.id, lastTicket.userId))
    .where(and(eq(lastTicket.id, after), eq(lastTicket.eventId, eventId)))
  return { by, isNext: sql`(${key}, ${tickets.id}) ${sql.raw(isDown ? '<' : '>')} (${last})` }
}

/** One page of them. */
export async function listGuests(db: Db, wanted: Wanted): Promise<Guest[]> {
  const { eventId, q, missing, limit } = wanted
  const { by, isNext } = sortedBy(db, wanted)
  const isMissing = missing ? lt(tickets.admitted, tickets.numberOfTickets) : undefined
  const rows = await db
    .select(guestColumns)
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.eventId, eventId), hasSeats, isNext, isMissing, isFound(q, namesOnTicket, guestAddress)))
    .orderBy(...by)
    .limit(limit)
  return rows.map(toGuest)
}

/** With what they answered; a guest by name has no account to answer with. */
export async function withAnswers(db: Db, eventId: number, guests: Guest[]): Promise<Guest[]> {
  const questions = await listQuestions(db, eventId)
  if (questions.length === 0 || guests.length === 0) return guests
  const answers = await readAnswers(
    db,
    guests.map(({ ticketId }) => ticketId),
  )
  return guests.map((guest) => {
    const own = answers.get(guest.ticketId)
    const given = questions.flatMap(({ id, label }) => {
      const answer = own?.get(id)
      return answer ? [{ question: label, answer }] : []
    })
    const isMissing = ({ id, required, removedAt }: (typeof questions)[number]) =>
      required && !removedAt && !guest.isByName && !own?.has(id)
    const unanswered = questions.filter(isMissing).map(({ label }) => label)
    return {
      ...guest,
      ...(given.length > 0 && { answers: given }),
      ...(unanswered.length > 0 && { unanswered }),
    }
  })
}

/** How many wait or have an offer before this entry, and itself. */
const rankInLine = sql<number>`(1 + count(*) filter (where ${waitingEntries.restingSince} is null)
  over (order by ${waitingEntries.turn} rows between unbounded preceding and 1 preceding))::int`.as('place')

export type WaitingRow = WaitingGuest & { turn: number; firstName: string; lastName: string }

/** More than any list has: where names are searched for, all of them are looked at. */
const EVERYBODY = 2_147_483_647

/** In order of joining. The whole list is numbered before it is searched: a position does not depend on the search. */
export async function listWaiting(db: Db, { eventId, q, after = 0, limit }: Wanted, now: Date): Promise<WaitingRow[]> {
  const numbered = db
    .select({
      entryId: sql<number>`${waitingEntries.id}`.as('entry_id'),
      turn: waitingEntries.turn,
      place: rankInLine,
    })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.eventId, eventId), isNull(waitingEntries.endedAt)))
    .as('numbered')
  // Cut before accounts are looked up, so that a page costs a page of them.
  const page = db
    .select()
    .from(numbered)
    .where(gt(numbered.turn, after))
    .orderBy(asc(numbered.turn))
    .limit(q ? EVERYBODY : limit)
    .as('page')
  const rows = await db
    .select({
      entry: waitingEntries,
      place: page.place,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      offer: { seats: offers.seats, expiresAt: offers.expiresAt },
    })
    .from(page)
    .innerJoin(waitingEntries, eq(waitingEntries.id, page.entryId))
    .innerJoin(users, eq(users.id, waitingEntries.userId))
    .leftJoin(offers, and(eq(offers.entryId, waitingEntries.id), isNull(offers.endedAt)))
    .where(isFound(q, accountName, sql`${users.email}`))
    .orderBy(asc(page.turn))
    .limit(limit)
  return rows.map((row) => toWaiting(row, now))
}

interface EntryWithOffer {
  entry: typeof waitingEntries.$inferSelect
  place: number
  firstName: string
  lastName: string
  email: string
  offer: { seats: number; expiresAt: Date } | null
}

/** An offer is over at expiresAt, whether or not anything has swept it. */
function toWaiting({ entry, place, firstName, lastName, email, offer }: EntryWithOffer, now: Date): WaitingRow {
  const isOffered = offer !== null && offer.expiresAt > now
  return {
    entryId: entry.id,
    turn: entry.turn,
    place,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email,
    numberOfTickets: entry.numberOfTickets,
    atLeast: entry.atLeast,
    automatic: entry.automatic,
    state: isOffered ? 'offered' : entry.restingSince || offer ? 'resting' : 'waiting',
    offer: isOffered ? { numberOfTickets: offer.seats, expiresAt: offer.expiresAt.toISOString() } : null,
    passedOver: entry.firstPassedAt
      ? { times: entry.passedOver, firstAt: entry.firstPassedAt.toISOString(), saved: entry.saved }
      : null,
    joinedAt: entry.createdAt.toISOString(),
  }
}

export async function countGuests(db: Db, eventId: number) {
  const [row] = await db
    .select({
      bookings: sql<number>`count(*)::int`,
      tickets: sql<number>`coalesce(sum(${tickets.numberOfTickets}), 0)::int`,
      coming: sql<number>`(coalesce(sum(${tickets.numberOfTickets}) filter (where ${tickets.coming}), 0))::int`,
      admitted: sql<number>`coalesce(sum(${tickets.admitted}), 0)::int`,
    })
    .from(tickets)
    .where(and(eq(tickets.eventId, eventId), hasSeats))
  const waiting = await db.$count(
    waitingEntries,
    and(eq(waitingEntries.eventId, eventId), isNull(waitingEntries.endedAt)),
  )
  return { bookings: 0, tickets: 0, coming: 0, admitted: 0, ...row, waiting }
}

/** What was added with this key before, by the same person. */
export async function findAdded(tx: Tx, addedBy: number, key: string | null) {
  if (key === null) return null
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.addedBy, addedBy), eq(tickets.idempotencyKey, key)))
  return row ?? null
}
