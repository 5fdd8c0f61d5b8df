import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import type { Db, Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { tickets, type CameFrom } from '../db/schema/tickets.ts'
import type { Deps } from '../deps.ts'
import type { LedgerChange } from './in-ledger.ts'
import { endEntry, endOffer, isPaid, type Entry, type Ledger, type LedgerEvent, type Offer } from './ledger.ts'
import { fulfil } from './settle.ts'

export type TicketRow = typeof tickets.$inferSelect

export const entryOfUser = ({ entries }: Ledger, userId: number) =>
  entries.find((entry) => entry.userId === userId) ?? null

export interface Taking {
  userId: number
  /** Whose offer is used first. */
  entry: Entry | null
  seats: number
  /** Wants no more: took fewer than were offered. */
  isEnough?: boolean
  idempotencyKey: string | null
  cameFrom?: CameFrom
}

/** The seats this person could have now: those offered to them and those open to everybody. */
export const seatsFor = ({ open }: Ledger, entry: Entry | null) => Math.max(0, open) + (entry?.offer?.seats ?? 0)

/** How many more this person may have, where the creator has set a limit for each: over all current bookings and an open order. */
export async function roomFor(
  db: Db | Tx,
  event: Pick<LedgerEvent, 'id' | 'maxPerPerson' | 'payBy'>,
  userId: number,
): Promise<number> {
  const { id, maxPerPerson } = event
  if (maxPerPerson === null) return Infinity
  const [own] = await db
    .select({ seats: sql<number>`coalesce(sum(${tickets.numberOfTickets}), 0)::int` })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.eventId, id)))
  return Math.max(0, maxPerPerson - (own?.seats ?? 0) - (await orderedBy(db, event, userId)))
}

/** Seats of this person's open order. */
export async function orderedBy(
  db: Db | Tx,
  event: Pick<LedgerEvent, 'id' | 'payBy'>,
  userId: number,
): Promise<number> {
  if (!isPaid(event)) return 0
  const [open] = await db
    .select({ seats: orders.seats })
    .from(orders)
    .where(and(eq(orders.eventId, event.id), eq(orders.userId, userId), eq(orders.state, 'open')))
  return open?.seats ?? 0
}

export async function requireRoom(
  { ledger: { event }, tx }: LedgerChange,
  userId: number,
  seats: number,
): Promise<void> {
  if (seats > (await roomFor(tx, event, userId)))
    throw new AppError('per_person_limit', { values: { n: event.maxPerPerson ?? 0 } })
}

/** Books seats that are there: see seatsFor. */
export async function takeSeats(
  { mails }: Pick<Deps, 'mails'>,
  { ledger, tx, now }: LedgerChange,
  { userId, entry, seats, isEnough = false, idempotencyKey, cameFrom }: Taking,
): Promise<TicketRow> {
  const eventId = ledger.event.id
  const [ticket] = await tx
    .insert(tickets)
    .values({ eventId, userId, numberOfTickets: seats, idempotencyKey, cameFrom, createdAt: now })
    .returning()
  if (!ticket) throw new AppError('internal')
  await mails.add(tx, { kind: 'booking', userId, ticketId: ticket.id })
  const offered = entry?.offer?.seats ?? 0
  ledger.sold += seats
  ledger.open -= Math.max(0, seats - offered)
  if (!entry) return ticket
  // Without an offer, or too late for it: recorded all the same, so that a second press returns this ticket.
  entry.offer ??= acceptedAtOnce(ledger, entry, seats, now)
  endOffer(entry, 'accepted', now, ticket.id)
  if (isEnough || seats < offered) endEntry(ledger, entry, 'booked', now)
  else fulfil(ledger, entry, seats, now)
  return ticket
}

/**
 * Holds seats that are there, for an open order: see seatsFor. An entry rests while it is open, so that nobody is offered seats
 * twice; if it is never paid, the entry goes on resting, as after an offer that has run out.
 */
export function holdSeats({ ledger, now }: Pick<LedgerChange, 'ledger' | 'now'>, entry: Entry | null, seats: number) {
  const offered = entry?.offer?.seats ?? 0
  ledger.ordered += seats
  ledger.open -= Math.max(0, seats - offered)
  if (!entry) return
  endOffer(entry, 'accepted', now)
  entry.restingSince = now
}

/** Of an order that is paid or given up: what becomes of them is decided next, under the same lock. */
export function unholdSeats({ ledger }: Pick<LedgerChange, 'ledger'>, seats: number) {
  ledger.ordered -= seats
}

function acceptedAtOnce(ledger: Ledger, entry: Entry, seats: number, now: Date): Offer {
  const offer: Offer = {
    id: null,
    entryId: entry.id,
    eventId: ledger.event.id,
    seats,
    endedAt: null,
    ending: null,
    ticketId: null,
    madeAt: now,
    toldAt: now,
    expiresAt: now,
  }
  ledger.offers.push(offer)
  return offer
}

/** What was booked with this key before. */
export async function findByKey({ tx }: LedgerChange, userId: number, key: string | null): Promise<TicketRow | null> {
  if (key === null) return null
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.idempotencyKey, key)))
  return row ?? null
}
