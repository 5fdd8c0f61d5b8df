import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { orders, receipts, refunds } from '../../db/schema/orders.ts'
import { checkout, giveBack, place, refundsOf, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'
import { sendRefund } from './refunding.ts'
import { cancelOrders } from './cancelling.ts'
import { forgetNames, sweepPayments } from './sweeping.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

test('given back in time, the money goes back once undo is over, with a credit note', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId, 3)
  await giveBack(nora, ticketId, 1)
  expect(await refundsOf(nora, id)).toMatchObject([{ amount: 1_200, cause: 'given-back', state: 'planned' }])
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(3_600)
  w.advance(2 * MINUTE)
  await w.sendRefunds(id)
  await w.sendRefunds(id)
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'done' }])
  expect(await w.kept(id)).toBe(2_400)
  await giveBack(nora, ticketId)
  w.advance(2 * MINUTE)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
  // To the penny: VAT of 673 on 36.00 went back as 224 and 449.
  expect(await w.accountsOf(id)).toEqual({})
  const papers = await nora.api.orders.receipts({ params: { orderId: id } })
  expect(papers.map(({ kind, total, vat }) => [kind, total, vat])).toEqual([
    ['receipt', 3_600, 673],
    ['credit-note', -1_200, -224],
    ['credit-note', -2_400, -449],
  ])
})

test('undone, nothing goes back, and given back again it does once', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  await nora.api.tickets.undoReturn({ params: { ticketId: ticketId ?? 0 }, headers: {} })
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'cancelled' }])
  w.advance(HOUR)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(2_400)
  await giveBack(nora, ticketId)
  w.advance(HOUR)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
  expect(await w.orderRow(id)).toMatchObject({ refunded: 2_400 })
})

test.each([
  ['never, whenever it is given back', null, 9 * DAY, 0],
  ['until three days before, four days before', 3, 6 * DAY, 2_400],
  ['until three days before, two days before', 3, 8 * DAY, 0],
  ['until it starts, an hour before', 0, 10 * DAY - HOUR, 2_400],
])('the money comes back %s', async (_, refundDays, after, back) => {
  const { eventId } = await w.paidEvent({ refundDays })
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  // The terms of the order, and not those that are set since.
  await w.deps.db
    .update(events)
    .set({ refundDays: refundDays === null ? 0 : null })
    .where(eq(events.id, eventId))
  w.advance(after)
  await giveBack(nora, ticketId)
  w.advance(10 * MINUTE)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(2_400 - back)
  expect((await w.seatsOf(eventId)).sold).toBe(0)
})

test.each([
  ['another time', { startTime: new Date(Date.now() + 400 * DAY), endTime: new Date(Date.now() + 401 * DAY) }],
  ['another place', { venue: 'Somewhere else' }],
  ['no time at all', { status: 'postponed' as const }],
])('the money goes back to a guest without a right to it once the event is at %s', async (_, fields) => {
  const { eventId } = await w.paidEvent({ refundDays: null })
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
  await giveBack(nora, ticketId)
  w.advance(10 * MINUTE)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
})

test('what the organiser takes back is paid back in full, whatever the terms', async () => {
  const { creator, eventId } = await w.paidEvent({ refundDays: null })
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await creator.api.tickets.takeBack({
    params: { eventId, ticketId: ticketId ?? 0 },
    body: { reason: 'The band is ill.' },
  })
  await w.sendRefunds(id)
  expect(await refundsOf(nora, id)).toMatchObject([{ cause: 'taken-back', state: 'done', amount: 2_400 }])
  expect(await w.kept(id)).toBe(0)
})

test('an answer that is lost, and a provider that is away, pay back once', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  w.advance(10 * MINUTE)
  const [refund] = await refundsOf(nora, id)
  w.till.isAway = true
  await expect(sendRefund(w.deps, refund!.id)).rejects.toThrow('away')
  w.till.isAway = false
  w.till.loseAnswer('refund')
  await expect(sendRefund(w.deps, refund!.id)).rejects.toThrow('lost')
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'started' }])
  await sweepPayments(w.deps)
  await w.deps.jobs.runDue()
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'done' }])
  expect(await w.kept(id)).toBe(0)
  expect(await w.accountsOf(id)).toEqual({})
})

test('two who send the same refund at once pay back once', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  w.advance(10 * MINUTE)
  const [refund] = await refundsOf(nora, id)
  await Promise.all([1, 2, 3].map(() => sendRefund(w.deps, refund!.id)))
  expect(await w.kept(id)).toBe(0)
  expect(await nora.api.orders.receipts({ params: { orderId: id } })).toHaveLength(2)
})

