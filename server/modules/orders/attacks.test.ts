// What somebody tries who wants a place without paying, money without giving a place back, or the places of others.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { orders, payments, providerSignals } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { checkout, look, place, refundsOf, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'
import type { Person } from '../../test-support/world.ts'
import { openCheckout, settlePayment } from './settling.ts'
import { handleSignal } from './signals.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

const bookedBy = (who: Person) => w.deps.db.$count(tickets, eq(tickets.userId, who.id))

test.each([
  { numberOfTickets: -1, total: -1_200 },
  { numberOfTickets: 0, total: 0 },
  { numberOfTickets: 1.5, total: 1_800 },
  { numberOfTickets: 5, total: 6_000 },
  { numberOfTickets: 2 ** 31, total: 2 ** 31 * 1_200 },
  { total: -2_400 },
  { total: 0 },
  { total: 2_400.5 },
  { total: 1e21 },
  { total: 2 ** 53 },
  { total: null },
  { currency: 'GBPX' },
])('an order of %j is refused before anything is asked for', async (wrong) => {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const { statusCode } = await w.app.inject({
    method: 'POST',
    url: `/api/events/${eventId}/orders`,
    headers: { authorization: `Bearer ${guest.token}` },
    payload: { numberOfTickets: 2, payBy: 'card', total: 2_400, currency: 'GBP', ...wrong },
  })
  expect(statusCode).toBe(400)
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})

test('the currency of the installation may change: an order is paid in its own, and no new one in another', async () => {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await place(guest, eventId)
  for (const currency of ['EUR', 'gbp', '', 'JPY'])
    await expect(place(await w.person(), eventId, 2, { currency })).rejects.toMatchObject({ code: 'price_changed' })
  const elsewhere = { ...w.deps, config: { ...w.deps.config, currency: 'EUR' } }
  await openCheckout(elsewhere, guest.id, order.id)
  const { checkoutId } = await w.paymentOf(order.id)
  expect(w.till.checkouts.get(checkoutId!)).toMatchObject({ currency: 'GBP', amount: 2_400 })
})

test('an offer with a price that two sessions take at once is one order, one payment and one ticket', async () => {
  for (let round = 0; round < 3; round++) {
    const { eventId } = await w.paidEvent({ capacity: 2 })
    const [nora, ben] = [await w.person(), await w.person()]
    const { ticketId } = await w.buy(nora, eventId)
    await ben.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 2 } })
    await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
    w.advance(3 * MINUTE)
    const taken = await Promise.all([1, 2, 3].map(() => place(ben, eventId)))
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1)
    const urls = await Promise.all([1, 2].map(() => checkout(ben, taken[0]!)))
    expect(new Set(urls).size).toBe(1)
    w.till.pay(urls[0]!)
    await Promise.all([look(ben, taken[0]!), look(ben, taken[0]!)])
    expect(await bookedBy(ben)).toBe(1)
    expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
    expect(await w.deps.db.$count(orders, eq(orders.userId, ben.id))).toBe(1)
  }
})

test('who is offered fewer places than they wish for pays for these and goes on waiting for the others', async () => {
  const { eventId } = await w.paidEvent({ capacity: 2 })
  const [nora, ben] = [await w.person(), await w.person()]
  const { ticketId } = await w.buy(nora, eventId)
  await ben.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 2, atLeast: 1 } })
  const giveOneBack = () =>
    nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  await giveOneBack()
  w.advance(3 * MINUTE)
  await w.buy(ben, eventId, 1)
  expect(await ben.api.waitingList.get({ params: { eventId } })).toMatchObject({ state: 'waiting' })
  await giveOneBack()
  w.advance(3 * MINUTE)
  await w.buy(ben, eventId, 1)
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
})

test('at most three orders stay unpaid a day, also when they are pressed at once at different events', async () => {
  const nora = await w.person()
  const all = await Promise.all(Array.from({ length: 6 }, () => w.paidEvent()))
  const results = await Promise.allSettled(all.map(({ eventId }) => place(nora, eventId, 1)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await w.deps.db.$count(orders, eq(orders.userId, nora.id))).toBe(3)
})

test('at one event an account has one open order, also when different ones are pressed at once', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  await Promise.allSettled([1, 2, 3, 4].map((seats) => place(nora, eventId, seats)))
  expect(await w.deps.db.$count(orders, eq(orders.userId, nora.id))).toBe(1)
})

