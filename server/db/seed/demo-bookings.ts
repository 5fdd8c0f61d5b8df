// Bookings of the demo events, spread over the weeks before: some came from a newsletter, some were given back, and at
// events that are over most of them came. So every section of the manage screen has something to show.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY, HOUR } from '../../../contract/durations.ts'
import type { Tx } from '../client.ts'
import { bookingQuestions } from '../schema/booking-questions.ts'
import { bookingRequests } from '../schema/booking-requests.ts'
import { doorLinks } from '../schema/door.ts'
import { turnoutForecasts } from '../schema/insights.ts'
import { reminderRounds, reminders, type Reminder } from '../schema/reminders.ts'
import { ticketReturns, tickets, type CameFrom } from '../schema/tickets.ts'
import type { DemoEvent } from './demo-event.ts'

export interface SeededEvent {
  id: number
  creatorId: number
  startTime: Date
  endTime: Date
}

type TicketRow = typeof tickets.$inferInsert & { createdAt: Date; numberOfTickets: number }

const SOURCES: (CameFrom | null)[] = [
  null,
  { site: 'whatson.example' },
  { source: 'newsletter', medium: 'email', campaign: 'this-week' },
  null,
  { site: 'friends.example' },
  { source: 'poster', medium: 'print' },
]

/** No two alike, and the same every time. */
const hoursBefore = (turn: number) => 2 + ((turn * 53) % 420)

