// The sweep of one event's orders, for histories that have a clock of their own.
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { orders, payments, refunds } from '../db/schema/orders.ts'
import type { Deps } from '../deps.ts'
import { cancelOrders } from '../modules/orders/cancelling.ts'
import { LIVE } from '../modules/orders/queries.ts'
import { sendRefund } from '../modules/orders/refunding.ts'
import { endOrder, settlePayment } from '../modules/orders/settling.ts'
import { PaymentProviderAway, PaymentProviderRefused } from '../payments/provider.ts'

/** A job of its own in the product: what it fails by keeps no other from being done. */
const alone = (job: Promise<unknown>) =>
  job.catch((error: unknown) => {
    if (!(error instanceof PaymentProviderAway || error instanceof PaymentProviderRefused)) throw error
  })

/** What the sweep and its jobs do, for one event: from what is stored, whatever was lost in between. */
export async function sweepEvent(deps: Deps, eventId: number): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  const all = await db.select().from(orders).where(eq(orders.eventId, eventId))
  const live = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.eventId, eventId), inArray(payments.state, [...LIVE])))
  for (const { id } of live) await alone(settlePayment(deps, id))
  for (const { id, state, holdUntil } of all)
    if (state === 'open' && holdUntil <= now) await alone(endOrder(deps, id, 'expired'))
  const [event] = await db.select({ status: events.status }).from(events).where(eq(events.id, eventId))
  if (event?.status === 'cancelled') await alone(cancelOrders(deps, eventId))
  for (const { id, startsAt } of await refundsOf(db, eventId)) if (startsAt <= now) await alone(sendRefund(deps, id))
}

export const refundsOf = async (db: Db, eventId: number) =>
  (
    await db
      .select({ refund: refunds })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(orders.eventId, eventId))
      .orderBy(refunds.id)
  ).map(({ refund }) => refund)