test('the limit for each person counts an open order: neither an undo nor an earlier payment passes it', async () => {
  const { eventId } = await w.paidEvent({ maxPerPerson: 2 })
  const nora = await w.person()
  await expect(place(nora, eventId, 3)).rejects.toMatchObject({ code: 'per_person_limit' })
  const { ticketId } = await w.buy(nora, eventId)
  await expect(place(nora, eventId, 1)).rejects.toMatchObject({ code: 'per_person_limit' })
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
  const second = await place(nora, eventId)
  const undo = nora.api.tickets.undoReturn({ params: { ticketId: ticketId ?? 0 }, headers: {} })
  await expect(undo).rejects.toMatchObject({ code: 'per_person_limit' })
  w.till.pay(await checkout(nora, second))
  expect((await look(nora, second)).state).toBe('paid')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
})

test('a payment that comes after its order was given up does not pass the limit beside another open order', async () => {
  const { eventId } = await w.paidEvent({ maxPerPerson: 2 })
  const nora = await w.person()
  const first = await place(nora, eventId)
  const url = await checkout(nora, first)
  const payment = await w.paymentOf(first.id)
  w.till.pay(url)
  // Our rows say that it ended; the money came in the moment before.
  await w.deps.db.update(payments).set({ state: 'expired' }).where(eq(payments.id, payment.id))
  await nora.api.orders.giveUp({ params: { orderId: first.id } })
  await place(nora, eventId)
  await settlePayment(w.deps, payment.id)
  expect((await w.orderRow(first.id)).state).toBe('too-late')
  await w.sendRefunds(first.id)
  expect(await w.kept(first.id)).toBe(0)
})

test('nobody is sent to pay for an event that was cancelled, postponed or hidden, or is over', async () => {
  const past = { startTime: new Date(w.now().getTime() - 3 * HOUR), endTime: new Date(w.now().getTime() - HOUR) }
  for (const fields of [
    { status: 'cancelled' as const },
    { status: 'postponed' as const },
    { hiddenAt: w.now() },
    past,
  ]) {
    const { eventId } = await w.paidEvent()
    const nora = await w.person()
    const order = await place(nora, eventId)
    await w.changeEvent(eventId, fields)
    const calls = w.till.calls.length
    await expect(checkout(nora, order)).rejects.toMatchObject({ code: 'order_not_open' })
    await expect(place(await w.person(), eventId)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    })
    expect(w.till.calls.length).toBe(calls)
  }
})

test('a suspended account buys nothing, but what it has paid becomes a ticket, and can be looked at', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const order = await place(nora, eventId)
  const url = await checkout(nora, order)
  const suspendedUntil = new Date(w.now().getTime() + 30 * DAY)
  await w.deps.db.update(users).set({ suspendedUntil }).where(eq(users.id, nora.id))
  await expect(checkout(nora, order)).rejects.toMatchObject({ status: 403 })
  const other = await w.paidEvent()
  await expect(place(nora, other.eventId)).rejects.toMatchObject({ status: 403 })
  w.till.pay(url)
  expect((await look(nora, order)).state).toBe('paid')
  expect(await w.kept(order.id)).toBe(2_400)
})

test('an account that is deleted with an open order and with a paid one gets back what was paid for both', async () => {
  const { eventId } = await w.paidEvent()
  const other = await w.paidEvent()
  const nora = await w.person()
  const bought = await w.buy(nora, eventId)
  const open = await place(nora, other.eventId)
  const url = await checkout(nora, open)
  await nora.api.account.deleteAccount({ body: {} })
  w.till.pay(url)
  await settlePayment(w.deps, (await w.paymentOf(open.id)).id)
  expect((await w.orderRow(open.id)).state).toBe('too-late')
  w.advance(HOUR)
  for (const { id } of [bought, open]) {
    await w.sendRefunds(id)
    expect(await w.kept(id)).toBe(0)
  }
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
  expect(await w.seatsOf(other.eventId)).toEqual({ sold: 0, held: 0 })
})

test('a message about a checkout that the provider does not know is asked about for a month, and not for ever', async () => {
  const id = 'demo evt_unknown_checkout'
  await w.deps.db
    .insert(providerSignals)
    .values({ id, type: 'checkout.paid', about: 'checkout nobodys', receivedAt: w.now() })
  await expect(handleSignal(w.deps, id)).rejects.toThrow('unknown checkout')
  w.advance(31 * DAY)
  await handleSignal(w.deps, id)
  const [row] = await w.deps.db.select().from(providerSignals).where(eq(providerSignals.id, id))
  expect(row?.handledAt).not.toBeNull()
})

test('a provider that says it was paid with nothing gets nobody a ticket, and nothing goes back', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const order = await place(nora, eventId)
  w.till.pay(await checkout(nora, order))
  Object.assign(w.till.checkouts.get((await w.paymentOf(order.id)).checkoutId!)!, { amount: 0 })
  expect((await look(nora, order)).state).toBe('too-late')
  expect(await refundsOf(nora, order.id)).toEqual([])
  expect(await bookedBy(nora)).toBe(0)
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})