/** Bookings of one to four seats that add up to what is sold, in the order of time. */
function bookingsOf(demo: DemoEvent, event: SeededEvent, guestId: number, attendeeIds: number[], now: Date) {
  const until = Math.min(now.getTime(), event.startTime.getTime())
  const isOver = event.endTime <= now
  const rowOf = (userId: number, numberOfTickets: number, turn: number): TicketRow => ({
    eventId: event.id,
    userId,
    numberOfTickets,
    cameFrom: SOURCES[turn % SOURCES.length],
    createdAt: new Date(until - hoursBefore(turn) * HOUR),
    // Four of five came.
    admitted: isOver && turn % 5 !== 0 ? numberOfTickets : 0,
  })
  const rows: TicketRow[] = demo.guestTickets > 0 ? [rowOf(guestId, demo.guestTickets, event.id * 5 + 1)] : []
  let left = demo.sold - demo.guestTickets
  for (let turn = event.id; left > 0; turn++) {
    const numberOfTickets = Math.min(left, 1 + (turn % 4), demo.maxPerPerson ?? 4)
    rows.push(rowOf(attendeeIds[turn % attendeeIds.length]!, numberOfTickets, turn))
    left -= numberOfTickets
  }
  return rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

const WINDOWS: [Reminder, number][] = [
  ['early', 5 * DAY],
  ['late', DAY],
]

/** Their reminders have gone out before the demo began: nobody gets a hundred emails at the first start. */
async function noteReminders(tx: Tx, event: SeededEvent, now: Date) {
  for (const [which, before] of WINDOWS) {
    const due = new Date(event.startTime.getTime() - before)
    if (event.startTime <= now || due > now) continue
    await tx.insert(reminderRounds).values({ eventId: event.id, which, startTime: event.startTime })
    await tx.execute(sql`
      insert into ${reminders} (ticket_id, which, created_at)
      select id, ${which}, ${due} from ${tickets} where event_id = ${event.id} and created_at < ${due}`)
    // Half of those who were reminded have answered.
    await tx.execute(sql`
      update ${tickets} set coming = true where event_id = ${event.id} and created_at < ${due} and id % 2 = 0`)
  }
}

/** A door that was used, and what had been expected. */
async function noteDoor(tx: Tx, event: SeededEvent, rows: TicketRow[]) {
  const seats = rows.reduce((sum, { numberOfTickets }) => sum + numberOfTickets, 0)
  const admitted = rows.reduce((sum, row) => sum + (row.admitted ?? 0), 0)
  const { id: eventId, creatorId: createdBy, startTime } = event
  await tx.insert(doorLinks).values({
    eventId,
    createdBy,
    admitted,
    name: 'Front door',
    mayAdd: true,
    tokenHash: randomBytes(32),
    createdAt: startTime,
  })
  const range = { low: Math.floor(seats * 0.62), high: Math.ceil(seats * 0.78) }
  await tx.insert(turnoutForecasts).values({ eventId, startTime, saidAt: startTime, seats, ...range })
}

/** Two bookings that were given back: their seats are nobody's any more. */
async function noteReturns(tx: Tx, { id: eventId }: SeededEvent, attendeeIds: number[], now: Date) {
  for (const [at, seats] of [2, 1].entries()) {
    const returnedAt = new Date(now.getTime() - (at + 2) * DAY)
    const createdAt = new Date(returnedAt.getTime() - 3 * DAY)
    const userId = attendeeIds[at + 3]!
    const [ticket] = await tx
      .insert(tickets)
      .values({ eventId, userId, numberOfTickets: 0, firstQuantity: seats, returnedAt, createdAt })
      .returning({ id: tickets.id })
    const times = { returnedAt, undoUntil: returnedAt, releasedAt: returnedAt }
    await tx.insert(ticketReturns).values({ ticketId: ticket!.id, eventId, seats, by: 'guest', ...times })
  }
}

/** Asked, and answered by every second booking. */
async function insertQuestions(tx: Tx, { questions }: DemoEvent, { id: eventId }: SeededEvent, now: Date) {
  for (const [position, { answers, ...question }] of questions.entries()) {
    const [asked] = await tx
      .insert(bookingQuestions)
      .values({ eventId, position, ...question })
      .returning({ id: bookingQuestions.id })
    const given = sql`(${sql.param(answers)}::text[])[1 + t.id % ${answers.length}]`
    await tx.execute(sql`
      insert into booking_answers (ticket_id, question_id, answer, answered_at)
      select t.id, ${asked!.id}, array[${given}], ${now} from tickets t where t.event_id = ${eventId} and t.id % 2 = 0`)
  }
}

/** The first of the people ask for one place, the next for two, and so on. */
async function insertRequests(
  tx: Tx,
  { requests }: DemoEvent,
  { id: eventId }: SeededEvent,
  { attendeeIds, now }: Stage,
) {
  if (!requests || requests.length === 0) return
  const rows = requests.map((text, at) => ({
    eventId,
    userId: attendeeIds[at]!,
    numberOfTickets: 1 + (at % 2),
    text: text || null,
    createdAt: new Date(now.getTime() - (requests.length - at) * 5 * HOUR),
  }))
  await tx.insert(bookingRequests).values(rows)
}

/** Of four places the demo guest has sent one to a friend. */
const sendPlace = (tx: Tx, { id: eventId }: SeededEvent, guestId: number) =>
  tx.execute(sql`
    insert into ticket_places (ticket_id, name, created_at)
    select id, 'Saoirse', created_at from tickets
    where event_id = ${eventId} and user_id = ${guestId} and number_of_tickets = 4`)

export interface Stage {
  guestId: number
  attendeeIds: number[]
  now: Date
}

export async function insertBookings(
  tx: Tx,
  demo: DemoEvent,
  event: SeededEvent,
  { guestId, attendeeIds, now }: Stage,
) {
  const rows = bookingsOf(demo, event, guestId, attendeeIds, now)
  if (rows.length > 0) await tx.insert(tickets).values(rows)
  if (event.startTime > now) await sendPlace(tx, event, guestId)
  await insertQuestions(tx, demo, event, now)
  await insertRequests(tx, demo, event, { guestId, attendeeIds, now })
  if (demo.creator !== 'creator' || rows.length === 0) return noteReminders(tx, event, now)
  if (event.endTime <= now) return noteDoor(tx, event, rows)
  await noteReturns(tx, event, attendeeIds, now)
  await noteReminders(tx, event, now)
}
