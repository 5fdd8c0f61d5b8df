// One ticket as its holder sees it.
import { and, desc, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, toEvent } from '../events/queries.ts'
import { toTicket, type TicketRow } from './queries.ts'

/** Somebody else's does not exist; a mail's link opens the one that it is about. */
export async function getOwnRow(db: Db | Tx, user: SessionUser, ticketId: number): Promise<TicketRow> {
  if (user.link && user.link.subjectId !== ticketId) throw new AppError('ticket_not_found')
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, user.id)))
  if (!row) throw new AppError('ticket_not_found')
  return row
}

export async function findLastReturn(db: Db | Tx, ticketId: number) {
  const [row] = await db
    .select()
    .from(ticketReturns)
    .where(eq(ticketReturns.ticketId, ticketId))
    .orderBy(desc(ticketReturns.id))
    .limit(1)
  return row ?? null
}

/** Those that wait or have an offer. */
export const countWaiting = (db: Db | Tx, eventId: number) =>
  db.$count(
    waitingEntries,
    and(eq(waitingEntries.eventId, eventId), isNull(waitingEntries.endedAt), isNull(waitingEntries.restingSince)),
  )

export async function getOwnTicket(
  { db, clock, secrets }: Deps,
  user: SessionUser,
  ticketId: number,
): Promise<OwnTicket> {
  const row = await getOwnRow(db, user, ticketId)
  const event = await findEvent(db, row.eventId)
  if (!event) throw new AppError('ticket_not_found')
  const last = await findLastReturn(db, row.id)
  const canUndo = last && last.by !== 'organiser' && !last.undoneAt && !last.releasedAt && last.undoUntil > clock()
  return {
    ...toTicket(row),
    code: drawnCode(secrets, { id: row.eventId }, row),
    event: toEvent(event, { userId: user.id, hasBooked: row.numberOfTickets > 0 }),
    admitted: row.admitted,
    coming: row.coming,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    undoUntil: canUndo ? last.undoUntil.toISOString() : null,
    waiting: await countWaiting(db, row.eventId),
  }
}
