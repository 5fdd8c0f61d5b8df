// The second, fuller list for spreadsheet programs: every booking, also what was returned, then everybody who waits.
import type { Readable } from 'node:stream'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { spreadsheet, written, type Cell } from '../../http/spreadsheet.ts'
import { listQuestions, readAnswers } from '../booking-questions/queries.ts'
import { ticketsOf } from '../tickets/queries.ts'
import { friendNames, listWaiting, type WaitingRow } from './queries.ts'

const COLUMNS = [
  'List',
  'First name',
  'Last name',
  'Email',
  'Tickets',
  'Answer',
  'Let in',
  'Returned',
  'Booked at',
  'Returned at',
  'Place',
  'Sent to',
]

// As many as the specification's list reads at a time.
const AT_ONCE = 1_000

const bookingColumns = {
  id: tickets.id,
  firstName: sql<string>`coalesce(${users.firstName}, ${tickets.guestName})`,
  lastName: sql<string>`coalesce(${users.lastName}, '')`,
  email: sql<string>`coalesce(${users.email}, ${tickets.guestEmail}, '')`,
  numberOfTickets: tickets.numberOfTickets,
  firstQuantity: tickets.firstQuantity,
  coming: tickets.coming,
  admitted: tickets.admitted,
  bookedAt: tickets.createdAt,
  returnedAt: tickets.returnedAt,
  friends: friendNames,
}

const readBookings = (db: Db, eventId: number) =>
  ticketsOf(db, eventId, (which, atMost) =>
    db
      .select(bookingColumns)
      .from(tickets)
      .leftJoin(users, eq(users.id, tickets.userId))
      .where(which)
      .orderBy(asc(tickets.id))
      .limit(atMost),
  )

async function* readWaiting(db: Db, eventId: number, now: Date) {
  let after: number | undefined
  for (;;) {
    const rows = await listWaiting(db, { eventId, after, limit: AT_ONCE }, now)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.turn
  }
}

interface Booking {
  id: number
  firstName: string
  lastName: string
  email: string
  numberOfTickets: number
  firstQuantity: number | null
  coming: boolean | null
  admitted: number
  bookedAt: Date
  returnedAt: Date | null
  friends: string[]
}

const bookingCells = (row: Booking): Cell[] => [
  'Guests',
  written(row.firstName),
  written(row.lastName),
  written(row.email),
  row.numberOfTickets,
  row.coming ? 'Coming' : '',
  row.admitted,
  (row.firstQuantity ?? row.numberOfTickets) - row.numberOfTickets,
  row.bookedAt.toISOString(),
  row.returnedAt?.toISOString() ?? '',
  '',
  written(row.friends.join(', ')),
]

const waitingCells = (row: WaitingRow): Cell[] => [
  'Waiting list',
  written(row.firstName),
  written(row.lastName),
  written(row.email),
  row.numberOfTickets,
  { waiting: '', offered: 'Offered', resting: 'Resting' }[row.state],
  '',
  '',
  row.joinedAt,
  '',
  row.place,
  '',
]

type Questions = Awaited<ReturnType<typeof listQuestions>>

async function* readAll(db: Db, eventId: number, now: Date, questions: Questions): AsyncGenerator<Cell[][]> {
  for await (const page of readBookings(db, eventId)) {
    const ids = page.map(({ id }) => id)
    const answers = questions.length > 0 ? await readAnswers(db, ids) : null
    const answerCells = (ticketId: number) =>
      questions.map(({ id }) => written(answers?.get(ticketId)?.get(id)?.join(', ') ?? ''))
    yield page.map((row) => [...bookingCells(row), ...answerCells(row.id)])
  }
  const none = questions.map(() => '')
  for await (const page of readWaiting(db, eventId, now)) yield page.map((row) => [...waitingCells(row), ...none])
}

/** A column for each question, those that were replaced at the end. */
export async function fullerCsv(db: Db, eventId: number, now: Date): Promise<Readable> {
  const questions = await listQuestions(db, eventId)
  const columns = [...COLUMNS, ...questions.map(({ label }) => written(label))]
  return spreadsheet(columns, readAll(db, eventId, now, questions), (cells) => cells)
}
