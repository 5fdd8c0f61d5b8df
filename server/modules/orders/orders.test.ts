import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { checkout, look, place, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'
import { world } from '../../test-support/world.ts'
import { endOrder } from './settling.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

test('while the feature is off no call of orders is there', async () => {
  const off = await world({ config: { features: new Set(FEATURE_NAMES.filter((name) => name !== 'paid-events')) } })
  const event = await off.event(await off.person())
  const guest = await off.person()
  await expect(place(guest, event.id)).rejects.toMatchObject({ status: 404 })
  await expect(guest.api.orders.price({ params: { eventId: event.id }, query: {} })).rejects.toMatchObject({
    status: 404,
  })
  expect((await off.app.inject({ method: 'POST', url: '/api/payments/signals', payload: '{}' })).statusCode).toBe(404)
})

test('an organiser makes an event paid, and guests see price, VAT, seller and until when the money comes back', async () => {
  const creator = await w.person({ publicName: 'Fiddlers United' })
  const { id: eventId } = await w.event(creator)
  const params = { eventId }
  const terms = { vatRate: 1_350, payBy: ['card' as const, 'door' as const], refundDays: 3 }
  const price = await creator.api.orders.setPrice({ params, body: { unitPrice: 1_250, ...terms } })
  expect(price).toEqual({
    ...{
      eventId,
      title: 'Fiddle Night',
      unitPrice: 1_250,
      currency: 'GBP',
      ...terms,
      transferTo: null,
      seller: 'Fiddlers United',
    },
  })
  expect(await w.visitor.orders.price({ params, query: {} })).toEqual(price)
  expect(await w.visitor.events.get({ params })).toMatchObject({ isFreeOfCharge: false, sellingPrice: 12.5 })
  const none = { params, body: { unitPrice: null } }
  expect((await creator.api.orders.setPrice(none)).unitPrice).toBeNull()
  await (await w.person()).api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await expect(creator.api.orders.setPrice({ params, body: { unitPrice: 900, ...terms } })).rejects.toMatchObject({
    code: 'price_fixed',
  })
})

test.each([
  [{ unitPrice: 0, payBy: ['card'] }, 400],
  [{ unitPrice: -100, payBy: ['card'] }, 400],
  [{ unitPrice: 12.5, payBy: ['card'] }, 400],
  [{ unitPrice: 99_999_999, payBy: ['card'] }, 400],
  [{ unitPrice: 1_200, payBy: [] }, 400],
  [{ unitPrice: 1_200, payBy: ['transfer'] }, 400],
  [{ unitPrice: 1_200, payBy: ['bitcoin'] }, 400],
  [{ unitPrice: 1_200, payBy: ['card'], vatRate: 10_000 }, 400],
])('a price of %j is refused', async (body, status) => {
  const creator = await w.person()
  const { id: eventId } = await w.event(creator)
  await expect(creator.api.orders.setPrice({ params: { eventId }, body: body as never })).rejects.toMatchObject({
    status,
  })
})

test('an event whose places are not booked by an order cannot have a price', async () => {
  for (const fields of [
    { approval: true },
    { confirm: true },
    { roomSize: 10 },
    { admission: 'just-come' as const },
    { ballot: 'running' as const },
  ]) {
    const creator = await w.person()
    const { id: eventId } = await w.event(creator, fields)
    const body = { unitPrice: 1_200, payBy: ['card' as const] }
    await expect(creator.api.orders.setPrice({ params: { eventId }, body })).rejects.toMatchObject({
      code: 'not_for_paid',
    })
  }
})

test('a place at a paid event is never booked without an order', async () => {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const refused = { status: 409, code: 'pay_first' }
  await expect(guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })).rejects.toMatchObject(refused)
  const body = { eventId, numberOfTickets: 1, name: 'Orla Quinn', email: `orla${eventId}@example.org` }
  const quick = await w.visitor.tickets.quick({ headers: {}, body })
  expect(quick).toMatchObject({ ticket: null })
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})

