// Money that goes back. A row is planned with its cause (server/payments/planned-refunds.ts), started under the order's lock, and
// then sent without one. A refund has one identity at the provider, so that sending it again never pays back twice.
import { and, eq, inArray, like, sql } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { vatOfRefund } from '../../../contract/money.ts'
import type { ManagedOrder } from '../../../contract/orders.ts'
import { AppError } from '../../../contract/errors.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { moneyEntries, orders, payments, refunds } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { isPending, type Ledger } from '../../ledger/ledger.ts'
import type { MailToAdd } from '../../mail/mail.ts'
import { post } from '../../payments/money-entries.ts'
import { addRefundJob, OF_A_SALE, planRefund } from '../../payments/planned-refunds.ts'
import type { Refund } from '../../payments/provider.ts'
import { issueReceipt } from '../../payments/receipts.ts'
import { getEventFor } from '../events/queries.ts'
import { getManagedOrder, type OrderRow, type RefundRow } from './queries.ts'
import { recordSale } from './settling.ts'

const PENDING_AGAIN_MS = 10 * MINUTE

export async function lockBoth(tx: Tx, refundId: number): Promise<{ order: OrderRow; refund: RefundRow } | null> {
  const [found] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  if (!found) return null
  const [order] = await tx.select().from(orders).where(eq(orders.id, found.orderId)).for('no key update')
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('no key update')
  return order && refund ? { order, refund } : null
}

