// Placing an order: under the event's lock, and without any network. Nobody is charged here.
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { ORDERS, TRANSFER } from '../../../contract/limits.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import type { Order } from '../../../contract/orders.ts'
import { requireSight } from '../../access/sight.ts'
import type { Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { orders } from '../../db/schema/orders.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { LAST_HOUR } from '../../ledger/answer-times.ts'
import { requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { entryOfUser, holdSeats, requireRoom, seatsFor, takeSeats } from '../../ledger/take-seats.ts'
import { lockAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { addHoldJob } from './holds.ts'
import { isAvailable } from './price.ts'
import { countUnpaid, findOpenOrder, findOrderByKey, getOwnOrder, unitPriceOf, type OrderRow } from './queries.ts'

export interface Wish {
  numberOfTickets: number
  payBy: PayBy
  total: number
  currency: string
  idempotencyKey: string | null
  /** Of an unlisted event. */
  key?: string
}

const isSame = (order: OrderRow, eventId: number, { numberOfTickets, payBy, total, currency }: Wish) =>
  order.eventId === eventId &&
  order.seats === numberOfTickets &&
  order.payBy === payBy &&
  order.total === total &&
  order.currency === currency

/** Seats may be held for a while, and in the last hour only for a few minutes. */
export const holdUntil = (startTime: Date, now: Date, minutes: number): Date =>
  new Date(
    Math.min(
      now.getTime() + minutes * MINUTE,
      Math.max(now.getTime(), startTime.getTime() - LAST_HOUR) + ORDERS.lastHourMinutes * MINUTE,
    ),
  )

interface Placed {
  orderId: number
  isNew: boolean
}

async function placeIn(deps: Deps, change: LedgerChange, user: SessionUser, wish: Wish): Promise<Placed> {
  const { ledger, tx, now } = change
  const { id: eventId, startTime } = ledger.event
  const { numberOfTickets: seats, payBy, idempotencyKey } = wish
  const first = await findOrderByKey(tx, user.id, idempotencyKey)
  if (first && !isSame(first, eventId, wish)) throw new AppError('idempotency_key_reused')
  if (first) return { orderId: first.id, isNew: false }
  const event = await findEvent(tx, eventId)
  await requireSight(tx, event, user, wish.key)
  requireBookable(ledger.event, now)
  const unitPrice = event && unitPriceOf(event, deps.config.currency)
  if (!event || !unitPrice || wish.currency !== deps.config.currency || wish.total !== unitPrice * seats)
    throw new AppError('price_changed')
  if (!event.payBy.includes(payBy) || !isAvailable(deps, payBy)) throw new AppError('pay_by_unknown')
  if (payBy === 'transfer' && startTime.getTime() - now.getTime() < TRANSFER.untilDaysBefore * DAY)
    throw new AppError('pay_by_unknown')
  const open = await findOpenOrder(tx, eventId, user.id)
  if (open && !isSame(open, eventId, wish)) throw new AppError('order_open')
  if (open) return { orderId: open.id, isNew: false }
  if (payBy === 'card' && (await countUnpaid(tx, user.id, new Date(now.getTime() - DAY))) >= ORDERS.unpaidADay)
    throw new AppError('too_many_orders', { values: { n: ORDERS.unpaidADay } })
  // After the start the list is over, also while somebody can still undo what they gave back.
  const entry = now < startTime ? entryOfUser(ledger, user.id) : null
  const left = seatsFor(ledger, entry)
  if (left < seats) throw new AppError(left === 0 ? 'sold_out' : 'too_few_left', { values: { n: left } })
  await requireRoom(change, user.id, seats)
  const isCard = payBy === 'card'
  if (isCard) holdSeats(change, entry, seats)
  const ticket = isCard ? null : await takeSeats(deps, change, { userId: user.id, entry, seats, idempotencyKey: null })
  const [row] = await tx
    .insert(orders)
    .values({
      eventId,
      userId: user.id,
      sellerId: event.creatorId,
      seats,
      unitPrice,
      total: unitPrice * seats,

      currency: wish.currency,
      vatRate: event.vatRate,
      payBy,
      refundDays: event.refundDays,

      title: event.title,
      startsAt: startTime,
      venue: event.venue,
      state: isCard ? 'open' : 'to-pay',
      holdUntil:
        payBy === 'transfer'
          ? new Date(now.getTime() + TRANSFER.dueDays * DAY)
          : holdUntil(startTime, now, ORDERS.holdMinutes),
      ticketId: ticket?.id ?? null,

      idempotencyKey,
      createdAt: now,
      endedAt: null,
    })
    .returning()
  if (!row) throw new AppError('internal')
  if (isCard) await addHoldJob(deps, tx, row)
  return { orderId: row.id, isNew: true }
}

export async function placeOrder(deps: Deps, user: SessionUser, eventId: number, wish: Wish) {
  await deps.limits.take('booking', user.id)
  return retryKeyedWhileAway(wish.idempotencyKey, async (): Promise<{ order: Order; isNew: boolean }> => {
    const change = (one: LedgerChange) => placeIn(deps, one, user, wish)
    // Orders of one account come one after the other: several at once, of several events, would all be below the limit.
    const first = (tx: Tx) => lockAccount(tx, user.id)
    const { orderId, isNew } = await inLedger(deps, eventId, change, { userId: user.id, first })
    return { order: await getOwnOrder(deps.db, user.id, orderId), isNew }
  })
}
