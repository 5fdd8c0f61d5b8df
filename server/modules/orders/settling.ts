// What becomes of an order. settlePayment is the only function that decides: webhooks, the page that guests return to, the end
// of a hold and the sweep all call it. It asks the provider first, without a lock, and decides under the event's lock by what
// the provider said, however often and in whatever order it is called.
import { and, eq } from 'drizzle-orm'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { isPublic } from '../../../contract/event-status.ts'
import { ORDERS } from '../../../contract/limits.ts'
import { vatIn } from '../../../contract/money.ts'
import type { RefundCause } from '../../../contract/order-words.ts'
import type { Tx } from '../../db/client.ts'
import { orders, payments } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { isBookable, isOver } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { entryOfUser, roomFor, seatsFor, takeSeats, unholdSeats } from '../../ledger/take-seats.ts'
import { post } from '../../payments/money-entries.ts'
import { planRefund } from '../../payments/planned-refunds.ts'
import {
  PaymentProviderAway,
  PaymentProviderRefused,
  type Checkout,
  type OpenedCheckout,
} from '../../payments/provider.ts'
import { issueReceipt } from '../../payments/receipts.ts'
import { findEvent } from '../events/queries.ts'
import { addHoldJob } from './holds.ts'
import { holdUntil } from './commands.ts'
import { findOrder, livePayments, type OrderRow, type PaymentRow } from './queries.ts'

/** How long the same call may be repeated: the provider refuses an end that is less than half an hour away. */
const REPEATABLE_MS = 5 * MINUTE
/** What the provider still does not know then will never be paid: another account's keys were set, for example. */
const UNKNOWN_AFTER_MS = DAY

function providerOf({ payments: provider }: Deps) {
  if (!provider) throw new AppError('payments_off')
  return provider
}

const away = (error: unknown) => {
  throw error instanceof PaymentProviderAway ? new AppError('payments_away', { retryAfterSeconds: 5 }) : error
}

/** Locked in this order, after the event where its seats are concerned. */
async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (!order) throw new AppError('order_not_found')
  return order
}

/** The attempt that is under way, or a new one. What a repeated call asks the provider for is fixed in its row. */
async function attempt(deps: Deps, userId: number, orderId: number): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.userId !== userId) throw new AppError('order_not_found')
    const event = await findEvent(tx, order.eventId)
    const isOn = event && isPublic(event) && !isOver(event, now)
    if (order.state !== 'open' || order.holdUntil <= now || !isOn) throw new AppError('order_not_open')
    const live = await livePayments(tx, orderId)
    const isUsable = ({ state, createdAt }: PaymentRow) =>
      state !== 'new' || now.getTime() - createdAt.getTime() < REPEATABLE_MS
    const usable = live.find(isUsable)
    if (usable) return { order, payment: usable }
    const expiresAt = new Date(now.getTime() + ORDERS.checkoutMinutes * MINUTE)
    const { total: amount, currency } = order
    const [payment] = await tx
      .insert(payments)
      .values({ orderId, amount, currency, expiresAt, createdAt: now })
      .returning()
    if (!payment) throw new AppError('internal')
    const until = holdUntil(order.startsAt, now, ORDERS.checkoutMinutes)
    const later = until > order.holdUntil ? until : order.holdUntil
    await tx.update(orders).set({ holdUntil: later }).where(eq(orders.id, orderId))
    await addHoldJob(deps, tx, { id: orderId, holdUntil: later })
    return { order, payment }
  })
}

/** Whether the guest may be sent there: not if the order or the attempt was given up while the provider was asked. */
const stamp = ({ db }: Deps, { id, orderId }: PaymentRow, { checkoutId }: OpenedCheckout) =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.state !== 'open') return false
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id))
    if (payment?.state === 'new')
      await tx.update(payments).set({ checkoutId, state: 'open' }).where(eq(payments.id, id))
    return payment?.state === 'new' || (payment?.state === 'open' && payment.checkoutId === checkoutId)
  })

const abandon = ({ db, clock }: Deps, { id }: PaymentRow) =>
  db
    .update(payments)
    .set({ state: 'expired', endedAt: clock() })
    .where(and(eq(payments.id, id), eq(payments.state, 'new')))