/** What was sold by this order and has not gone back yet. */
async function soldBy(tx: Tx, orderId: number): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(-sum(${moneyEntries.amount}), 0)::int` })
    .from(moneyEntries)
    .where(and(eq(moneyEntries.orderId, orderId), inArray(moneyEntries.account, ['sales', 'vat'])))
  return row?.sum ?? 0
}

/** From now on it is owed to the guest, and cannot be cancelled. Of what no ticket was given for it is owed already. */
async function begin({ config }: Deps, tx: Tx, { order, refund }: { order: OrderRow; refund: RefundRow }, at: Date) {
  const { id, amount, cause } = refund
  const isOfSale = OF_A_SALE.includes(cause)
  const vat = isOfSale ? vatOfRefund(await soldBy(tx, order.id), amount, order.vatRate ?? 0) : 0
  await tx.update(refunds).set({ state: 'started', vat }).where(eq(refunds.id, id))
  if (!isOfSale) return
  const posting = { name: `refund ${refund.key}`, orderId: order.id, currency: refund.currency, at }
  await post(tx, posting, { sales: amount - vat, vat, owed: -amount })
  await issueReceipt(tx, order, { at, keepYears: config.receiptYears, refund: { id, amount, vat } })
}

/** Null: nothing is to be sent now. */
const start = (deps: Deps, refundId: number) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock()
    const both = await lockBoth(tx, refundId)
    if (!both) return null
    const { order, refund } = both
    const { paymentId } = refund
    if (paymentId === null) return null
    if (refund.state === 'planned' && refund.startsAt > now) {
      await addRefundJob(tx, refundId, refund.startsAt)
      return null
    }
    if (refund.state === 'planned') await begin(deps, tx, both, now)
    else if (refund.state !== 'started' && refund.state !== 'pending') return null
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
    return payment?.chargeId ? { order, refund, chargeId: payment.chargeId } : null
  })

const ADMINISTRATORS_TOLD = 20

/** Whose event it was, and those who look after the installation: the money lies with its provider. */
async function tellOfFailure(tx: Tx, { sellerId }: OrderRow, refundId: number): Promise<MailToAdd[]> {
  const administrators = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'administrator'))
    .orderBy(users.id)
    .limit(ADMINISTRATORS_TOLD)
  const told = new Set([sellerId, ...administrators.map(({ id }) => id)])
  return [...told].map((userId) => ({ kind: 'refund-failed', userId, payload: { refundId } }))
}

const finish = (deps: Deps, refundId: number, answer: Refund) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock()
    const both = await lockBoth(tx, refundId)
    if (!both) return
    const { order, refund } = both
    if (refund.state !== 'started' && refund.state !== 'pending') return
    if (answer.state === 'pending') {
      await tx.update(refunds).set({ state: 'pending' }).where(eq(refunds.id, refundId))
      return addRefundJob(tx, refundId, new Date(now.getTime() + PENDING_AGAIN_MS))
    }
    await tx.update(refunds).set({ state: answer.state, endedAt: now }).where(eq(refunds.id, refundId))
    if (answer.state === 'failed') {
      deps.log.error({ refundId, orderId: order.id }, 'the provider could not pay a refund')
      await deps.mails.addAll(tx, await tellOfFailure(tx, order, refundId))
      return
    }
    const posting = { name: `refunded ${refund.key}`, orderId: order.id, currency: refund.currency, at: now }
    await post(tx, posting, { owed: refund.amount, provider: -refund.amount })
    await deps.mails.add(tx, { kind: 'refunded', userId: order.userId, payload: { refundId } })
  })

/** What the job does; the sweep and a message of the provider ask for it as well. */
export async function sendRefund(deps: Deps, refundId: number): Promise<void> {
  const started = await start(deps, refundId)
  if (!started || !deps.payments) return
  const { order, refund, chargeId } = started
  const { key, amount, currency, state } = refund
  const found = state === 'pending' ? await deps.payments.lookUpRefund({ refundId: key, chargeId }) : null
  const answer =
    found ?? (await deps.payments.refund({ refundId: key, orderId: order.key, chargeId, amount, currency }))
  await finish(deps, refundId, answer)
  deps.jobs.nudge()
}

/** Of a refund that failed: the provider says so for ever, and nobody is owed it any more. */
export const byHand = ({ key }: RefundRow) => `paid back by hand ${key}`

/** A bank may send a refund back long after it was done: the money is at the provider again, and owed to the guest. */
async function reopen(deps: Deps, refundId: number) {
  await deps.db.transaction(async (tx) => {
    const both = await lockBoth(tx, refundId)
    if (both?.refund.state !== 'done' || (await wasPosted(tx, byHand(both.refund)))) return
    const { order, refund } = both
    const at = deps.clock()
    await tx.update(refunds).set({ state: 'failed', endedAt: at }).where(eq(refunds.id, refundId))
    const posting = { name: `refund failed ${refund.key}`, orderId: order.id, currency: refund.currency, at }
    await post(tx, posting, { provider: refund.amount, owed: -refund.amount })
    deps.log.error({ refundId, orderId: order.id }, 'a refund that was done has failed after all')
    await deps.mails.addAll(tx, await tellOfFailure(tx, order, refundId))
  })
}

/** For a message of the provider, which may come at any time: it is looked up what has become of the refund. */
export async function lookAtRefund(deps: Deps, refundId: number): Promise<void> {
  const [found] = await deps.db
    .select({ key: refunds.key, state: refunds.state, chargeId: payments.chargeId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (found?.state !== 'done') return sendRefund(deps, refundId)
  if (!found.chargeId || !deps.payments) return
  const now = await deps.payments.lookUpRefund({ refundId: found.key, chargeId: found.chargeId })
  if (now?.state === 'failed') await reopen(deps, refundId)
}

const ofEvent = async (tx: Tx, eventId: number, orderId: number): Promise<OrderRow> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (order?.eventId !== eventId) throw new AppError('order_not_found')
  return order
}

const MONEY_IN = { door: 'cash', transfer: 'bank' } as const

/** Of a ticket that is being paid: places that were given back before are not paid for, so that nobody takes them back any more. */
function endUndo({ returns }: Ledger, ticketId: number, now: Date) {
  for (const one of returns) if (one.ticketId === ticketId && isPending(one)) one.undoUntil = now
}

/** At the door or by transfer: what the places cost that the ticket has now. */
export async function markPaid(deps: Deps, user: SessionUser, eventId: number, orderId: number): Promise<ManagedOrder> {
  await inLedger(deps, eventId, async ({ ledger, tx, now }) => {
    await getEventFor(tx, user, 'event.manage-guests', eventId, 'no key update')
    const order = await ofEvent(tx, eventId, orderId)
    if (order.state === 'paid' && order.payBy !== 'card') return
    if (order.state !== 'to-pay' || order.payBy === 'card' || order.ticketId === null)
      throw new AppError('order_not_open')
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, order.ticketId)).for('no key update')
    const seats = ticket?.numberOfTickets ?? 0
    if (seats === 0) throw new AppError('order_not_open')
    const amount = seats * order.unitPrice
    const posting = { name: `paid ${order.key}`, orderId, currency: order.currency, at: now }
    await post(tx, posting, { [MONEY_IN[order.payBy]]: amount, owed: -amount })
    await sellTo(deps, { ledger, tx, now }, { order, seats, amount })
    await writeHistory(tx, { eventId, userId: user.id, act: 'edited', at: now })
  })
  return getManagedOrder(deps, eventId, orderId)
}

interface DoorMoney {
  eventId: number
  ticketId: number
  /** What the door has asked for; missing: what was due. */
  amount: number | undefined
  /** Of the scan: sent again, it is the same money. */
  posting: string
}

const wasPosted = async (tx: Tx, posting: string) =>
  (await tx.$count(moneyEntries, eq(moneyEntries.posting, posting))) > 0

const DOOR_POSTING = 'door '
export const doorPosting = (linkId: number, scanId: string) => `${DOOR_POSTING}${linkId} ${scanId}`

/** By scans of doors. What was ticked off by hand on the manage screen is none. */
const countTaken = (tx: Tx, orderId: number) =>
  tx.$count(
    moneyEntries,
    and(
      eq(moneyEntries.orderId, orderId),
      like(moneyEntries.posting, `${DOOR_POSTING}%`),
      eq(moneyEntries.account, 'cash'),
    ),
  )

/** More doors than this have never taken the same money: it is somebody who plays with a link. */
const MOST_TAKEN = 10

/**
 * Money that a door has taken, maybe a while ago and without a network. What was asked for beyond what is due, because places were
 * given back or another door has taken it too, is to be paid back. False: it is not recorded, because more is due than was taken.
 */
export async function takeAtDoor(deps: Deps, { eventId, ticketId, amount, posting }: DoorMoney): Promise<boolean> {
  return inLedger(deps, eventId, async ({ ledger, tx, now }) => {
    const [order] = await tx.select().from(orders).where(eq(orders.ticketId, ticketId)).for('no key update')
    if (order?.eventId !== eventId || order.payBy === 'card') return false
    if (await wasPosted(tx, posting)) return true
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for('no key update')
    const seats = ticket?.numberOfTickets ?? 0
    const due = order.state === 'to-pay' ? seats * order.unitPrice : 0
    const taken = amount ?? due
    const before = await countTaken(tx, order.id)
    if (taken < due || taken > order.total || before >= MOST_TAKEN) return false
    // Ticked off by hand, because the device had no network yet: it is the same money.
    if (order.state === 'paid' && before === 0) return true
    if (taken > 0) {
      const entry = { name: posting, orderId: order.id, currency: order.currency, at: now }
      await post(tx, entry, { cash: taken, owed: -taken })
    }
    if (due > 0) await sellTo(deps, { ledger, tx, now }, { order, seats, amount: due })
    const cause = order.state === 'paid' ? 'twice' : 'wrong'
    if (taken > due) await planRefund(tx, order, { amount: taken - due, cause, startsAt: now, paymentId: null }, now)
    return true
  })
}

interface Selling {
  order: OrderRow
  seats: number
  amount: number
}

/** Its money has arrived: it is paid, and doors, which keep a list of what is to pay, hear of it by its ticket. */
async function sellTo(
  deps: Deps,
  { ledger, tx, now }: Pick<LedgerChange, 'ledger' | 'tx' | 'now'>,
  { order, seats, amount }: Selling,
) {
  const { id, ticketId } = order
  if (ticketId !== null) endUndo(ledger, ticketId, now)
  await tx.update(orders).set({ state: 'paid', endedAt: now }).where(eq(orders.id, id))
  await recordSale(deps, tx, order, now, { seats, amount })
  // A trigger notes the change: doors ask for tickets that have changed.
  if (ticketId !== null) await tx.update(tickets).set({ numberOfTickets: seats }).where(eq(tickets.id, ticketId))
}

/** What was due to go back by hand has gone back. */
export async function markRefunded(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  orderId: number,
): Promise<ManagedOrder> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock()
    await getEventFor(tx, user, 'event.manage-guests', eventId, 'no key update')
    const order = await ofEvent(tx, eventId, orderId)
    if (order.payBy === 'card') return
    const due = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'planned')))
      .orderBy(refunds.id)
      .for('no key update')
    for (const refund of due.filter(({ startsAt }) => startsAt <= now)) {
      await begin(deps, tx, { order, refund }, now)
      await tx.update(refunds).set({ state: 'done', endedAt: now }).where(eq(refunds.id, refund.id))
      const posting = { name: `refunded ${refund.key}`, orderId, currency: refund.currency, at: now }
      await post(tx, posting, { owed: refund.amount, [MONEY_IN[order.payBy]]: -refund.amount })
    }
  })
  return getManagedOrder(deps, eventId, orderId)
}
