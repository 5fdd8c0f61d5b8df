import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openPaidWorld, place, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'

let w: PaidWorld
// Without any card provider.
usePaidWorld((opened) => (w = opened), { deps: { payments: null } })

const OFFLINE = { payBy: ['door' as const, 'transfer' as const], transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78' }

test('paid at the door there is a ticket at once, which says what is to pay', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const nora = await w.person()
  await collectMails(w.deps)
  const order = await place(nora, eventId, 2, { payBy: 'door' })
  expect(order).toMatchObject({ state: 'to-pay', total: 2_400, transferTo: null })
  expect(await nora.api.tickets.list({ query: { eventId } })).toMatchObject([
    { id: order.ticketId, numberOfTickets: 2 },
  ])
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
  const [mail] = await collectMails(w.deps)
  expect(mail?.text).toContain('£24.00 at the door')
  expect(await w.accountsOf(order.id)).toEqual({})
  const params = { eventId, orderId: order.id }
  expect(await creator.api.orders.markPaid({ params })).toMatchObject({ state: 'paid', email: nora.email })
  await creator.api.orders.markPaid({ params })
  expect(await w.accountsOf(order.id)).toEqual({ cash: 2_400, sales: -1_951, vat: -449 })
  expect(await nora.api.orders.receipts({ params: { orderId: order.id } })).toHaveLength(1)
})

test('a transfer has a reference and an account, and what goes back is paid back by hand', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const nora = await w.person()
  const order = await place(nora, eventId, 3, { payBy: 'transfer' })
  expect(order.reference).toMatch(/^HLY-[0-9A-F]{8}$/)
  expect(order.transferTo).toContain('IE29')
  expect(order.dueBy).toBe(new Date(w.now().getTime() + 5 * DAY).toISOString())
  const soon = await w.paidEvent({ ...OFFLINE, startTime: new Date(w.now().getTime() + 6 * DAY) })
  await expect(place(nora, soon.eventId, 1, { payBy: 'transfer' })).rejects.toMatchObject({ code: 'pay_by_unknown' })
  const params = { eventId, orderId: order.id }
  // Given back before it is paid: less is to pay.
  await nora.api.tickets.return({ params: { ticketId: order.ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  expect((await creator.api.orders.listOfEvent({ params: { eventId }, query: {} })).sums).toMatchObject([
    { toPay: 2_400 },
  ])
  await creator.api.orders.markPaid({ params })
  expect(await w.accountsOf(order.id)).toEqual({ bank: 2_400, sales: -1_951, vat: -449 })
  await nora.api.tickets.return({ params: { ticketId: order.ticketId ?? 0 }, body: {} })
  w.advance(3 * MINUTE)
  expect((await nora.api.orders.get({ params: { orderId: order.id } })).refunds).toMatchObject([
    { amount: 2_400, state: 'planned' },
  ])
  await creator.api.orders.markRefunded({ params })
  await creator.api.orders.markRefunded({ params })
  expect(await w.accountsOf(order.id)).toEqual({})
  const papers = await nora.api.orders.receipts({ params: { orderId: order.id } })
  expect(papers.map(({ kind, total, seats }) => [kind, total, seats])).toEqual([
    ['receipt', 2_400, 2],
    ['credit-note', -2_400, 2],
  ])
})

test('without a card provider a card cannot be chosen, and nobody but those who run the event ticks orders off', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const nora = await w.person()
  const body = { unitPrice: 1_200, payBy: ['card' as const, 'door' as const] }
  await expect(creator.api.orders.setPrice({ params: { eventId }, body })).rejects.toMatchObject({
    code: 'price_invalid',
  })
  const order = await place(nora, eventId, 1, { payBy: 'door' })
  const params = { eventId, orderId: order.id }
  await expect(nora.api.orders.markPaid({ params })).rejects.toMatchObject({ status: 403 })
  await expect(nora.api.orders.listOfEvent({ params: { eventId }, query: {} })).rejects.toMatchObject({ status: 403 })
  const other = await w.paidEvent(OFFLINE)
  await expect(
    other.creator.api.orders.markPaid({ params: { eventId: other.eventId, orderId: order.id } }),
  ).rejects.toMatchObject({ code: 'order_not_found' })
  await expect(nora.api.orders.checkout({ params: { orderId: order.id } })).rejects.toMatchObject({
    code: 'payments_off',
  })
  expect((await w.orderRow(order.id)).state).toBe('to-pay')
})

test('given back before anything was paid, nothing is to pay and nothing goes back', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const nora = await w.person()
  const order = await place(nora, eventId, 2, { payBy: 'door' })
  await nora.api.tickets.return({ params: { ticketId: order.ticketId ?? 0 }, body: {} })
  w.advance(DAY)
  const { sums, orders } = await creator.api.orders.listOfEvent({ params: { eventId }, query: {} })
  expect(sums).toEqual([{ currency: 'GBP', paid: 0, toPay: 0, refunded: 0, vat: 0 }])
  expect(orders).toMatchObject([{ refunds: [] }])
  const params = { eventId, orderId: order.id }
  await expect(creator.api.orders.markPaid({ params })).rejects.toMatchObject({ code: 'order_not_open' })
})

