// What an operator is woken by counts what it says: each case is planted past all rules, because no rule lets it happen.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../contract/durations.ts'
import { orders, payments, refunds } from '../db/schema/orders.ts'
import { giveBack, usePaidWorld, type PaidWorld } from '../test-support/paid-scene.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

const figure = async (name: string) => {
  const text = await w.deps.metrics.registry.getSingleMetricAsString(name)
  return Number(/^\S+ (\S+)$/m.exec(text.replaceAll(/^#.*\n/gm, ''))?.[1])
}
const WITHOUT_TICKET = 'hooley_paid_without_ticket'
const OVERDUE = 'hooley_refunds_overdue_seconds'
const IMBALANCE = 'hooley_money_imbalance'

async function bought() {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await w.buy(guest, eventId)
  return { guest, order, payment: await w.paymentOf(order.id) }
}

test('while all is well, every figure is nothing', async () => {
  const { guest, order } = await bought()
  await giveBack(guest, order.ticketId, 1)
  expect(await Promise.all([WITHOUT_TICKET, OVERDUE, IMBALANCE].map(figure))).toEqual([0, 0, 0])
})

test('a payment of an order that is not paid is counted until a refund of it is planned', async () => {
  const { order, payment } = await bought()
  const { db } = w.deps
  await db.update(orders).set({ state: 'expired', ticketId: null }).where(eq(orders.id, order.id))
  expect(await figure(WITHOUT_TICKET)).toBe(1)
  const planned = { orderId: order.id, paymentId: payment.id, amount: 2_400, currency: 'GBP', startsAt: w.now() }
  await db.insert(refunds).values({ ...planned, cause: 'too-late', state: 'cancelled' })
  expect(await figure(WITHOUT_TICKET)).toBe(1)
  await db.insert(refunds).values({ ...planned, cause: 'too-late', state: 'done' })
  expect(await figure(WITHOUT_TICKET)).toBe(0)
})

test('a second payment of an order that has its ticket is counted until it goes back', async () => {
  const { order } = await bought()
  const { db } = w.deps
  const second = { orderId: order.id, amount: 2_400, currency: 'GBP', expiresAt: w.now(), endedAt: w.now() }
  const [paid] = await db
    .insert(payments)
    .values({ ...second, state: 'paid', received: 2_400 })
    .returning()
  expect(await figure(WITHOUT_TICKET)).toBeGreaterThan(0)
  const back = { orderId: order.id, paymentId: paid!.id, amount: 2_400, currency: 'GBP', startsAt: w.now() }
  await db.insert(refunds).values({ ...back, cause: 'twice', state: 'done' })
  expect(await figure(WITHOUT_TICKET)).toBe(0)
})

test('a refund that should be done long ago is counted by its age, whatever state it hangs in', async () => {
  const { order, payment } = await bought()
  const { db } = w.deps
  for (const state of ['planned', 'started', 'pending', 'failed'] as const) {
    const startsAt = new Date(Date.now() - 3 * HOUR)
    const [hanging] = await db
      .insert(refunds)
      .values({
        orderId: order.id,
        paymentId: payment.id,
        amount: 1,
        currency: 'GBP',
        cause: 'given-back',
        state,
        startsAt,
      })
      .returning()
    const seconds = await figure(OVERDUE)
    expect(seconds, state).toBeGreaterThanOrEqual((3 * HOUR) / 1_000)
    expect(seconds, state).toBeLessThan(DAY / 1_000)
    await db.update(refunds).set({ state: 'done' }).where(eq(refunds.id, hanging!.id))
    expect(await figure(OVERDUE), state).toBe(0)
  }
})

test('entries that do not add up are counted, though the database refuses them', async () => {
  const { order } = await bought()
  const { db } = w.deps
  const entry = sql`insert into money_entries values ('made up', 'provider', ${order.id}, 100, 'GBP', now())`
  await expect(db.execute(entry)).rejects.toThrow()
  expect(await figure(IMBALANCE)).toBe(0)
  await db.execute(sql`alter table money_entries disable trigger money_entries_balance`)
  await db.execute(entry)
  await db.execute(sql`alter table money_entries enable trigger money_entries_balance`)
  expect(await figure(IMBALANCE)).toBe(1)
})
