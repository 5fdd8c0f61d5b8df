// Which money goes back when places do. Planned in the transaction that gives them back, and sent by a job once that cannot be
// undone any more (server/modules/orders/refunding.ts).
import { and, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm'
import { DAY } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import type { RefundCause } from '../../contract/order-words.ts'
import type { Tx } from '../db/client.ts'
import { orders, payments, refunds } from '../db/schema/orders.ts'
import type { events } from '../db/schema/events.ts'
import { events as eventTable } from '../db/schema/events.ts'
import type { ticketReturns } from '../db/schema/tickets.ts'
import { PRIORITY } from '../jobs/priority.ts'

export const REFUND_JOB = 'send-refund'

type OrderRow = typeof orders.$inferSelect
type ReturnRow = Pick<
  typeof ticketReturns.$inferSelect,
  'id' | 'ticketId' | 'seats' | 'by' | 'returnedAt' | 'undoUntil'
>
type EventNow = Pick<typeof events.$inferSelect, 'status' | 'startTime' | 'venue'>

/** Causes of refunds of what a ticket was given for; the others pay back what no ticket was given for. */
export const OF_A_SALE: readonly RefundCause[] = ['given-back', 'taken-back', 'cancelled']

/**
 * Until when those who give places back get their money back, by the terms that were shown before paying; null: never. At any
 * time where the event was called off, or is at another time or place than it was sold for.
 */
export function refundUntil(
  order: Pick<OrderRow, 'startsAt' | 'venue' | 'refundDays'>,
  event: EventNow,
): Date | 'any time' | null {
  const isAsSold = event.startTime.getTime() === order.startsAt.getTime() && event.venue === order.venue
  if (event.status !== 'published' || !isAsSold) return 'any time'
  return order.refundDays === null ? null : new Date(event.startTime.getTime() - order.refundDays * DAY)
}

/** What the organiser takes back is paid back, whatever the terms. */
export function isRefundable(
  order: OrderRow,
  { by, returnedAt }: Pick<ReturnRow, 'by' | 'returnedAt'>,
  event: EventNow,
) {
  if (by === 'organiser' || by === 'unconfirmed') return true
  const until = refundUntil(order, event)
  return until === 'any time' || (until !== null && returnedAt <= until)
}

/** Not within a second: where the database's clock is ahead of ours, what is due for it is not yet due for us. */
export const addRefundJob = (tx: Tx, refundId: number, runAt: Date) =>
  tx.execute(sql`select add_job(${REFUND_JOB}, ${JSON.stringify({ refundId })}, ${PRIORITY.soon},
    greatest(${runAt}, now() + interval '1 second'), ${String(refundId)})`)

interface Planned {
  amount: number
  cause: RefundCause
  startsAt: Date
  paymentId: number | null
  returnId?: number | null
}

/** With the order's row locked. By card it starts by itself; otherwise the organiser pays it back by hand. */
export async function planRefund(tx: Tx, order: Pick<OrderRow, 'id' | 'currency'>, planned: Planned, now: Date) {
  const [row] = await tx
    .insert(refunds)
    .values({ ...planned, orderId: order.id, currency: order.currency, createdAt: now })
    .returning()
  if (!row) return
  if (OF_A_SALE.includes(planned.cause))
    await tx
      .update(orders)
      .set({ refunded: sql`${orders.refunded} + ${planned.amount}` })
      .where(eq(orders.id, order.id))
  if (planned.paymentId !== null) await addRefundJob(tx, row.id, planned.startsAt)
}

/** The payment that the ticket was given for: what came in beside it goes back as a whole, and cannot go back again. */
async function findPaid(tx: Tx, orderId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.state, 'paid'),
        notExists(
          tx
            .select({ id: refunds.id })
            .from(refunds)
            .where(and(eq(refunds.paymentId, payments.id), notInArray(refunds.cause, [...OF_A_SALE]))),
        ),
      ),
    )
    .orderBy(payments.id)
    .limit(1)
  return row?.id ?? null
}

async function planForReturn(tx: Tx, one: ReturnRow, event: EventNow, now: Date) {
  const [order] = await tx.select().from(orders).where(eq(orders.ticketId, one.ticketId)).for('no key update')
  if (order?.state !== 'paid' || !isRefundable(order, one, event)) return
  const cause = event.status === 'cancelled' ? 'cancelled' : one.by === 'organiser' ? 'taken-back' : 'given-back'
  const amount = Math.min(order.unitPrice * one.seats, order.total - order.refunded)
  if (amount <= 0) return
  const paymentId = order.payBy === 'card' ? await findPaid(tx, order.id) : null
  await planRefund(tx, order, { amount, cause, startsAt: one.undoUntil, paymentId, returnId: one.id }, now)
}

/**
 * Undone before it has started: nothing goes back. Once it has, nothing is undone: the request may have read the clock before it
 * waited for the event, or on a machine whose clock is behind.
 */
async function cancelPlanned(tx: Tx, returnIds: number[], now: Date) {
  const ofReturns = inArray(refunds.returnId, returnIds)
  // The order first, in the same sequence as the start of a refund.
  const orderIds = tx.select({ id: refunds.orderId }).from(refunds).where(ofReturns)
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, orderIds)).for('no key update')
  const found = await tx.select({ state: refunds.state }).from(refunds).where(ofReturns).for('no key update')
  if (found.some(({ state }) => state !== 'planned')) throw new AppError('undo_too_late')
  const cancelled = await tx.update(refunds).set({ state: 'cancelled', endedAt: now }).where(ofReturns).returning()
  for (const { orderId, amount } of cancelled)
    await tx
      .update(orders)
      .set({ refunded: sql`${orders.refunded} - ${amount}` })
      .where(eq(orders.id, orderId))
}

/** Of a paid event, with its row locked: after returns were written, or undone. */
export async function followReturns(tx: Tx, eventId: number, made: ReturnRow[], undone: number[], now: Date) {
  if (undone.length > 0) await cancelPlanned(tx, undone, now)
  if (made.length === 0) return
  const { status, startTime, venue } = eventTable
  const [event] = await tx.select({ status, startTime, venue }).from(eventTable).where(eq(eventTable.id, eventId))
  if (event) for (const one of made) await planForReturn(tx, one, event, now)
}