export async function openCheckout(deps: Deps, userId: number, orderId: number): Promise<{ url: string }> {
  const provider = providerOf(deps)
  const { order, payment } = await attempt(deps, userId, orderId)
  const opened = await provider
    .openCheckout({
      paymentId: payment.key,
      orderId: order.key,
      amount: payment.amount,
      currency: payment.currency,
      expiresAt: payment.expiresAt,
      returnUrl: `${deps.config.publicUrl}/orders/${order.id}`,
    })
    .catch(async (error: unknown) => {
      // Whether or not it arrived there: nobody was sent to it, so that another attempt charges nobody twice.
      await abandon(deps, payment)
      if (!(error instanceof PaymentProviderRefused)) return away(error)
      deps.log.error({ err: error, orderId }, 'the card provider has refused a checkout')
      throw new AppError('payment_refused')
    })
  if (await stamp(deps, payment, opened)) {
    if (opened.url) return { url: opened.url }
    await settlePayment(deps, payment.id)
  } else {
    const ended = await provider.expireCheckout(opened.checkoutId).catch(away)
    await decide(deps, payment, ended)
  }
  throw new AppError('order_not_open')
}

/** Asks the provider how this attempt is, and settles its order. `expire`: ends it, if nobody has paid. */
export async function settlePayment(deps: Deps, paymentId: number, how: 'look' | 'expire' = 'look'): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment || payment.state === 'paid') return
  if (payment.checkoutId === null) return decide(deps, payment, null)
  const { checkoutId, state } = payment
  const provider = providerOf(deps)
  const asked =
    how === 'expire' && state !== 'expired' ? provider.expireCheckout(checkoutId) : provider.lookUpCheckout(checkoutId)
  const checkout = await asked.catch((error: unknown) => {
    const isLongOver = deps.clock().getTime() - payment.expiresAt.getTime() > UNKNOWN_AFTER_MS
    if (!(error instanceof PaymentProviderRefused && isLongOver)) throw error
    deps.log.error({ err: error, paymentId }, 'the provider does not know a checkout: its seats are given up')
    return { ...payment, checkoutId, paymentId: payment.key, orderId: '', state: 'expired' as const }
  })
  await decide(deps, payment, checkout)
}

/** By what a checkout says of itself: a message may name one whose identity was never stored here. */
export async function settleCheckout(deps: Deps, checkoutId: string): Promise<void> {
  const checkout = await providerOf(deps).lookUpCheckout(checkoutId)
  const [payment] = await deps.db.select().from(payments).where(eq(payments.key, checkout.paymentId))
  if (payment) await decide(deps, payment, checkout)
}

/** Null: no answer of the provider was ever stored, so nobody was sent there. */
async function decide(deps: Deps, { id, orderId }: PaymentRow, checkout: Checkout | null): Promise<void> {
  const found = await findOrder(deps.db, orderId)
  if (!found) return
  await inLedger(
    deps,
    found.eventId,
    async (change) => {
      const { tx, now } = change
      const order = await lockOrder(tx, orderId)
      const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('no key update')
      if (!payment || payment.state === 'paid') return
      if (checkout?.state === 'paid') return receive(deps, change, { order, payment, checkout })
      await follow(tx, payment, checkout, now)
      await endIfOver(change, order)
    },
    { userId: found.userId },
  )
}

/** Not paid, as far as is known. An attempt that nobody was sent to is over when it cannot be repeated. */
async function follow(tx: Tx, payment: PaymentRow, checkout: Checkout | null, now: Date) {
  const isOver = checkout
    ? checkout.state === 'expired'
    : payment.state === 'new' && now.getTime() - payment.createdAt.getTime() >= REPEATABLE_MS
  const state = isOver ? 'expired' : checkout?.state === 'processing' ? 'processing' : payment.state
  const checkoutId = checkout?.checkoutId ?? payment.checkoutId
  if (state !== payment.state)
    await tx
      .update(payments)
      .set({ state, checkoutId, endedAt: isOver ? now : null })
      .where(eq(payments.id, payment.id))
}

/** Seats are given up when the hold is over and no attempt can be paid any more. */
async function endIfOver(change: LedgerChange, order: OrderRow, state: 'expired' | 'cancelled' = 'expired') {
  const { tx, now } = change
  if (order.state !== 'open' || (state === 'expired' && order.holdUntil > now)) return
  if ((await livePayments(tx, order.id)).length > 0) return
  unholdSeats(change, order.seats)
  await tx.update(orders).set({ state, endedAt: now }).where(eq(orders.id, order.id))
}

interface Receiving {
  order: OrderRow
  payment: PaymentRow
  checkout: Checkout
}

