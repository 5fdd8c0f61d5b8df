import { and, asc, desc, eq, exists, gte, inArray, lt, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { toMinor, vatIn } from '../../../contract/money.ts'
import type { OrderState } from '../../../contract/order-words.ts'
import type { ManagedOrder, Order, Receipt } from '../../../contract/orders.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { orders, payments, receipts, refunds } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { ofSale, referenceOf } from '../../payments/ticket-payments.ts'

export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** Attempts that may still be paid. */
export const LIVE = ['new', 'open', 'processing'] as const

type Priced = Pick<typeof events.$inferSelect, 'payBy' | 'sellingPrice'>

/** In minor units; null: nothing is paid for it here, or its price is not one of this currency. */
export const unitPriceOf = ({ payBy, sellingPrice }: Priced, currency: string) =>
  payBy.length === 0 ? null : toMinor(sellingPrice, currency) || null

const listed = (db: Db | Tx) =>
  db
    .select({
      order: orders,
      language: events.language,
      transferTo: events.transferTo,
      paid: receipts.total,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      places: tickets.numberOfTickets,
    })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(receipts, ofSale)
    .leftJoin(tickets, eq(tickets.id, orders.ticketId))

type Listed = Awaited<ReturnType<typeof listed>>[number]

const toOrder = ({ order, language, transferTo, paid }: Listed, back: RefundRow[]): Order => ({
  id: order.id,
  eventId: order.eventId,
  title: order.title,
  ...(language && { language }),
  seats: order.seats,
  unitPrice: order.unitPrice,
  total: order.total,
  paid: paid ?? 0,
  vat: vatIn(order.total, order.vatRate ?? 0),
  vatRate: order.vatRate,
  currency: order.currency,
  payBy: order.payBy,
  refundDays: order.refundDays,
  state: order.state,
  reference: referenceOf(order),
  transferTo: order.payBy === 'transfer' ? transferTo : null,
  holdUntil: order.state === 'open' ? order.holdUntil.toISOString() : null,
  dueBy: order.state === 'to-pay' && order.payBy === 'transfer' ? order.holdUntil.toISOString() : null,
  ticketId: order.ticketId,
  refunded: order.refunded,
  refunds: back
    .filter(({ orderId }) => orderId === order.id)
    .map(({ id, amount, cause, state, createdAt, endedAt }) => ({
      id,
      amount,
      cause,
      state,
      at: (endedAt ?? createdAt).toISOString(),
    })),
  orderedAt: order.createdAt.toISOString(),
})

const toManaged = (row: Listed, back: RefundRow[], now: Date): ManagedOrder => ({
  ...toOrder(row, back),
  name: `${row.firstName} ${row.lastName}`.trim(),
  email: row.email,
  due: row.order.state === 'to-pay' ? row.order.unitPrice * (row.places ?? 0) : 0,
  toPayBack: back
    .filter(({ orderId, paymentId }) => orderId === row.order.id && paymentId === null)
    .filter(({ state, startsAt }) => state === 'planned' && startsAt <= now)
    .reduce((sum, { amount }) => sum + amount, 0),
})

const refundsOf = (db: Db | Tx, rows: Listed[]) =>
  db
    .select()
    .from(refunds)
    .where(
      inArray(
        refunds.orderId,
        rows.map(({ order }) => order.id),
      ),
    )
    .orderBy(asc(refunds.id))

export async function getOwnOrder(db: Db | Tx, userId: number, orderId: number): Promise<Order> {
  const rows = await listed(db).where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  const [row] = rows
  if (!row) throw new AppError('order_not_found')
  return toOrder(row, await refundsOf(db, rows))
}

export const OWN_ORDERS = 50

export async function listOwnOrders(
  db: Db,
  userId: number,
  { cursor, eventId }: { cursor?: number; eventId?: number },
) {
  const rows = await listed(db)
    .where(
      and(
        eq(orders.userId, userId),
        cursor === undefined ? undefined : lt(orders.id, cursor),
        eventId === undefined ? undefined : eq(orders.eventId, eventId),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(OWN_ORDERS)
  const back = await refundsOf(db, rows)
  return rows.map((row) => toOrder(row, back))
}

interface Page {
  cursor?: number
  limit: number
  state?: OrderState | 'refunded'
}

const inState = (state: Page['state']) =>
  state === undefined
    ? undefined
    : state === 'refunded'
      ? exists(
          sql`(select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.state} <> 'cancelled')`,
        )
      : eq(orders.state, state)

export async function listEventOrders(db: Db, eventId: number, { cursor, limit, state }: Page, now: Date) {
  const rows = await listed(db)
    .where(and(eq(orders.eventId, eventId), cursor === undefined ? undefined : lt(orders.id, cursor), inState(state)))
    .orderBy(desc(orders.id))
    .limit(limit)
  const back = await refundsOf(db, rows)
  return rows.map((row) => toManaged(row, back, now))
}

export async function getManagedOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  eventId: number,
  orderId: number,
): Promise<ManagedOrder> {
  const rows = await listed(db).where(and(eq(orders.id, orderId), eq(orders.eventId, eventId)))
  const [row] = rows
  if (!row) throw new AppError('order_not_found')
  return toManaged(row, await refundsOf(db, rows), clock())
}

/** Of an event, for each currency in which somebody has ordered. At the door, less may have been paid than was ordered. */
export async function sumOrders(db: Db, eventId: number) {
  const { rows } = await db.execute<Record<'paid' | 'toPay' | 'refunded' | 'vat', number> & { currency: string }>(sql`
    select o.currency, coalesce(sum(r.total), 0)::float8 as paid,
      coalesce(sum(o.unit_price * t.number_of_tickets) filter (where o.state = 'to-pay'), 0)::float8 as "toPay",
      coalesce(sum(o.refunded), 0)::float8 as refunded,
      coalesce(-(select sum(m.amount) from money_entries m join orders p on p.id = m.order_id
        where p.event_id = ${eventId} and m.account = 'vat' and m.currency = o.currency), 0)::float8 as vat
    from orders o left join tickets t on t.id = o.ticket_id
      left join receipts r on r.order_id = o.id and r.refund_id is null
    where o.event_id = ${eventId} group by o.currency order by o.currency`)
  return rows
}

export async function listReceipts(db: Db, userId: number, orderId: number): Promise<Receipt[]> {
  const [order] = await db
    .select({ userId: orders.userId, language: events.language })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(eq(orders.id, orderId))
  if (order?.userId !== userId) throw new AppError('order_not_found')
  const rows = await db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(asc(receipts.number))
  return rows.map((row) => ({
    number: `${row.sellerId}-${String(row.number).padStart(6, '0')}`,
    kind: row.refundId === null ? 'receipt' : 'credit-note',
    name: row.name,
    seller: row.sellerName,
    title: row.title,
    ...(order.language && { language: order.language }),
    seats: row.seats,
    total: row.total,
    net: row.total - row.vat,
    vat: row.vat,
    vatRate: row.vatRate,
    currency: row.currency,
    issuedAt: row.issuedAt.toISOString(),
  }))
}

export async function findOrder(db: Db | Tx, orderId: number): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  return row ?? null
}

export const livePayments = (db: Db | Tx, orderId: number) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, [...LIVE])))
    .orderBy(asc(payments.id))

export async function findOpenOrder(tx: Tx, eventId: number, userId: number): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.eventId, eventId), eq(orders.userId, userId), eq(orders.state, 'open')))
  return row ?? null
}

/** Ordered by card since then, and not paid. */
export const countUnpaid = (tx: Tx, userId: number, since: Date) =>
  tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      gte(orders.createdAt, since),
      inArray(orders.state, ['open', 'expired', 'cancelled', 'too-late']),
    ),
  )

export async function findOrderByKey(tx: Tx, userId: number, key: string | null): Promise<OrderRow | null> {
  if (key === null) return null
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
  return row ?? null
}