test('a refund that the provider keeps pending is asked about until it is decided, and one that fails stays owed', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const [first, second] = [await w.buy(nora, eventId, 1), await w.buy(nora, eventId, 1)]
  await giveBack(nora, first.ticketId)
  w.advance(10 * MINUTE)
  w.till.refundsBecome = 'pending'
  await w.sendRefunds(first.id)
  expect(await refundsOf(nora, first.id)).toMatchObject([{ state: 'pending' }])
  expect(await w.accountsOf(first.id)).toEqual({ provider: 1_200, owed: -1_200 })
  w.till.advance(w.now())
  await w.sendRefunds(first.id)
  expect(await refundsOf(nora, first.id)).toMatchObject([{ state: 'done' }])
  await giveBack(nora, second.ticketId)
  w.advance(10 * MINUTE)
  w.till.refundsBecome = 'failed'
  await w.sendRefunds(second.id)
  expect(await refundsOf(nora, second.id)).toMatchObject([{ state: 'failed' }])
  expect(await w.accountsOf(second.id)).toEqual({ provider: 1_200, owed: -1_200 })
})

test('when an event is cancelled everybody gets everything back, by a job that goes on where it died', async () => {
  const { creator, eventId } = await w.paidEvent({ refundDays: null })
  const people = [await w.person(), await w.person(), await w.person()]
  const bought = [await w.buy(people[0]!, eventId, 1), await w.buy(people[1]!, eventId, 4)]
  const open = await place(people[2]!, eventId, 1)
  const url = await checkout(people[2]!, open)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  let left = 1
  const dieAfterOne = () => {
    if (left-- === 0) throw new Error('died')
  }
  await expect(cancelOrders(w.deps, eventId, dieAfterOne)).rejects.toThrow('died')
  await cancelOrders(w.deps, eventId)
  await cancelOrders(w.deps, eventId)
  for (const [at, { id }] of bought.entries()) {
    await w.sendRefunds(id)
    expect(await refundsOf(people[at]!, id)).toMatchObject([{ cause: 'cancelled', state: 'done' }])
    expect(await w.kept(id)).toBe(0)
  }
  expect(w.till.pay(url)).toBe(false)
  expect((await w.orderRow(open.id)).state).toBe('cancelled')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})

test('cancelling adds the job that pays back, and reinstated before it runs nothing is taken from anybody', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id } = await w.buy(nora, eventId)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  const { rows } = await w.deps.db.execute(
    sql`select from jobs where kind = 'cancel-orders' and payload->>'eventId' = ${String(eventId)}`,
  )
  expect(rows).toHaveLength(1)
  await creator.api.events.reinstate({ params: { eventId }, body: {} })
  await w.deps.jobs.runDue()
  expect(await w.kept(id)).toBe(2_400)
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
})

test('entries of money are never changed, always balance, and receipts only lose their names', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person({ firstName: 'Nora' })
  const { id } = await w.buy(nora, eventId)
  const { db } = w.deps
  const failing = (statement: ReturnType<typeof sql>) =>
    db.execute(statement).then(
      () => 'done',
      (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
    )
  expect(await failing(sql`update money_entries set amount = 1 where order_id = ${id}`)).toContain('append-only')
  expect(await failing(sql`delete from money_entries where order_id = ${id}`)).toContain('append-only')
  expect(await failing(sql`delete from receipts where order_id = ${id}`)).toContain('append-only')
  expect(await failing(sql`update receipts set total = 1 where order_id = ${id}`)).toContain('only ever loses its name')
  const entry = sql`insert into money_entries values ('made up', 'provider', ${id}, 100, 'GBP', now())`
  expect(await failing(entry)).toContain('does not balance')
  await forgetNames(w.deps)
  expect((await nora.api.orders.receipts({ params: { orderId: id } }))[0]?.name).toBe('Nora Byrne')
  w.advance(6 * 366 * DAY)
  await forgetNames(w.deps)
  const [paper] = await db.select().from(receipts).where(eq(receipts.orderId, id))
  expect(paper).toMatchObject({ name: null, total: 2_400 })
})

test('receipts are numbered without gaps, also when many are paid at once and some fail', async () => {
  const { creator, eventId } = await w.paidEvent({ capacity: 40 })
  const people = await Promise.all(Array.from({ length: 8 }, () => w.person()))
  await Promise.all(people.map((who) => w.buy(who, eventId, 1)))
  const found = await w.deps.db
    .select({ number: receipts.number })
    .from(receipts)
    .where(eq(receipts.sellerId, creator.id))
  expect(found.map(({ number }) => number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('no more than was paid can ever go back', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id } = await w.buy(nora, eventId)
  const over = w.deps.db.update(orders).set({ refunded: 2_401 }).where(eq(orders.id, id))
  await expect(over).rejects.toThrow()
  expect(await w.deps.db.$count(refunds, eq(refunds.orderId, id))).toBe(0)
})
