import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { readCode } from '../../../contract/door-code.ts'
import type { Place } from '../../../contract/places.ts'
import type { SentPlace } from '../../../contract/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, toEvent } from '../events/queries.ts'

export type PlaceRow = typeof ticketPlaces.$inferSelect

export const toSentPlace = ({ id, name, usedAt }: Pick<PlaceRow, 'id' | 'name' | 'usedAt'>): SentPlace => ({
  id,
  name,
  usedAt: usedAt?.toISOString() ?? null,
})

export const toPlace = ({ config, secrets }: Deps, row: PlaceRow, eventId: number): Place => ({
  ...toSentPlace(row),
  // Signed, so that a door without a network knows it.
  code: drawnCode(secrets, { id: eventId }, { code: row.code }, 'place'),
  url: `${config.publicUrl}/places/${row.code}`,
})

/** Devices at the door ask for bookings that have changed: its places are part of it. */
export const touchTicket = (tx: Tx, id: number) =>
  tx.update(tickets).set({ numberOfTickets: tickets.numberOfTickets }).where(eq(tickets.id, id))

/** Whatever changes a place holds the lock of its ticket. Somebody else's ticket does not exist. */
export async function lockOwnTicket(tx: Tx, user: SessionUser, ticketId: number) {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  const [row] = await tx.select().from(tickets).where(isOwn).for('no key update')
  if (!row) throw new AppError('ticket_not_found')
  return row
}

/** Those that are their friends' now, in the order of sending. */
export const readOpenPlaces = (db: Db | Tx, ticketId: number): Promise<PlaceRow[]> =>
  db
    .select()
    .from(ticketPlaces)
    .where(and(eq(ticketPlaces.ticketId, ticketId), isNull(ticketPlaces.takenBackAt)))
    .orderBy(asc(ticketPlaces.id))

/** Of many tickets, by ticket. */
export async function readSentPlaces(db: Db, ticketIds: number[]): Promise<Map<number, SentPlace[]>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ticketPlaces)
    .where(and(inArray(ticketPlaces.ticketId, ticketIds), isNull(ticketPlaces.takenBackAt)))
    .orderBy(asc(ticketPlaces.id))
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId)
  return new Map([...byTicket].map(([ticketId, places]) => [ticketId, places.map(toSentPlace)]))
}

export async function listPlaces(deps: Deps, user: SessionUser, ticketId: number): Promise<Place[]> {
  const isOwn = and(eq(tickets.id, ticketId), eq(tickets.userId, user.id))
  const { db } = deps
  const [ticket] = await db.select({ eventId: tickets.eventId }).from(tickets).where(isOwn)
  if (!ticket) throw new AppError('ticket_not_found')
  const rows = await readOpenPlaces(db, ticketId)
  return rows.map((row) => toPlace(deps, row, ticket.eventId))
}

/** As it is in the address of its page, or as the door reads it; also one that was taken back. */
export async function findPlaceByCode(db: Db, code: string) {
  // What is no code at all is not asked for: it may hold what PostgreSQL cannot read.
  const read = readCode(code)
  if (!read) return null
  const [row] = await db
    .select({ place: ticketPlaces, eventId: tickets.eventId, from: users.firstName, guestName: tickets.guestName })
    .from(ticketPlaces)
    .innerJoin(tickets, eq(tickets.id, ticketPlaces.ticketId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(ticketPlaces.code, read.code))
  return row ?? null
}

export async function getPlace(deps: Deps, code: string) {
  const { db } = deps
  const found = await findPlaceByCode(db, code)
  const event = found && !found.place.takenBackAt && (await findEvent(db, found.eventId))
  if (!event) throw new AppError('place_not_found')
  return {
    ...toPlace(deps, found.place, event.id),
    from: found.from ?? found.guestName ?? '',
    event: toEvent(event, { userId: null, hasBooked: true }),
  }
}
