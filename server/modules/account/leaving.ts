// Out of every event that is still to come: seats are given back through the ledger, which offers them to others.
import { eq } from 'drizzle-orm'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { returnTickets } from '../tickets/module.ts'
import { listUpcomingSeats } from '../tickets/queries.ts'
import { leave } from '../waiting-list/module.ts'
import { listWaitingLists } from './queries.ts'

/** What the ledger's commands are told about who gives back; there is no session behind it. */
async function findLeaver({ db }: Deps, userId: number): Promise<SessionUser | null> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row?.deletionAt) return null
  const { id, firstName, lastName, email } = row
  return { id, firstName, lastName, email, tokenHash: hashToken(newToken()) }
}

/** May run twice, and at the same time. Nothing happens once the account is kept. */
export async function leaveEvents(deps: Deps, userId: number): Promise<void> {
  const leaver = await findLeaver(deps, userId)
  if (!leaver) return
  // First the lists, or a seat that is given back would be offered to its own holder.
  for (const eventId of await listWaitingLists(deps.db, userId)) await leave(deps, leaver, eventId)
  for (const { ticketId } of await listUpcomingSeats(deps.db, userId, deps.clock()))
    await returnTickets(deps, leaver, ticketId, { isLeaving: true, idempotencyKey: null }).catch(unlessChanged)
}

const CHANGED: ErrorCode[] = ['event_ended', 'ticket_not_found']

/** Let in, or given back elsewhere, since the list was read: what is left is looked at again by the job. */
function unlessChanged(error: unknown) {
  if (!(error instanceof AppError && CHANGED.includes(error.code))) throw error
}
