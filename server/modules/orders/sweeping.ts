// What happens without anybody pressing: a look every ten minutes at whatever is open, so that nothing depends on a message or a
// job that was lost.
import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import type { Db } from '../../db/client.ts'
import { orders, payments, providerSignals, refunds } from '../../db/schema/orders.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { REFUND_JOB } from '../../payments/planned-refunds.ts'
import { cancelOrders } from './cancelling.ts'
import { HOLD_JOB } from './holds.ts'
import { LIVE } from './queries.ts'
import { sendRefund } from './refunding.ts'
import { endOrder, settlePayment } from './settling.ts'
import { handleSignal, SIGNAL_JOB } from './signals.ts'

export const SETTLE_PAYMENT_JOB = 'settle-payment'
/** As server/modules/events adds it when an event is cancelled. */
const CANCEL_JOB = 'cancel-orders'

const AT_ONCE = 200

/** After this long a person has to look at what is still wrong with them. */
const LOOKED_AT_AFTER_END = 30 * DAY

/**
 * Cancelled events of which somebody still has places or an open order: the job that takes them back was given up, or they were
 * taken back from it by an undo.
 */
export async function findCalledOff(db: Db, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select e.id from events e
    where e.status = 'cancelled' and cardinality(e.pay_by) > 0 and e.end_time > ${new Date(now.getTime() - LOOKED_AT_AFTER_END)}
      and exists (select from orders o left join tickets t on t.id = o.ticket_id
        where o.event_id = e.id and (o.state = 'open' or t.number_of_tickets > 0))
    order by e.end_time limit ${AT_ONCE}`)
  return rows.map(({ id }) => id)
}

/** Those that are asked about first have waited longest. */
export async function sweepPayments(deps: Deps): Promise<number> {
  const { db, jobs } = deps
  const now = deps.clock()
  const minuteAgo = new Date(now.getTime() - MINUTE)
  const live = await db
    .select({ id: payments.id, orderId: payments.orderId, checkoutId: payments.checkoutId })
    .from(payments)
    .where(and(inArray(payments.state, [...LIVE]), lt(payments.createdAt, minuteAgo)))
    .orderBy(asc(payments.id))
    .limit(AT_ONCE)
  // Payments were switched off, and only the provider knows whether somebody has paid.
  const unknown = deps.payments ? [] : live.filter(({ checkoutId }) => checkoutId !== null)
  if (unknown.length > 0)
    deps.log.error(
      { orders: unknown.length },
      'card payments are off while orders are open: their seats stay held until the provider can be asked again',
    )
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'open'), lte(orders.holdUntil, now)))
    .orderBy(asc(orders.holdUntil))
    .limit(AT_ONCE)
  const due = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, ['planned', 'started', 'pending']),
        lte(refunds.startsAt, now),
        sql`${refunds.paymentId} is not null`,
      ),
    )
    .orderBy(asc(refunds.startsAt))
    .limit(AT_ONCE)
  const unheard = await db
    .select({ id: providerSignals.id })
    .from(providerSignals)
    .where(and(isNull(providerSignals.handledAt), lt(providerSignals.receivedAt, minuteAgo)))
    .orderBy(asc(providerSignals.receivedAt))
    .limit(AT_ONCE)
  const calledOff = await findCalledOff(db, now)
  const isKnown = ({ id }: { id: number }) => !unknown.some(({ orderId }) => orderId === id)
  const settled = live.filter((one) => !unknown.includes(one))
  const work = [
    ...settled.map(({ id }) => ({ kind: SETTLE_PAYMENT_JOB, payload: { paymentId: id }, dedupeKey: String(id) })),
    ...held.filter(isKnown).map(({ id }) => ({ kind: HOLD_JOB, payload: { orderId: id }, dedupeKey: `${id} swept` })),
    ...due.map(({ id }) => ({ kind: REFUND_JOB, payload: { refundId: id }, dedupeKey: `${id} swept` })),
    ...unheard.map(({ id }) => ({ kind: SIGNAL_JOB, payload: { id }, dedupeKey: id })),
    ...calledOff.map((eventId) => ({ kind: CANCEL_JOB, payload: { eventId }, dedupeKey: String(eventId) })),
  ]
  if (work.length > 0) await jobs.add(db, ...work.map((one) => ({ ...one, priority: PRIORITY.soon })))
  return work.length
}

const NAMES_AT_ONCE = 1_000

/** Receipts that need not be kept any longer lose the name of the guest. */
export const forgetNames = ({ db, clock }: Deps) =>
  db.execute(sql`update receipts set name = null where id in
    (select id from receipts where name is not null and keep_until <= ${clock()} limit ${NAMES_AT_ONCE})`)

export const orderJobs = {
  [HOLD_JOB]: { run: (deps: Deps, { payload }: Job) => endOrder(deps, Number(payload.orderId), 'expired') },
  [SETTLE_PAYMENT_JOB]: { run: (deps: Deps, { payload }: Job) => settlePayment(deps, Number(payload.paymentId)) },
  [REFUND_JOB]: { run: (deps: Deps, { payload }: Job) => sendRefund(deps, Number(payload.refundId)) },
  [SIGNAL_JOB]: { run: (deps: Deps, { payload }: Job) => handleSignal(deps, String(payload.id)) },
  [CANCEL_JOB]: {
    run: (deps: Deps, { payload, lease }: Job) => cancelOrders(deps, Number(payload.eventId), () => lease.check()),
  },
  'sweep-payments': { run: sweepPayments },
  'forget-receipt-names': { run: forgetNames },
}
