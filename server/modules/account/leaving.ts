// Leaves every event that is still to come: the ledger takes the seats back and offers them to others.
import { and, eq, gte, isNull } from 'drizzle-orm'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { leaveAll } from '../ballots/module.ts'
import { withdrawAll } from '../booking-requests/module.ts'
import { returnTickets, undoReturn } from '../tickets/module.ts'
import { listUpcomingSeats } from '../../access/whose-booking.ts'
import { leave } from '../waiting-list/module.ts'
import { listWaitingLists } from './queries.ts'

/** What the ledger's commands need to know about the holder; there is no session behind it. */
const toHolder = ({ id, firstName, lastName, email }: Omit<SessionUser, 'tokenHash'>): SessionUser => ({
  id,
  firstName,
  lastName,
  email,
  tokenHash: hashToken(newToken()),
})

async function findLeaver({ db }: Deps, userId: number): Promise<SessionUser | null> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row?.deletionAt ? toHolder(row) : null
}

/** May run twice, and at the same time. Nothing happens once the account is kept. */
export async function leaveEvents(deps: Deps, userId: number): Promise<void> {
  const leaver = await findLeaver(deps, userId)
  if (!leaver) return
  await withdrawAll(deps, userId)
  await leaveAll(deps, userId)
  // First the lists, or a seat that is given back would be offered to its own holder.
  for (const eventId of await listWaitingLists(deps.db, userId)) await leave(deps, leaver, eventId)
  for (const { ticketId } of await listUpcomingSeats(deps.db, userId, deps.clock()))
    await returnTickets(deps, leaver, ticketId, { isLeaving: true, idempotencyKey: null }).catch(unlessChanged)
}

/** Once the account is kept. Returns how many seats somebody else has got since they were given back. */
export async function returnToEvents(
  deps: Deps,
  user: Omit<SessionUser, 'tokenHash'>,
  { since }: { since: Date },
): Promise<number> {
  const listGivenBack = () =>
    deps.db
      .select({ ticketId: ticketReturns.ticketId, seats: ticketReturns.seats })
      .from(ticketReturns)
      .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
      .where(and(eq(tickets.userId, user.id), gte(ticketReturns.returnedAt, since), isNull(ticketReturns.undoneAt)))
      .orderBy(ticketReturns.id)
  for (const { ticketId } of await listGivenBack())
    await undoReturn(deps, toHolder(user), ticketId, null).catch(unlessLost)
  return (await listGivenBack()).reduce((sum, { seats }) => sum + seats, 0)
}

const LOST: ErrorCode[] = ['undo_too_late', 'event_ended', 'ticket_not_found', 'per_person_limit']

function unlessLost(error: unknown) {
  if (!(error instanceof AppError && LOST.includes(error.code))) throw error
}

const CHANGED: ErrorCode[] = ['event_ended', 'ticket_not_found']

/** Let in, or given back elsewhere, since the list was read: what is left is looked at again by the job. */
function unlessChanged(error: unknown) {
  if (!(error instanceof AppError && CHANGED.includes(error.code))) throw error
}
