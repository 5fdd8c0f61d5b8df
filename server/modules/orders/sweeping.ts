// What happens without anybody pressing: messages of the provider, holds that end, events that are called off, and a look every
// ten minutes at whatever is open, so that nothing depends on a message or a job that was lost.
import { and, asc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { orders, payments, providerSignals, refunds } from '../../db/schema/orders.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import { REFUND_JOB } from '../../payments/planned-refunds.ts'
import { release } from '../tickets/module.ts'
import { HOLD_JOB } from './holds.ts'
import { LIVE } from './queries.ts'
import { sendRefund } from './refunding.ts'
import { endOrder, settleCheckout, settlePayment } from './settling.ts'

export const SIGNAL_JOB = 'payment-signal'
export const SETTLE_PAYMENT_JOB = 'settle-payment'

/** Stored with its job in one transaction: what is answered with 200 is never forgotten. False: the signature is wrong. */
export async function receiveSignal(deps: Deps, body: Buffer, headers: Record<string, string | string[] | undefined>) {
  const signal = deps.payments?.readSignal(body, headers) ?? null
  if (!signal || !deps.payments) return false
  const id = `${deps.payments.name} ${signal.id}`
  const { about, type } = signal
  const subject = about.kind === 'checkout' ? about.checkoutId : about.kind === 'refund' ? about.refundId : null
  await deps.db.transaction(async (tx) => {
    const stored = await tx
      .insert(providerSignals)
      .values({ id, type, about: subject && `${about.kind} ${subject}`, receivedAt: deps.clock() })
      .onConflictDoNothing()
      .returning({ id: providerSignals.id })
    if (stored.length > 0)
      await deps.jobs.add(tx, { kind: SIGNAL_JOB, payload: { id }, priority: PRIORITY.soon, dedupeKey: id })
  })
  deps.jobs.nudge()
  return true
}

/** It only says what to look up: what it claims decides nothing. */
export async function handleSignal(deps: Deps, id: string): Promise<void> {
  const [signal] = await deps.db.select().from(providerSignals).where(eq(providerSignals.id, id))
  if (!signal || signal.handledAt) return
  const [kind, subject = ''] = signal.about?.split(' ') ?? []
  if (kind === 'checkout') await settleCheckout(deps, subject)
  if (kind === 'refund') {
    const [refund] = await deps.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.key, subject))
    if (refund) await sendRefund(deps, refund.id)
  }
  await deps.db.update(providerSignals).set({ handledAt: deps.clock() }).where(eq(providerSignals.id, id))
}

const ORDERS_AT_ONCE = 100

/**
 * Of an event that was cancelled: every place goes back to the organiser and its money to the guest, one order at a time, from the
 * last one that was done. Reinstated in between, it leaves the others as they are.
 */
export async function cancelOrders(deps: Deps, eventId: number, check: () => void = () => undefined): Promise<void> {
  for (let after = 0; ;) {
    const some = await deps.db
      .select({ id: orders.id, state: orders.state })
      .from(orders)
      .where(and(eq(orders.eventId, eventId), gt(orders.id, after), inArray(orders.state, ['open', 'to-pay', 'paid'])))
      .orderBy(asc(orders.id))
      .limit(ORDERS_AT_ONCE)
    for (const { id, state } of some) {
      check()
      const isOff = state === 'open' ? await isCancelled(deps, eventId) : await takeAllBack(deps, eventId, id)
      if (!isOff) return
      if (state === 'open') await endOrder(deps, id, 'cancelled')
    }
    const last = some.at(-1)
    if (!last) return
    after = last.id
  }
}

async function isCancelled({ db }: Deps, eventId: number): Promise<boolean> {
  const [event] = await db.select({ status: events.status }).from(events).where(eq(events.id, eventId))
  return event?.status === 'cancelled'
}

/** Whether the event is still cancelled. The ledger plans the refund of what is released (server/ledger/write.ts). */
const takeAllBack = (deps: Deps, eventId: number, orderId: number): Promise<boolean> =>
  inLedger(deps, eventId, async (change) => {
    const { ledger, tx, now } = change
    if (ledger.event.status !== 'cancelled') return false
    const [ticket] = await tx
      .select({ ticket: tickets })
      .from(tickets)
      .innerJoin(orders, eq(orders.ticketId, tickets.id))
      .where(eq(orders.id, orderId))
      .for('no key update', { of: tickets })
    const seats = ticket?.ticket.numberOfTickets ?? 0
    if (!ticket || seats === 0) return true
    await release(change, ticket.ticket, {
      ...{ seats, places: [], by: 'organiser', reason: null, idempotencyKey: null, undoUntil: now },
    })
    return true
  })

const AT_ONCE = 200

/** Those that are asked about first have waited longest. */
export async function sweepPayments(deps: Deps): Promise<number> {
  const { db, jobs } = deps
  const now = deps.clock()
  const live = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...LIVE]), lt(payments.createdAt, new Date(now.getTime() - MINUTE))))
    .orderBy(asc(payments.id))
    .limit(AT_ONCE)
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
    .where(and(isNull(providerSignals.handledAt), lt(providerSignals.receivedAt, new Date(now.getTime() - MINUTE))))
    .orderBy(asc(providerSignals.receivedAt))
    .limit(AT_ONCE)
  const work = [
    ...live.map(({ id }) => ({ kind: SETTLE_PAYMENT_JOB, payload: { paymentId: id }, dedupeKey: String(id) })),
    ...held.map(({ id }) => ({ kind: HOLD_JOB, payload: { orderId: id }, dedupeKey: `${id} swept` })),
    ...due.map(({ id }) => ({ kind: REFUND_JOB, payload: { refundId: id }, dedupeKey: `${id} swept` })),
    ...unheard.map(({ id }) => ({ kind: SIGNAL_JOB, payload: { id }, dedupeKey: id })),
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
  'cancel-orders': {
    run: (deps: Deps, { payload, lease }: Job) => cancelOrders(deps, Number(payload.eventId), () => lease.check()),
  },
  'sweep-payments': { run: sweepPayments },
  'forget-receipt-names': { run: forgetNames },
}