/** The provider has the guest's money: it becomes a ticket, or goes back. */
async function receive(deps: Deps, change: LedgerChange, { order, payment, checkout }: Receiving) {
  const { tx, now } = change
  const { amount, currency, checkoutId, chargeId } = checkout
  await tx
    .update(payments)
    .set({ state: 'paid', checkoutId, chargeId, received: amount, endedAt: now })
    .where(eq(payments.id, payment.id))
  const posting = { name: `paid ${payment.key}`, orderId: order.id, currency, at: now }
  await post(tx, posting, { provider: amount, owed: -amount })
  const cause = await refusalOf(change, { order, payment, checkout })
  if (!cause) return sell(deps, change, order)
  deps.log.warn({ orderId: order.id, cause }, 'a payment goes back: there is no ticket for it')
  if (order.state !== 'paid') {
    if (order.state === 'open') unholdSeats(change, order.seats)
    await tx.update(orders).set({ state: 'too-late', endedAt: now }).where(eq(orders.id, order.id))
    await deps.mails.add(tx, { kind: 'paid-too-late', userId: order.userId, payload: { orderId: order.id } })
  }
  // Nothing was taken: nothing can go back.
  if (amount > 0)
    await planRefund(tx, { id: order.id, currency }, { amount, cause, startsAt: now, paymentId: payment.id }, now)
}

/** Why there is no ticket for this money; null: there is one. */
async function refusalOf(
  { ledger, tx, now }: LedgerChange,
  { order, payment, checkout }: Receiving,
): Promise<RefundCause | null> {
  const isRight =
    checkout.amount === payment.amount &&
    checkout.currency === payment.currency &&
    checkout.paymentId === payment.key &&
    checkout.orderId === order.key
  if (!isRight) return 'wrong'
  if (order.state === 'paid') return 'twice'
  const { event } = ledger
  if (!isPublic(event) || isOver(event, now) || (await isLeaving(tx, order.userId))) return 'called-off'
  if (order.state === 'open') return null
  // Its seats were given up: it gets others if nobody is before them, and if they still cost something.
  const entry = now < event.startTime ? entryOfUser(ledger, order.userId) : null
  const isFree = isPaid(event) && isBookable(event, now) && seatsFor(ledger, entry) >= order.seats
  return isFree && (await roomFor(tx, event, order.userId)) >= order.seats ? null : 'too-late'
}

/** Who is deleting the account has given everything back. */
async function isLeaving(tx: Tx, userId: number): Promise<boolean> {
  const [account] = await tx.select({ deletionAt: users.deletionAt }).from(users).where(eq(users.id, userId))
  return !account || account.deletionAt !== null
}

async function sell(deps: Deps, change: LedgerChange, order: OrderRow) {
  const { ledger, tx, now } = change
  const entry = now < ledger.event.startTime ? entryOfUser(ledger, order.userId) : null
  if (order.state === 'open') {
    unholdSeats(change, order.seats)
    ledger.open += order.seats
    // It rested while the order was open. Who gets fewer places than they wish for waits for the others.
    if (entry) entry.restingSince = null
  }
  const { userId, seats } = order
  const ticket = await takeSeats(deps, change, { userId, entry, seats, idempotencyKey: null })
  await tx.update(orders).set({ state: 'paid', ticketId: ticket.id, endedAt: now }).where(eq(orders.id, order.id))
  await recordSale(deps, tx, order, now)
}

interface Sold {
  seats: number
  amount: number
}

/** What was owed to the guest has become a ticket. */
export async function recordSale(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  order: OrderRow,
  at: Date,
  sold: Sold = { seats: order.seats, amount: order.total },
) {
  const vat = vatIn(sold.amount, order.vatRate ?? 0)
  const posting = { name: `sold ${order.key}`, orderId: order.id, currency: order.currency, at }
  await post(tx, posting, { owed: sold.amount, sales: vat - sold.amount, vat: -vat })
  await issueReceipt(tx, order, { at, keepYears: config.receiptYears, sold })
}

/** Ends every attempt at the provider, then the order; an attempt that was paid a moment before makes it paid. */
export async function endOrder(deps: Deps, orderId: number, state: 'expired' | 'cancelled'): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (order?.state !== 'open' || (state === 'expired' && order.holdUntil > deps.clock())) return
  for (const { id } of await livePayments(deps.db, orderId)) await settlePayment(deps, id, 'expire')
  await inLedger(deps, order.eventId, async (change) => {
    const locked = await lockOrder(change.tx, orderId)
    if (locked.state !== 'open') return
    // Attempts that nobody was sent to. A request that is about to send somebody finds the order ended.
    await change.tx
      .update(payments)
      .set({ state: 'expired', endedAt: change.now })
      .where(and(eq(payments.orderId, orderId), eq(payments.state, 'new')))
    await endIfOver(change, locked, state)
  })
}

/** An order that was paid a moment before it is given up stays paid. */
export const giveUp = (deps: Deps, orderId: number) => endOrder(deps, orderId, 'cancelled').catch(away)

/** The page that guests return to. */
export async function lookAt(deps: Deps, orderId: number): Promise<void> {
  for (const { id } of await livePayments(deps.db, orderId)) await settlePayment(deps, id).catch(ignoreAway)
}

/** The guest sees the order as it is known; the sweep asks again. */
function ignoreAway(error: unknown) {
  if (!(error instanceof PaymentProviderAway)) throw error
}
