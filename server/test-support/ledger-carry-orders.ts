// Orders of a history: from the press to the page that guests return to, and what the jobs do.
import { and, eq, lte } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import { orders } from '../db/schema/orders.ts'
import type { Deps } from '../deps.ts'
import { getOwnOrder } from '../modules/orders/queries.ts'
import { endOrder, lookAt, openCheckout } from '../modules/orders/settling.ts'
import type { Doing, Done } from './ledger-acts.ts'
import type { MemoryTill } from './memory-till.ts'

/** Of one place, in pence. */
export const PAID_PRICE = 1_000

export const findOpen = async ({ db }: Deps, { event, user }: Doing) =>
  (
    await db
      .select()
      .from(orders)
      .where(and(eq(orders.eventId, event.id), eq(orders.userId, user.id), eq(orders.state, 'open')))
  )[0]

/** From the press to the page that guests return to. */
export async function payOrder(deps: Deps, doing: Doing): Promise<Done> {
  const open = await findOpen(deps, doing)
  if (!open) throw new AppError('order_not_open')
  const { url } = await openCheckout(deps, doing.user.id, open.id)
  ;(deps.payments as MemoryTill).pay(url)
  await lookAt(deps, open.id)
  const { state, seats, ticketId } = await getOwnOrder(deps.db, doing.user.id, open.id)
  if (state !== 'paid' || ticketId === null) throw new AppError('order_not_open')
  return { answer: `paid ${seats}`, ticket: { id: ticketId, numberOfTickets: seats } }
}

/** What the jobs do at the end of each hold. */
export async function lapse(deps: Deps, eventId: number) {
  const isDue = and(eq(orders.eventId, eventId), eq(orders.state, 'open'), lte(orders.holdUntil, deps.clock()))
  const due = await deps.db.select({ id: orders.id }).from(orders).where(isDue).orderBy(orders.id)
  for (const { id } of due) await endOrder(deps, id, 'expired')
}
