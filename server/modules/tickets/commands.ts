import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { createBookingQueue, type BookingQueue, type BookingRequest } from './booking-queue.ts'

type Refusal = Extract<
  ErrorCode,
  'event_not_found' | 'event_ended' | 'sold_out' | 'too_few_left' | 'idempotency_key_reused'
>

export interface BookingOutcome {
  outcome: 'booked' | 'repeated' | Refusal
  ticketId: number | null
  bookedAt: Date | null
  seatsLeft: number
}

type OutcomeRow = [place: number, BookingOutcome['outcome'], ticketId: number | null, Date | null, seatsLeft: number]

/** The rule of booking is the SQL function in server/db/functions/book-tickets.sql: one transaction, all of it there. */
export async function commitBookings(db: Db, requests: BookingRequest[], now: Date): Promise<BookingOutcome[]> {
  const { rows } = await db.$client.query<OutcomeRow>({
    name: 'book_tickets',
    text: 'select place, outcome, ticket, booked_at, seats_left from book_tickets($1, $2, $3, $4, $5)',
    rowMode: 'array',
    values: [
      requests.map((request) => request.userId),
      requests.map((request) => request.eventId),
      requests.map((request) => request.numberOfTickets),
      requests.map((request) => request.idempotencyKey),
      now,
    ],
  })
  const outcomes: BookingOutcome[] = []
  for (const [place, outcome, ticketId, bookedAt, seatsLeft] of rows)
    outcomes[place - 1] = { outcome, ticketId, bookedAt, seatsLeft }
  return outcomes
}

/** Invalidates what shows the event: at once when it sells out, soon otherwise. */
function announce({ changes, jobs }: Deps, requests: BookingRequest[], outcomes: BookingOutcome[]) {
  const seatsLeft = new Map<number, number>()
  outcomes.forEach(({ outcome, seatsLeft: left }, index) => {
    if (outcome === 'booked') seatsLeft.set(requests[index]?.eventId ?? 0, left)
  })
  for (const [eventId, left] of seatsLeft) {
    if (left === 0) changes.changed(eventId)
    else changes.counted(eventId)
  }
  if (seatsLeft.size > 0) jobs.nudge()
}

export const openBookingQueue = (deps: Deps): BookingQueue<BookingOutcome> =>
  createBookingQueue(async (requests) => {
    const outcomes = await commitBookings(deps.db, requests, deps.clock())
    announce(deps, requests, outcomes)
    return outcomes
  })

export interface Booking {
  eventId: number
  numberOfTickets: number
  idempotencyKey: string | null
}

export async function bookTickets(
  { limits, metrics }: Deps,
  queue: BookingQueue<BookingOutcome>,
  user: SessionUser,
  booking: Booking,
): Promise<Ticket> {
  await limits.take('booking', user.id)
  const { outcome, ticketId, bookedAt, seatsLeft } = await queue.book({ ...booking, userId: user.id })
  metrics.bookings.inc({ outcome })
  if (outcome !== 'booked' && outcome !== 'repeated') throw new AppError(outcome, { values: { n: seatsLeft } })
  if (ticketId === null || bookedAt === null) throw new AppError('internal')
  const { eventId, numberOfTickets } = booking
  return { id: ticketId, eventId, numberOfTickets, createdAt: bookedAt.toISOString() }
}