test('an order holds its seats without any call to the provider, and paid it becomes a ticket with a receipt', async () => {
  const { eventId } = await w.paidEvent({ capacity: 2 })
  const [nora, ben] = [await w.person(), await w.person()]
  const calls = w.till.calls.length
  const order = await place(nora, eventId)
  expect(w.till.calls.length).toBe(calls)
  expect(order).toMatchObject({ state: 'open', total: 2_400, vat: 449, ticketId: null, refunds: [] })
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  await expect(place(ben, eventId, 1)).rejects.toMatchObject({ code: 'sold_out' })
  const url = await checkout(nora, order)
  expect(await checkout(nora, order)).toBe(url)
  expect(await look(nora, order)).toMatchObject({ state: 'open' })
  w.till.pay(url)
  const paid = await look(nora, order)
  expect(paid.state).toBe('paid')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
  const tickets = await nora.api.tickets.list({ query: { eventId } })
  expect(tickets).toMatchObject([{ id: paid.ticketId, numberOfTickets: 2 }])
  expect(await w.accountsOf(order.id)).toEqual({ provider: 2_400, sales: -1_951, vat: -449 })
  const [receipt, ...others] = await nora.api.orders.receipts({ params: { orderId: order.id } })
  expect(others).toEqual([])
  expect(receipt).toMatchObject({
    kind: 'receipt',
    total: 2_400,
    net: 1_951,
    vat: 449,
    seats: 2,
  })
})

