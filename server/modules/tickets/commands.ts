import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { requireSight } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import type { CameFrom } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { entryOfUser, findByKey, requireRoom, seatsFor, takeSeats } from '../../ledger/take-seats.ts'
import type { SessionUser } from '../../http/session.ts'
import { settleIfThere } from '../../ledger/settling.ts'
import { findAccountByEmail } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { createBookingQueue, type BookingQueue, type BookingRequest } from './booking-queue.ts'

type Refusal = Extract<
  ErrorCode,
  | 'event_not_found'
  | 'event_cancelled'
  | 'event_postponed'
  | 'event_ended'
  | 'booking_closed'
  | 'ask_for_a_place'
  | 'enter_the_ballot'
  | 'pay_first'
  | 'per_person_limit'
  | 'sold_out'
  | 'too_few_left'
  | 'no_booking_needed'
  | 'booking_elsewhere'
  | 'idempotency_key_reused'
>

export interface BookingOutcome {
  /**
   * unsettled: something in the event's ledger is due first; waiting: who asks is on the waiting list; unlisted: it is
   * still to be found out whether they may see the event.
   */
  outcome: 'booked' | 'repeated' | 'unsettled' | 'waiting' | 'unlisted' | Refusal
  ticketId: number | null
  bookedAt: Date | null
  seatsLeft: number
  /** Of the ticket as it is now, when the booking is repeated. */
  numberOfTickets: number
  /** For one person, where there is such a limit. */
  most?: number | null
}

type OutcomeRow = [
  position: number,
  BookingOutcome['outcome'],
  ticketId: number | null,
  Date | null,
  seatsLeft: number,
  numberOfTickets: number,
  most: number | null,
]

/** The rule of booking is the SQL function in server/db/functions/book-places.sql: one transaction, all of it there. */
export async function commitBookings(db: Db, requests: BookingRequest[], now: Date): Promise<BookingOutcome[]> {
  const { rows } = await db.$client.query<OutcomeRow>({
    name: 'book_places',
    text: 'select place, outcome, ticket, booked_at, seats_left, quantity, most from book_places($1, $2, $3, $4, $5, $6)',
    rowMode: 'array',
    values: [
      requests.map((request) => request.userId),
      requests.map((request) => request.eventId),
      requests.map((request) => request.numberOfTickets),
      requests.map((request) => request.idempotencyKey),
      requests.map(({ cameFrom }) => (cameFrom ? JSON.stringify(cameFrom) : null)),
      now,
    ],
  })
  const outcomes: BookingOutcome[] = []
  for (const [position, outcome, ticketId, bookedAt, seatsLeft, numberOfTickets, most] of rows)
    outcomes[position - 1] = { outcome, ticketId, bookedAt, seatsLeft, numberOfTickets, most }
  return outcomes
}

interface InsideRow {
  [name: string]: unknown
  outcome: BookingOutcome['outcome']
  ticket: number | null
  booked_at: string | null
  seats_left: number
  quantity: number
  most: number | null
}

/** The same statement for one person, inside of a transaction that writes more. */
export async function bookInside(
  tx: Tx,
  { userId, eventIds, numberOfTickets, idempotencyKey = null, cameFrom }: BookingInside,
  now: Date,
): Promise<BookingOutcome[]> {
  const source = cameFrom ? JSON.stringify(cameFrom) : null
  const same = (value: unknown) => sql.param(eventIds.map(() => value))
  const { rows } = await tx.execute<InsideRow>(sql`
    select outcome, ticket, booked_at, seats_left, quantity, most from book_places(
      ${same(userId)}::int[], ${sql.param(eventIds)}::int[], ${same(numberOfTickets)}::int[],
      ${same(idempotencyKey)}::text[], ${same(source)}::text[], ${now}) order by place`)
  return rows.map(({ outcome, ticket, booked_at: bookedAt, seats_left: seatsLeft, quantity, most }) => ({
    outcome,
    ticketId: ticket,
    bookedAt: bookedAt === null ? null : new Date(bookedAt),

    seatsLeft,
    numberOfTickets: quantity,
    most,
  }))
}

export interface BookingInside extends Omit<BookingRequest, 'eventId' | 'idempotencyKey'> {
  eventIds: number[]
  idempotencyKey?: string | null
}

/** Something in the event's ledger is due first: nothing of the transaction may stay. */
export class Unsettled extends Error {
  readonly eventIds: number[]
  constructor(eventIds: number[]) {
    super('Something is due first.')
    this.eventIds = eventIds
  }
}

/** Somebody may book on another instance at the same time, so that something is due again; not without end. */
const MAX_ROUNDS = 5

/** For a transaction with bookInside, which throws Unsettled: again when those events are settled. */
export async function onceSettled<T>(deps: Deps, book: () => Promise<T>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      return await book()
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error
      for (const eventId of error.eventIds) await settleIfThere(deps, eventId)
    }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

