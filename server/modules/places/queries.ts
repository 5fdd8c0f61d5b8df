import { and, asc, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { readCode } from '../../../contract/door-code.ts'
import type { Place } from '../../../contract/places.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, toEvent } from '../events/queries.ts'

export type PlaceRow = typeof ticketPlaces.$inferSelect

export const toPlace = ({ config, secrets }: Deps, { id, code, usedAt }: PlaceRow, eventId: number): Place => ({
  id,
  // Signed, so that a door without a network knows it.
  code: drawnCode(secrets, { id: eventId }, { code }, 'place'),
  url: `${config.publicUrl}/places/${code}`,
  usedAt: usedAt?.toISOString() ?? null,
})

/** Devices at the door ask for bookings that have changed: its places are part of it. */
export const touchTicket = (tx: Tx, id: number) =>
  tx.update(tickets).set({ numberOfTickets: tickets.numberOfTickets }).where(eq(tickets.id, id))

/** Locked, so that two requests at once do not send one seat twice. Somebody else's ticket does not exist. */
export async function lockOwnTicket(tx: Tx, user: SessionUser, ticketId: number) {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  const [row] = await tx.select().from(tickets).where(isOwn).for('no key update')
  if (!row) throw new AppError('ticket_not_found')
  return row
}

/** Those that were not taken back. */
export const isOpen = (ticketId: number) => and(eq(ticketPlaces.ticketId, ticketId), isNull(ticketPlaces.takenBackAt))

export async function listPlaces(deps: Deps, user: SessionUser, ticketId: number): Promise<Place[]> {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  const { db } = deps
  const [ticket] = await db.select({ eventId: tickets.eventId }).from(tickets).where(isOwn)
  if (!ticket) throw new AppError('ticket_not_found')
  const rows = await db.select().from(ticketPlaces).where(isOpen(ticketId)).orderBy(asc(ticketPlaces.id))
  return rows.map((row) => toPlace(deps, row, ticket.eventId))
}

async function findByCode(db: Db, code: string) {
  const [row] = await db
    .select({ place: ticketPlaces, ticket: tickets })
    .from(ticketPlaces)
    .innerJoin(tickets, eq(tickets.id, ticketPlaces.ticketId))
    .where(and(eq(ticketPlaces.code, code), isNull(ticketPlaces.takenBackAt)))
  return row ?? null
}

/** As it is in the address of its page, or as the door reads it. */
export async function getPlace(deps: Deps, code: string) {
  const { db } = deps
  // What is no code at all is not asked for: it may hold what PostgreSQL cannot read.
  const read = readCode(code)
  const found = read && (await findByCode(db, read.code))
  const event = found && found.ticket.numberOfTickets > 0 && (await findEvent(db, found.ticket.eventId))
  if (!event) throw new AppError('place_not_found')
  return { ...toPlace(deps, found.place, event.id), event: toEvent(event, { userId: null, hasBooked: true }) }
}
