// What must be true of an event's seats after every step, whatever happened.
import { asc, eq, getTableColumns, like, sql } from 'drizzle-orm'
import { HOUR } from '../../contract/durations.ts'
import type { Db } from '../db/client.ts'
import { ballotEntries, ballots } from '../db/schema/ballots.ts'
import { bookingAnswers } from '../db/schema/booking-questions.ts'
import { bookingRequests } from '../db/schema/booking-requests.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { ticketPlaces } from '../db/schema/ticket-places.ts'
import { ticketReturns, tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import { NEWCOMER } from './ledger-model-access.ts'

/** What the answers of calls have promised. */
export interface Expected {
  /** Seats of each ticket, as last answered. */
  tickets: Map<number, number>
  /** Whether a person is on the list, as last answered. */
  entries: Map<number, 'open' | 'ended'>
}

/** Addresses without an account that book an event have this in front, so that they are found again. */
export const newcomersOf = (eventId: number) => `newcomer-${eventId}-`

export async function snapshotOf(db: Db, eventId: number) {
  const [found, allTickets, places, returns, entries, allOffers, requests, newcomers, mails, elsewhere] =
    await Promise.all([
      db.select().from(events).where(eq(events.id, eventId)),
      db.select().from(tickets).where(eq(tickets.eventId, eventId)).orderBy(asc(tickets.id)),
      db
        .select(getTableColumns(ticketPlaces))
        .from(ticketPlaces)
        .innerJoin(tickets, eq(tickets.id, ticketPlaces.ticketId))
        .where(eq(tickets.eventId, eventId))
        .orderBy(asc(ticketPlaces.id)),
      db.select().from(ticketReturns).where(eq(ticketReturns.eventId, eventId)),
      db.select().from(waitingEntries).where(eq(waitingEntries.eventId, eventId)).orderBy(asc(waitingEntries.turn)),
      db.select().from(offers).where(eq(offers.eventId, eventId)).orderBy(asc(offers.id)),
      db.select().from(bookingRequests).where(eq(bookingRequests.eventId, eventId)).orderBy(asc(bookingRequests.id)),
      db
        .select()
        .from(users)
        .where(like(users.email, `${newcomersOf(eventId)}%`))
        .orderBy(asc(users.email)),
      db.execute<{ kind: string; count: number }>(sql`
      select kind, count(*)::int as count from mails
      where kind <> 'reminder-confirm' and (ticket_id in (select id from tickets where event_id = ${eventId})
        or (payload->>'offerId')::int in (select id from offers where event_id = ${eventId})
        or (payload->>'requestId')::int in (select id from booking_requests where event_id = ${eventId})
        or (payload->>'entryId')::int in (select id from waiting_entries where event_id = ${eventId})
        or kind = 'standing-booked' and exists (
          select from tickets t where t.event_id = ${eventId} and payload->'ticketIds' @> to_jsonb(t.id)))
      group by kind`),
      db.execute<{ person: number; seats: number }>(sql`
      select t.user_id as person, sum(t.number_of_tickets)::int as seats from tickets t
      join events other on other.id = t.event_id
      where other.id <> ${eventId} and other.series_id = (select series_id from events where id = ${eventId})
      group by t.user_id order by t.user_id`),
    ])
  const [event] = found
  if (!event) throw new Error('the event is gone')
  const findEntrants = () =>
    db
      .select(getTableColumns(ballotEntries))
      .from(ballotEntries)
      .innerJoin(ballots, eq(ballots.id, ballotEntries.ballotId))
      .where(eq(ballots.eventId, eventId))
  const findOrders = () => db.select().from(orders).where(eq(orders.eventId, eventId)).orderBy(asc(orders.id))
  const answered = await db
    .selectDistinct({ ticketId: bookingAnswers.ticketId })
    .from(bookingAnswers)
    .innerJoin(tickets, eq(tickets.id, bookingAnswers.ticketId))
    .where(eq(tickets.eventId, eventId))
  return {
    event,
    left: event.capacity - event.ticketsSold - event.held,
    tickets: allTickets.map((ticket) =>
      newcomers.some(({ id }) => id === ticket.userId) ? { ...ticket, userId: NEWCOMER } : ticket,
    ),
    places,
    returns,
    entries,
    offers: allOffers,
    requests,
    entrants: event.ballot ? await findEntrants() : [],
    orders: event.payBy.length > 0 ? await findOrders() : [],
    answered: answered.map(({ ticketId }) => ticketId),
    newcomers: newcomers.map(({ email }) => email),
    mails: new Map(mails.rows.map(({ kind, count }) => [kind, count])),
    /** Seats of the series' other date, by person. */
    elsewhere: elsewhere.rows.map(({ person, seats }) => `${person} has ${seats}`),
  }
}

export type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

interface Looked {
  before: Snapshot
  after: Snapshot
  expected: Expected
  now: Date
  startTime: Date
  /** Two acts at once, or a backend that died: what was answered need not be the last word. */
  isUnsure: boolean
  /** The organiser may have accepted somebody, who is booked then. */
  isDecided: boolean
  /** Somebody may have lost seats without having called anything. */
  isReleased: boolean
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

export function complaintsAbout(looked: Looked): string[] {
  return [
    ...seatComplaints(looked.after),
    ...answerComplaints(looked),
    ...offerComplaints(looked),
    ...orderComplaints(looked),
    ...mailComplaints(looked.after),
  ]
}

const openEntries = ({ entries }: Snapshot) => entries.filter(({ endedAt }) => !endedAt)
const openOffers = ({ offers: all }: Snapshot) => all.filter(({ endedAt }) => !endedAt)
/** Seats in open orders: the fourth reason for which seats are held. */
const orderedSeats = ({ orders: all }: Snapshot) =>
  sum(all.filter(({ state }) => state === 'open').map(({ seats }) => seats))
const pendingReturns = ({ returns }: Snapshot) => returns.filter((one) => !one.undoneAt && !one.releasedAt)

/** Never oversold, no seat lost, each released once. */
function seatComplaints(after: Snapshot): string[] {
  const { event, tickets: all, places, returns, left } = after
  const tooManySent = all.filter(
    ({ id, numberOfTickets }) =>
      places.filter(({ ticketId, takenBackAt }) => ticketId === id && !takenBackAt).length > numberOfTickets,
  )
  const sold = sum(all.map(({ numberOfTickets }) => numberOfTickets))
  const isRunning = event.ballot === 'running'
  const parts =
    sum(openOffers(after).map(({ seats }) => seats)) +
    sum(openEntries(after).map(({ saved }) => saved)) +
    sum(pendingReturns(after).map((one) => one.held)) +
    orderedSeats(after)
  const held = isRunning ? event.capacity - sold : parts
  const unpaid = all.filter(
    ({ id }) => event.payBy.length > 0 && !after.orders.some((one) => one.ticketId === id && one.state === 'paid'),
  )
  const wrong = all.filter(({ id, firstQuantity, numberOfTickets }) => {
    const gone = returns.filter((one) => one.ticketId === id && !one.undoneAt)
    return (firstQuantity ?? numberOfTickets) !== numberOfTickets + sum(gone.map(({ seats }) => seats))
  })
  return [
    ...(event.ticketsSold === sold ? [] : [`sold is ${event.ticketsSold}, tickets have ${sold}`]),
    ...(isRunning && parts > 0 ? [`${parts} seats are held for somebody before the draw`] : []),
    ...(event.held === held ? [] : [`held is ${event.held}, offers, groups, returns and orders hold ${held}`]),
    ...(left >= 0 ? [] : [`oversold by ${-left}`]),
    ...tooManySent.map(({ id }) => `more places of ticket ${id} are sent than it has seats`),
    ...unpaid.map(({ id }) => `nobody has paid for ticket ${id}`),
    ...wrong.map(({ id }) => `seats of ticket ${id} were released more or less than once`),
  ]
}

/** What a call has answered is so. */
function answerComplaints({ after, before, expected, isUnsure, isDecided, isReleased }: Looked): string[] {
  const complaints: string[] = []
  for (const { id, numberOfTickets, userId } of after.tickets) {
    const known = expected.tickets.get(id)
    // Also who has just changed the wish to that, while seats were free for it.
    const waited = new Set(before.entries.filter((one) => !one.endedAt).map((one) => one.id))
    const isAutomatic = [...before.entries, ...after.entries].some(
      (one) => one.userId === userId && one.automatic && waited.has(one.id),
    )
    if (known === undefined && !isUnsure && !isDecided && !isAutomatic && !before.tickets.some((one) => one.id === id))
      complaints.push(`ticket ${id} was booked by nobody`)
    if (known !== undefined && !isUnsure && !isReleased && known !== numberOfTickets)
      complaints.push(`ticket ${id} has ${numberOfTickets} seats, ${known} were answered`)
    expected.tickets.set(id, numberOfTickets)
  }
  for (const [userId, state] of expected.entries) {
    const isOpen = openEntries(after).some((one) => one.userId === userId)
    if (!isUnsure && state === 'ended' && isOpen) complaints.push(`${userId} has left and is still on the list`)
    expected.entries.set(userId, isOpen ? 'open' : 'ended')
  }
  for (const id of expected.tickets.keys())
    if (!after.tickets.some((one) => one.id === id)) complaints.push(`ticket ${id} is lost`)
  return complaints
}

/** One open offer for an entry, none that is over, none to who rests; nothing open that somebody waiting could take. */
function offerComplaints({ after, before, now, startTime }: Looked): string[] {
  const { event, left } = after
  const offerOf = (entryId: number) => openOffers(after).filter((one) => one.entryId === entryId)
  const isOffering =
    event.status === 'published' && event.ballot !== 'running' && startTime.getTime() - now.getTime() > HOUR
  const complaints: string[] = []
  if (event.admission !== 'book' && openEntries(after).length > 0)
    complaints.push('somebody waits for what is not booked here')
  if (!isOffering && event.ballot !== 'running' && event.held > orderedSeats(after))
    complaints.push(`${event.held} seats are held while nothing may be`)
  for (const one of openOffers(after)) {
    if (one.expiresAt <= now) complaints.push(`offer ${one.id} is over and open`)
    if (one.expiresAt.getTime() > startTime.getTime() - HOUR)
      complaints.push(`offer ${one.id} lasts into the last hour`)
    if (!openEntries(after).some(({ id }) => id === one.entryId)) complaints.push(`offer ${one.id} is to nobody`)
  }
  for (const entry of openEntries(after)) {
    const [offer, second] = offerOf(entry.id)
    const rested = before.entries.find(({ id }) => id === entry.id)?.restingSince
    if (second) complaints.push(`entry ${entry.id} has two offers`)
    if (entry.restingSince && offer) complaints.push(`entry ${entry.id} rests and is offered seats`)
    if (entry.restingSince && rested && entry.restingSince.getTime() !== rested.getTime())
      complaints.push(`entry ${entry.id} was offered again before it was still interested`)
    if (!isOffering || entry.restingSince) continue
    const rest = entry.numberOfTickets - (offer?.seats ?? 0)
    const least = offer ? (rest > 0 ? 1 : Infinity) : entry.atLeast
    // What was given back a moment ago is held for it, and is enough.
    const isProvidedFor = sum(pendingReturns(after).map((one) => one.held)) >= rest
    if (left >= least && !isProvidedFor)
      complaints.push(`${left} seats are open while entry ${entry.id} could take ${least}`)
  }
  return complaints
}

/** Seats go to nobody who joined later while somebody before could have had them. */
function orderComplaints({ after, before, now, isUnsure }: Looked): string[] {
  // What was due frees seats before the act of this step does, and two times one seat is not a place for two. Who should
  // have had them then is for the model to say.
  const wasDue = before.event.settleAt !== null && before.event.settleAt <= now
  if (isUnsure || wasDue) return []
  const made = openOffers(after).filter(({ id }) => !before.offers.some((one) => one.id === id))
  const turnOf = (entryId: number) => after.entries.find(({ id }) => id === entryId)?.turn ?? 0
  // What was saved up for a group was not for those before it.
  const wasGroup = (entryId: number) => before.entries.some(({ id, saved }) => id === entryId && saved > 0)
  return openEntries(after).flatMap((entry) => {
    const isServed = openOffers(after).some(({ entryId }) => entryId === entry.id)
    const was = before.entries.find(({ id }) => id === entry.id)
    const hadOffer = openOffers(before).some(({ entryId }) => entryId === entry.id)
    // What was due came before the act of this step: an entry that joined, woke or changed its wish by it was not passed.
    const isAsBefore = was && !was.restingSince && was.turn === entry.turn && was.atLeast === entry.atLeast
    if (isServed || entry.restingSince || hadOffer || !isAsBefore) return []
    const later = made.filter(({ entryId }) => turnOf(entryId) > entry.turn && !wasGroup(entryId))
    // A larger offer takes the place of the one before: only what it has more went past anybody.
    const had = (entryId: number) => openOffers(before).find((one) => one.entryId === entryId)?.seats ?? 0
    const seats = sum(later.map((one) => one.seats - had(one.entryId)))
    return seats >= entry.atLeast ? [`entry ${entry.id} could have had ${seats} seats that went behind it`] : []
  })
}

/** One each. */
function mailComplaints({ tickets: all, offers: made, mails }: Snapshot): string[] {
  // Taken without an offer, it is told by the confirmation alone.
  const told = made.filter(({ madeAt, endedAt }) => madeAt.getTime() !== endedAt?.getTime())
  const count = (...kinds: string[]) => sum(kinds.map((kind) => mails.get(kind) ?? 0))
  const expired = made.filter(({ ending }) => ending === 'expired')
  const pairs: [string, number, number][] = [
    ['bookings', count('booking', 'booked-for-you', 'standing-booked', 'request-accepted'), all.length],
    ['offers that ran out', count('offer-expired'), expired.length],
  ]
  const lost = pairs.filter(([, sent, wanted]) => sent !== wanted)
  const offersSent = count('offer')
  return [
    ...lost.map(([what, sent, wanted]) => `${sent} mails about ${wanted} ${what}`),
    // Made and answered within the same minute of the fake clock: told or not.
    ...(offersSent >= told.length && offersSent <= made.length
      ? []
      : [`${offersSent} mails about ${told.length} offers`]),
  ]
}