test('pressed again it is the same order, with or without a key; another wish has to wait until it is over', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const first = await Promise.all([1, 2, 3].map(() => place(nora, eventId, 2, { key: 'the-same-key' })))
  expect(new Set(first.map(({ id }) => id)).size).toBe(1)
  expect((await place(nora, eventId)).id).toBe(first[0]?.id)
  await expect(place(nora, eventId, 1)).rejects.toMatchObject({ code: 'order_open' })
  await expect(place(nora, eventId, 3, { key: 'the-same-key' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  const given = await nora.api.orders.giveUp({ params: { orderId: first[0]!.id } })
  expect(given.state).toBe('cancelled')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
  expect((await place(nora, eventId, 1)).state).toBe('open')
})

test('the price that was shown is the price of the order: another one is refused, and a later one changes nothing', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  for (const wrong of [{ total: 2_399 }, { total: 1 }, { currency: 'EUR' }, { total: 99_999_999 }])
    await expect(place(nora, eventId, 2, wrong)).rejects.toMatchObject({ code: 'price_changed' })
  await expect(place(nora, eventId, 2, { payBy: 'door' })).rejects.toMatchObject({ code: 'pay_by_unknown' })
  const order = await place(nora, eventId)
  await creator.api.orders.setPrice({ params: { eventId }, body: { unitPrice: 5_000, payBy: ['card'] } })
  await expect(place(await w.person(), eventId)).rejects.toMatchObject({ code: 'price_changed' })
  w.till.pay(await checkout(nora, order))
  expect(await look(nora, order)).toMatchObject({ state: 'paid', total: 2_400 })
})

test('of two who press at once for the last seats one has the order', async () => {
  for (let round = 0; round < 5; round++) {
    const { eventId } = await w.paidEvent({ capacity: 2 })
    const people = [await w.person(), await w.person()]
    const results = await Promise.allSettled(people.map((who) => place(who, eventId)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  }
})

test('nobody else’s order can be seen, paid, or given up', async () => {
  const { eventId } = await w.paidEvent()
  const [nora, ben] = [await w.person(), await w.person()]
  const order = await place(nora, eventId)
  const unknown = { status: 404 }
  const params = { orderId: order.id }
  await expect(checkout(ben, order)).rejects.toMatchObject(unknown)
  await expect(look(ben, order)).rejects.toMatchObject(unknown)
  await expect(ben.api.orders.giveUp({ params })).rejects.toMatchObject(unknown)
  await expect(ben.api.orders.get({ params })).rejects.toMatchObject(unknown)
  await expect(ben.api.orders.receipts({ params })).rejects.toMatchObject(unknown)
  expect(await ben.api.orders.list({ query: {} })).toEqual([])
})

test('three orders a day may be left unpaid', async () => {
  const nora = await w.person()
  for (let n = 0; n < 3; n++) {
    const { eventId } = await w.paidEvent()
    const order = await place(nora, eventId)
    await nora.api.orders.giveUp({ params: { orderId: order.id } })
  }
  const { eventId } = await w.paidEvent()
  await expect(place(nora, eventId)).rejects.toMatchObject({ code: 'too_many_orders' })
  w.advance(DAY + MINUTE)
  expect((await place(nora, eventId)).state).toBe('open')
})

test('a hold that ends gives its seats to those who wait first, and the job asks the provider before', async () => {
  const { eventId } = await w.paidEvent({ capacity: 2 })
  const [nora, ben, cora] = [await w.person(), await w.person(), await w.person()]
  const order = await place(nora, eventId)
  const url = await checkout(nora, order)
  await ben.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 2 } })
  const row = await w.orderRow(order.id)
  w.advance(row.holdUntil.getTime() - w.now().getTime() - 1)
  await endOrder(w.deps, order.id, 'expired')
  expect((await w.orderRow(order.id)).state).toBe('open')
  w.advance(1)
  w.till.isAway = true
  await expect(endOrder(w.deps, order.id, 'expired')).rejects.toThrow('away')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  w.till.isAway = false
  await endOrder(w.deps, order.id, 'expired')
  expect(w.till.pay(url)).toBe(false)
  expect((await w.orderRow(order.id)).state).toBe('expired')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  expect(await ben.api.waitingList.get({ params: { eventId } })).toMatchObject({ state: 'offered' })
  await expect(place(cora, eventId, 1)).rejects.toMatchObject({ code: 'sold_out' })
  await expect(ben.api.waitingList.accept({ params: { eventId }, body: {} })).rejects.toMatchObject({
    code: 'pay_first',
  })
  // An offer is taken by an order, which holds what was offered.
  const taken = await w.buy(ben, eventId)
  expect(taken.state).toBe('paid')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
  await expect(ben.api.waitingList.get({ params: { eventId } })).rejects.toMatchObject({
    code: 'waiting_entry_not_found',
  })
})

test('who takes an offer by an order and never pays rests on the list, and the seats go on', async () => {
  const { eventId } = await w.paidEvent({ capacity: 1 })
  const [nora, ben, cora] = [await w.person(), await w.person(), await w.person()]
  const { ticketId } = await w.buy(nora, eventId, 1)
  for (const who of [ben, cora])
    await who.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1, automatic: true } })
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
  w.advance(3 * MINUTE)
  const order = await place(ben, eventId, 1)
  // Booked for nobody without asking: it has to be paid.
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 1 })
  w.advance(HOUR)
  await endOrder(w.deps, order.id, 'expired')
  expect(await ben.api.waitingList.get({ params: { eventId } })).toMatchObject({ state: 'resting' })
  expect(await cora.api.waitingList.get({ params: { eventId } })).toMatchObject({ state: 'offered' })
})

test('in the last hour an order holds its seats for ten minutes', async () => {
  const startTime = new Date(w.now().getTime() + 50 * MINUTE)
  const { eventId } = await w.paidEvent({ startTime, endTime: new Date(startTime.getTime() + HOUR) })
  const nora = await w.person()
  const order = await place(nora, eventId)
  await checkout(nora, order)
  const { holdUntil } = await w.orderRow(order.id)
  expect(holdUntil.getTime() - w.now().getTime()).toBe(10 * MINUTE)
  w.advance(10 * MINUTE)
  await endOrder(w.deps, order.id, 'expired')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})