test('in a currency without decimals a place costs whole units', async () => {
  const yen = await openPaidWorld({ config: { currency: 'JPY' } })
  try {
    const creator = await yen.person()
    const { id: eventId } = await yen.event(creator, {
      startTime: new Date(Date.now() + 10 * DAY),
      endTime: new Date(Date.now() + 11 * DAY),
    })
    const price = { unitPrice: 1_200, payBy: ['card' as const], vatRate: 1_000 }
    await creator.api.orders.setPrice({ params: { eventId }, body: price })
    const nora = await yen.person()
    await expect(place(nora, eventId, 2, { total: 2_400, currency: 'GBP' })).rejects.toMatchObject({
      code: 'price_changed',
    })
    const order = await place(nora, eventId, 2, { currency: 'JPY' })
    expect(order).toMatchObject({ total: 2_400, vat: 218, currency: 'JPY' })
    yen.till.pay((await nora.api.orders.checkout({ params: { orderId: order.id } })).url)
    expect((await nora.api.orders.look({ params: { orderId: order.id } })).state).toBe('paid')
    expect(await yen.accountsOf(order.id)).toEqual({ provider: 2_400, sales: -2_182, vat: -218 })
  } finally {
    await yen.close()
  }
})

test('an event that is saved by the form keeps its price, and its copy has it too', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const params = { eventId }
  const event = await creator.api.events.get({ params })
  const { title, description, venue, startTime, endTime, capacity } = event
  const body = { title: `${title}!`, description, venue, startTime, endTime, capacity, isFreeOfCharge: false }
  await creator.api.events.update({ params, body: body })
  expect(await w.visitor.orders.price({ params, query: {} })).toMatchObject({
    title: 'Fiddle Night!',
    unitPrice: 1_200,
  })
  const forbidden = creator.api.events.update({ params, body: { ...body, approval: true } })
  await expect(forbidden).rejects.toMatchObject({ code: 'not_for_paid' })
  const { id: copyId } = await creator.api.events.duplicate({ params })
  expect(await creator.api.orders.price({ params: { eventId: copyId }, query: {} })).toMatchObject({ unitPrice: 1_200 })
})

test('what somebody ordered is kept: an event with orders is not deleted', async () => {
  const card = await openPaidWorld()
  try {
    const { creator, eventId } = await card.paidEvent()
    const nora = await card.person()
    const order = await place(nora, eventId)
    await nora.api.orders.giveUp({ params: { orderId: order.id } })
    await expect(creator.api.events.remove({ params: { eventId } })).rejects.toMatchObject({
      code: 'booked_cannot_be_deleted',
    })
  } finally {
    await card.close()
  }
})
