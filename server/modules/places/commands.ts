import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Place } from '../../../contract/places.ts'
import type { Tx } from '../../db/client.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent } from '../events/queries.ts'
import { isOpen, lockOwnTicket, touchTicket, toPlace, type PlaceRow } from './queries.ts'

async function findRepeated(tx: Tx, ticketId: number, key: string | undefined): Promise<PlaceRow | undefined> {
  if (key === undefined) return undefined
  const isIt = and(eq(ticketPlaces.ticketId, ticketId), eq(ticketPlaces.idempotencyKey, key))
  return (await tx.select().from(ticketPlaces).where(isIt))[0]
}

/** As many as the booking has seats. The door lets in no more than these, whichever codes are shown. */
export async function sendPlace(deps: Deps, user: SessionUser, ticketId: number, key?: string): Promise<Place> {
  const { db, limits, clock } = deps
  await limits.take('booking', user.id)
  return db.transaction(async (tx) => {
    const ticket = await lockOwnTicket(tx, user, ticketId)
    const repeated = await findRepeated(tx, ticketId, key)
    if (repeated) return toPlace(deps, repeated, ticket.eventId)
    const event = await findEvent(tx, ticket.eventId)
    if (!event) throw new AppError('ticket_not_found')
    if (event.status === 'cancelled') throw new AppError('event_cancelled')
    if (event.status !== 'postponed' && event.endTime <= clock()) throw new AppError('event_ended')
    const sent = await tx.$count(ticketPlaces, isOpen(ticketId))
    if (sent >= ticket.numberOfTickets) throw new AppError('no_place_to_send')
    const [made] = await tx.insert(ticketPlaces).values({ ticketId, idempotencyKey: key }).returning()
    await touchTicket(tx, ticketId)
    return toPlace(deps, made!, ticket.eventId)
  })
}

/** Again changes nothing. */
export async function takeBackPlace({ db, clock }: Deps, user: SessionUser, ticketId: number, placeId: number) {
  await db.transaction(async (tx) => {
    await lockOwnTicket(tx, user, ticketId)
    const isIt = and(eq(ticketPlaces.id, placeId), eq(ticketPlaces.ticketId, ticketId))
    const [found] = await tx.select().from(ticketPlaces).where(isIt).for('update')
    if (!found) throw new AppError('place_not_found')
    if (found.usedAt) throw new AppError('place_used')
    if (found.takenBackAt) return
    await tx.update(ticketPlaces).set({ takenBackAt: clock() }).where(isIt)
    await touchTicket(tx, ticketId)
  })
  return null
}
