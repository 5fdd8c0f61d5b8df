import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { PLACES_SENT } from '../../../contract/limits.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { Place } from '../../../contract/places.ts'
import type { Tx } from '../../db/client.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { isOver } from '../../ledger/bookable.ts'
import { findEvent } from '../events/queries.ts'
import { findPlaceByCode, lockOwnTicket, readOpenPlaces, touchTicket, toPlace, type PlaceRow } from './queries.ts'

interface Sending {
  name: string
  key?: string
}

async function findRepeated(tx: Tx, ticketId: number, { name, key }: Sending): Promise<PlaceRow | undefined> {
  if (key === undefined) return undefined
  const isIt = and(eq(ticketPlaces.ticketId, ticketId), eq(ticketPlaces.idempotencyKey, key))
  const [row] = await tx.select().from(ticketPlaces).where(isIt)
  if (row) requireSameWish(row, { name }, 'place')
  return row
}

/** Only a seat that is neither a friend's nor in: from then on it is the friend's, and the sender's code does not admit it. */
export async function sendPlace(deps: Deps, user: SessionUser, ticketId: number, sending: Sending): Promise<Place> {
  const { db, limits, clock } = deps
  await limits.take('booking', user.id)
  return db.transaction(async (tx) => {
    const ticket = await lockOwnTicket(tx, user, ticketId)
    const repeated = await findRepeated(tx, ticketId, sending)
    if (repeated) return toPlace(deps, repeated, ticket.eventId)
    const event = await findEvent(tx, ticket.eventId)
    if (!event) throw new AppError('ticket_not_found')
    if (event.status === 'cancelled') throw new AppError('event_cancelled')
    if (isOver(event, clock())) throw new AppError('event_ended')
    const sent = await readOpenPlaces(tx, ticketId)
    const isTooMany = (await tx.$count(ticketPlaces, eq(ticketPlaces.ticketId, ticketId))) >= PLACES_SENT
    if (isTooMany || ownSeats({ ...ticket, sent }).free === 0) throw new AppError('no_place_to_send')
    const { name, key } = sending
    const [made] = await tx
      .insert(ticketPlaces)
      .values({ ticketId, name, idempotencyKey: key, createdAt: clock() })
      .returning()
    await touchTicket(tx, ticketId)
    return toPlace(deps, made!, ticket.eventId)
  })
}

/** The ticket is locked. Again changes nothing. */
async function lockPlace(tx: Tx, ticketId: number, placeId: number): Promise<PlaceRow> {
  const isIt = and(eq(ticketPlaces.id, placeId), eq(ticketPlaces.ticketId, ticketId))
  const [found] = await tx.select().from(ticketPlaces).where(isIt).for('update')
  if (!found) throw new AppError('place_not_found')
  if (found.usedAt) throw new AppError('place_used')
  return found
}

/** By the sender, until it is let in. Again changes nothing. */
export async function takeBackPlace({ db, clock }: Deps, user: SessionUser, ticketId: number, placeId: number) {
  await db.transaction(async (tx) => {
    await lockOwnTicket(tx, user, ticketId)
    const { takenBackAt } = await lockPlace(tx, ticketId, placeId)
    if (takenBackAt) return
    await tx.update(ticketPlaces).set({ takenBackAt: clock() }).where(eq(ticketPlaces.id, placeId))
    await touchTicket(tx, ticketId)
  })
  return null
}

/** By the friend: the seat is the sender's again, who is emailed. Again changes nothing. */
export async function handBackPlace(deps: Deps, code: string) {
  const { db, clock, mails, jobs } = deps
  const found = await findPlaceByCode(db, code)
  if (!found) throw new AppError('place_not_found')
  const { id: placeId, ticketId } = found.place
  await db.transaction(async (tx) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for('no key update')
    if (!ticket) throw new AppError('place_not_found')
    const { takenBackAt, handedBackAt, name } = await lockPlace(tx, ticketId, placeId)
    if (handedBackAt) return
    if (takenBackAt) throw new AppError('place_not_found')
    const event = await findEvent(tx, ticket.eventId)
    if (!event) throw new AppError('place_not_found')
    if (isOver(event, clock())) throw new AppError('event_ended')
    const now = clock()
    await tx.update(ticketPlaces).set({ takenBackAt: now, handedBackAt: now }).where(eq(ticketPlaces.id, placeId))
    await touchTicket(tx, ticketId)
    await mails.add(tx, { kind: 'place-handed-back', userId: ticket.userId, ticketId, payload: { name } })
  })
  jobs.nudge()
  return null
}