/** Invalidates what shows the event: at once when it sells out, soon otherwise. */
export function announce({ changes, jobs }: Deps, requests: BookingRequest[], outcomes: BookingOutcome[]) {
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

async function commitAndAnnounce(deps: Deps, requests: BookingRequest[], at: Date): Promise<BookingOutcome[]> {
  const outcomes = await commitBookings(deps.db, requests, at)
  announce(deps, requests, outcomes)
  return outcomes
}

const queues = new WeakMap<Deps, BookingQueue<BookingOutcome>>()

/** One for everything that the same server is asked for. */
function queueOf(deps: Deps): BookingQueue<BookingOutcome> {
  const opened = queues.get(deps)
  if (opened) return opened
  const queue = createBookingQueue<BookingOutcome>({
    commit: (requests, settledAt = deps.clock()) => commitAndAnnounce(deps, requests, settledAt),
    // What is due comes first: an offer is dead when its time is over, whether or not a job has been there.
    isUnsettled: ({ outcome }) => outcome === 'unsettled',
    settle: async (eventIds) => {
      const now = deps.clock()
      for (const eventId of eventIds) await settleIfThere({ ...deps, clock: () => now }, eventId)
      return now
    },
  })
  queues.set(deps, queue)
  return queue
}

export interface Booking {
  eventId: number
  numberOfTickets: number
  idempotencyKey: string | null
  cameFrom?: CameFrom
  /** Of an unlisted event. */
  key?: string
}

/** Under the event's lock: an offer is used first, then seats that are for everybody. */
export async function bookIn(
  deps: Deps,
  change: LedgerChange,
  userId: number,
  { numberOfTickets, idempotencyKey, cameFrom, key }: Omit<Booking, 'eventId'>,
): Promise<BookingOutcome> {
  const { ledger, now } = change
  const answer = (outcome: BookingOutcome['outcome'], seatsLeft = 0): BookingOutcome => ({
    outcome,
    seatsLeft,
    ticketId: null,
    bookedAt: null,
    numberOfTickets,
  })
  const first = await findByKey(change, userId, idempotencyKey)
  const isSame =
    first?.eventId === ledger.event.id && (first.firstQuantity ?? first.numberOfTickets) === numberOfTickets
  if (first && !isSame) return answer('idempotency_key_reused')
  const of = (ticket: { id: number; createdAt: Date; numberOfTickets: number }) => ({
    ticketId: ticket.id,
    bookedAt: ticket.createdAt,
    numberOfTickets: ticket.numberOfTickets,
  })
  if (first) return { ...answer('repeated'), ...of(first) }
  await requireSight(change.tx, await findEvent(change.tx, ledger.event.id), { id: userId }, key)
  requireBookable(ledger.event, now)
  if (isPaid(ledger.event)) return answer('pay_first')
  // Switched on a moment ago.
  if (ledger.event.approval) return answer('ask_for_a_place')
  if (ledger.event.ballot === 'running') return answer('enter_the_ballot')
  // After the start the list is over, also while somebody can still undo what they gave back.
  const entry = now < ledger.event.startTime ? entryOfUser(ledger, userId) : null
  const left = seatsFor(ledger, entry)
  if (left < numberOfTickets) return answer(left === 0 ? 'sold_out' : 'too_few_left', left)
  await requireRoom(change, userId, numberOfTickets)
  const taken = await takeSeats(deps, change, { userId, entry, seats: numberOfTickets, idempotencyKey, cameFrom })
  return { ...answer('booked'), ...of(taken) }
}

const bookInLedger = (deps: Deps, userId: number, booking: Booking) =>
  inLedger(deps, booking.eventId, (change) => bookIn(deps, change, userId, booking), { userId })

/** The sentence that belongs to an outcome, where nothing was booked. */
export function refusalOf({ outcome, seatsLeft, most }: BookingOutcome): AppError | null {
  if (outcome === 'booked' || outcome === 'repeated') return null
  if (outcome === 'unsettled' || outcome === 'waiting' || outcome === 'unlisted')
    return new AppError('unavailable', { retryAfterSeconds: 1 })
  return new AppError(outcome, { values: { n: outcome === 'per_person_limit' ? (most ?? 0) : seatsLeft } })
}

/** What was booked, or why not. */
export function ticketOf({ eventId }: Booking, outcome: BookingOutcome): Ticket {
  const refusal = refusalOf(outcome)
  if (refusal) throw refusal
  const { ticketId, bookedAt, numberOfTickets } = outcome
  if (ticketId === null || bookedAt === null) throw new AppError('internal')
  return { id: ticketId, eventId, numberOfTickets, createdAt: bookedAt.toISOString() }
}

export async function bookTickets(deps: Deps, user: SessionUser, booking: Booking): Promise<Ticket> {
  await deps.limits.take('booking', user.id)
  const queued = await queueOf(deps).book({ ...booking, userId: user.id })
  const done =
    queued.outcome === 'waiting' || queued.outcome === 'unlisted'
      ? await retryKeyedWhileAway(booking.idempotencyKey, () => bookInLedger(deps, user.id, booking))
      : queued
  deps.metrics.bookings.inc({ outcome: done.outcome })
  return ticketOf(booking, done)
}

// An address without tickets takes as long to answer as one with: this hides the time of a write.
const RESEND_MS = 150

/** For somebody who cannot find the confirmation. The same answer whether or not the address has tickets. */
export async function resendTickets(deps: Deps, email: string, ip: string) {
  await deps.limits.take('forgotPassword', ip)
  await Promise.all([mailTickets(deps, email), wait(RESEND_MS)])
  return { message: 'If this address has tickets, an email with them is on its way.' }
}

async function mailTickets({ db, limits, mails, jobs }: Deps, email: string) {
  const account = await findAccountByEmail(db, email)
  const mayMail = await limits.tryTake('resendTickets', email.toLowerCase())
  // Without upcoming tickets its renderer skips it.
  if (!account || !mayMail) return
  await mails.add(db, { kind: 'tickets-again', userId: account.id })
  jobs.nudge()
}
