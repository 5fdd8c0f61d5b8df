import { and, asc, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Place } from '../../../contract/places.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, toEvent } from '../events/queries.ts'

export type PlaceRow = typeof ticketPlaces.$inferSelect

export const toPlace = ({ id, code, usedAt }: PlaceRow, publicUrl: string): Place => ({
  id,
  code,
  url: `${publicUrl}/places/${code}`,
  usedAt: usedAt?.toISOString() ?? null,
})

/** Locked, so that two requests at once do not send one seat twice. Somebody else's ticket does not exist. */
export async function lockOwnTicket(tx: Tx, user: SessionUser, ticketId: number) {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  const [row] = await tx.select().from(tickets).where(isOwn).for('no key update')
  if (!row) throw new AppError('ticket_not_found')
  return row
}

/** Those that were not taken back. */
export const isOpen = (ticketId: number) => and(eq(ticketPlaces.ticketId, ticketId), isNull(ticketPlaces.takenBackAt))

export async function listPlaces({ db, config }: Deps, user: SessionUser, ticketId: number): Promise<Place[]> {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  if ((await db.$count(tickets, isOwn)) === 0) throw new AppError('ticket_not_found')
  const rows = await db.select().from(ticketPlaces).where(isOpen(ticketId)).orderBy(asc(ticketPlaces.id))
  return rows.map((row) => toPlace(row, config.publicUrl))
}

async function findByCode(db: Db, code: string) {
  const [row] = await db
    .select({ place: ticketPlaces, ticket: tickets })
    .from(ticketPlaces)
    .innerJoin(tickets, eq(tickets.id, ticketPlaces.ticketId))
    .where(and(eq(ticketPlaces.code, code), isNull(ticketPlaces.takenBackAt)))
  return row ?? null
}

export async function getPlace({ db, config }: Deps, code: string) {
  const found = await findByCode(db, code)
  const event = found && found.ticket.numberOfTickets > 0 && (await findEvent(db, found.ticket.eventId))
  if (!event) throw new AppError('place_not_found')
  return { ...toPlace(found.place, config.publicUrl), event: toEvent(event, { userId: null, hasBooked: true }) }
}
