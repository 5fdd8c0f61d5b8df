// What those see who look after orders: organisers the sums of their event, administrators what should not be.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { TROUBLE_SHOWN } from '../../../contract/limits.ts'
import { orders, payments, refunds } from '../../db/schema/orders.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { buy, checkout, openPaidWorld, place, type PaidWorld } from '../../test-support/paid-scene.ts'
import { lookAtRefund, sendRefund } from './refunding.ts'

let w: PaidWorld

beforeAll(async () => {
  w = await openPaidWorld()
})
beforeEach(() => {
  w.till.recover()
})
afterAll(() => w.close())

const OFFLINE = { payBy: ['door' as const, 'transfer' as const], transferTo: 'IBAN IE29', vatRate: null }

test('sums are what came in, what went back and what is still to pay, and lists can be of one state', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const [nora, ben] = [await w.person(), await w.person()]
  const transfer = await place(nora, eventId, 3, { payBy: 'transfer' })
  const door = await place(ben, eventId, 1, { payBy: 'door' })
  const params = { eventId }
  const list = async (query: { state?: 'paid' | 'to-pay' | 'refunded' } = {}) =>
    creator.api.orders.listOfEvent({ params, query })
  // Given back before it is paid: less is due, and less comes in.
  await nora.api.tickets.return({ params: { ticketId: transfer.ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  expect((await list()).orders.map(({ id, due, toPayBack }) => [id, due, toPayBack])).toEqual([
    [door.id, 1_200, 0],
    [transfer.id, 2_400, 0],
  ])
  await creator.api.orders.markPaid({ params: { eventId, orderId: transfer.id } })
  expect((await list()).sums).toEqual([{ currency: 'GBP', paid: 2_400, toPay: 1_200, refunded: 0, vat: 0 }])
  await nora.api.tickets.return({ params: { ticketId: transfer.ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  // Until undo is over nothing is to be paid back.
  expect((await list({ state: 'paid' })).orders).toMatchObject([{ id: transfer.id, toPayBack: 0 }])
  w.advance(3 * MINUTE)
  expect((await list({ state: 'refunded' })).orders).toMatchObject([{ id: transfer.id, toPayBack: 1_200 }])
  expect((await list({ state: 'to-pay' })).orders).toMatchObject([{ id: door.id }])
  const back = await creator.api.orders.markRefunded({ params: { eventId, orderId: transfer.id } })
  expect(back).toMatchObject({ toPayBack: 0, refunds: [{ state: 'done' }] })
  expect((await list()).sums).toMatchObject([{ paid: 2_400, refunded: 1_200 }])
})

test('a long list comes a page at a time', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  for (let n = 0; n < 3; n++) await place(await w.person(), eventId, 1, { payBy: 'door' })
  const params = { eventId }
  const first = await creator.api.orders.listOfEvent({ params, query: { limit: 2 } })
  const second = await creator.api.orders.listOfEvent({ params, query: { limit: 2, cursor: first.next ?? 0 } })
  expect([first.orders.length, second.orders.length, second.next]).toEqual([2, 1, null])
})

test('those who manage an event see its orders, and nobody else does', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const other = await w.person()
  const administrator = await w.person({ role: 'administrator' })
  await place(other, eventId, 1, { payBy: 'door' })
  const params = { eventId }
  for (const { api } of [other, administrator])
    await expect(api.orders.listOfEvent({ params, query: {} })).rejects.toMatchObject({ status: 403 })
  expect((await creator.api.orders.listOfEvent({ params, query: {} })).orders).toHaveLength(1)
})

async function failedRefund() {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await buy(w, nora, eventId, 2)
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
  w.advance(3 * MINUTE)
  w.till.refundsBecome = 'failed'
  await collectMails(w.deps)
  const [refund] = await w.deps.db.select().from(refunds).where(eq(refunds.orderId, id))
  for (let n = 0; n < 2; n++) await sendRefund(w.deps, refund?.id ?? 0)
  return { creator, eventId, nora, id, refundId: refund?.id ?? 0 }
}

test('a refund that failed is told once to the organiser and to administrators, and not as done to the guest', async () => {
  const administrator = await w.person({ role: 'administrator' })
  const { creator, nora, eventId } = await failedRefund()
  const mails = await collectMails(w.deps)
  const to = (email: string) => mails.filter((mail) => mail.to === email)
  expect(to(nora.email)).toEqual([])
  expect(to(creator.email)).toMatchObject([{ subject: expect.stringContaining('A refund failed') as string }])
  expect(to(creator.email)[0]?.text).toContain('£24.00 could not be paid back')
  expect(to(creator.email)[0]?.text).toContain(`/events/${eventId}/manage`)
  expect(to(administrator.email)).toHaveLength(1)
  expect(to(administrator.email)[0]?.text).toContain('/moderation/money')
})

test('a refund that failed and was paid back by hand is closed once, and stays closed whatever the provider says', async () => {
  const administrator = await w.person({ role: 'administrator' })
  const moderator = await w.person({ role: 'moderator' })
  const { creator, nora, id, refundId } = await failedRefund()
  await collectMails(w.deps)
  const close = ({ api }: typeof administrator) =>
    api.orders.closeRefund({ params: { refundId }, body: { from: 'bank' } })
  for (const who of [moderator, creator, nora]) await expect(close(who)).rejects.toMatchObject({ status: 403 })
  expect(await w.accountsOf(id)).toEqual({ provider: 2_400, owed: -2_400 })
  const both = await Promise.all([close(administrator), close(administrator)])
  expect(both.flatMap(({ refunds: open }) => open).filter(({ orderId }) => orderId === id)).toEqual([])
  expect(await w.accountsOf(id)).toEqual({ provider: 2_400, bank: -2_400 })
  const mails = (await collectMails(w.deps)).filter(({ to }) => to === nora.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('£24.00 has been paid back to you by transfer')
  // The provider goes on saying that it has failed.
  await lookAtRefund(w.deps, refundId)
  expect(await w.accountsOf(id)).toEqual({ provider: 2_400, bank: -2_400 })
  expect((await administrator.api.orders.trouble()).refunds.filter(({ orderId }) => orderId === id)).toEqual([])
})

test('only a refund that failed is closed by hand', async () => {
  const administrator = await w.person({ role: 'administrator' })
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await buy(w, nora, eventId, 2)
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
  const [refund] = await w.deps.db.select().from(refunds).where(eq(refunds.orderId, id))
  for (const refundId of [refund?.id ?? 0, 2_000_000_000])
    await expect(
      administrator.api.orders.closeRefund({ params: { refundId }, body: { from: 'provider' } }),
    ).rejects.toMatchObject({ status: 409, message: 'Only a refund that failed is paid back by hand' })
  expect(await w.accountsOf(id)).toMatchObject({ provider: 2_400 })
})

test('all orders are downloaded for a spreadsheet, newest first, and names are no formulas', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const [nora, eve] = [await w.person({ firstName: 'Nora' }), await w.person({ firstName: '=1+1' })]
  const transfer = await place(nora, eventId, 2, { payBy: 'transfer' })
  await place(eve, eventId, 1, { payBy: 'door' })
  await creator.api.orders.markPaid({ params: { eventId, orderId: transfer.id } })
  const csv = await creator.api.orders.csvOfEvent({ params: { eventId } })
  const [head, first, second, ...rest] = csv.trim().split('\r\n')
  expect(head).toContain('Order,Ordered at,Name,Email,Places,Total')
  expect(first).toMatch(/,'=1\+1 .*,1,12,0,GBP,door,to-pay,0,0,12,0$/)
  expect(second).toMatch(/,Nora .*,2,24,0,GBP,transfer,paid,24,0,0,0$/)
  expect(rest).toEqual([])
  await expect(nora.api.orders.csvOfEvent({ params: { eventId } })).rejects.toMatchObject({ status: 403 })
})

test('a price below what the card provider takes is refused, and other ways to pay may have it', async () => {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const params = { eventId }
  w.till.least = 30
  const price = { unitPrice: 29, payBy: ['card' as const] }
  await expect(creator.api.orders.setPrice({ params, body: price })).rejects.toMatchObject({
    status: 400,
    message: 'By card a place costs at least £0.30. Please choose a higher price, or another way to pay.',
  })
  expect(await creator.api.orders.price({ params, query: {} })).toMatchObject({ unitPrice: 1_200 })
  expect(await creator.api.orders.setPrice({ params, body: { ...price, payBy: ['door'] } })).toMatchObject({
    unitPrice: 29,
  })
  w.till.least = 29
  expect(await creator.api.orders.setPrice({ params, body: price })).toMatchObject({ payBy: ['card'] })
})

test('a checkout that the provider refuses is said in one sentence, and the order can be given up', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const order = await place(nora, eventId, 1)
  w.till.least = 1_201
  await expect(checkout(nora, order)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('nothing was charged') as string,
  })
  expect(await nora.api.orders.giveUp({ params: { orderId: order.id } })).toMatchObject({ state: 'cancelled' })
  expect(await w.seatsOf(eventId)).toMatchObject({ sold: 0, held: 0 })
})

test('administrators see what should not be: money without a ticket, refunds that are late, entries that do not balance', async () => {
  const administrator = await w.person({ role: 'administrator' })
  const moderator = await w.person({ role: 'moderator' })
  const look = () => administrator.api.orders.trouble()
  const { id: failed } = await failedRefund()
  const { eventId } = await w.paidEvent()
  const lost = await buy(w, await w.person(), eventId, 1)
  const { refunds: before, unaccounted } = await look()
  expect(before.filter(({ orderId }) => orderId === failed)).toMatchObject([
    { amount: 2_400, currency: 'GBP', cause: 'given-back', state: 'failed', title: 'Fiddle Night' },
  ])
  expect(unaccounted).toEqual([])
  // As if a process had been altered: paid, and the order knows nothing of it.
  await w.deps.db.update(orders).set({ state: 'expired', ticketId: null }).where(eq(orders.id, lost.id))
  await w.deps.db.execute(sql`alter table money_entries disable trigger all`)
  await w.deps.db.execute(sql`insert into money_entries (posting, account, order_id, amount, currency, at)
    values ('made up', 'cash', ${lost.id}, 700, 'GBP', ${w.now()})`)
  await w.deps.db.execute(sql`alter table money_entries enable trigger all`)
  const after = await look()
  expect(after.unaccounted).toMatchObject([{ orderId: lost.id, amount: 1_200, state: 'expired' }])
  expect(after.unbalanced).toEqual([{ posting: 'made up', orderId: lost.id, sum: 700, currency: 'GBP' }])
  for (const { api } of [moderator, await w.person()])
    await expect(api.orders.trouble()).rejects.toMatchObject({ status: 403 })
  await expect(w.visitor.orders.trouble()).rejects.toMatchObject({ status: 401 })
  // Bounded, however much is wrong.
  const many = Array.from({ length: TROUBLE_SHOWN + 5 }, () => ({
    orderId: lost.id,
    amount: 100,
    currency: 'GBP',
    expiresAt: new Date(),
    state: 'paid' as const,
    endedAt: new Date(w.now().getTime() - DAY),
  }))
  await w.deps.db.insert(payments).values(many)
  expect((await look()).unaccounted).toHaveLength(TROUBLE_SHOWN)
})

test('in which currency and how places can be paid is said to those who set a price', async () => {
  const nora = await w.person()
  expect(await nora.api.orders.options()).toEqual({ currency: 'GBP', ways: ['card', 'door', 'transfer'] })
  const none = await openPaidWorld({ config: { payments: 'off', currency: 'JPY' }, deps: { payments: null } })
  try {
    expect(await (await none.person()).api.orders.options()).toEqual({ currency: 'JPY', ways: [] })
    // Of an event that had a price when payments were on.
    const { eventId } = await none.paidEvent()
    const price = await none.visitor.orders.price({ params: { eventId }, query: {} })
    expect(price).toMatchObject({ unitPrice: 12, payBy: [] })
  } finally {
    await none.close()
  }
})

test('an event that is saved by the form keeps what it cost before, too', async () => {
  const { creator, eventId } = await w.paidEvent({ anchorPrice: 15 })
  const params = { eventId }
  const { title, description, venue, startTime, endTime, capacity } = await creator.api.events.get({ params })
  const body = { title, description, venue, startTime, endTime, capacity, isFreeOfCharge: true, anchorPrice: 0 }
  await creator.api.events.update({ params, body })
  expect(await creator.api.events.get({ params })).toMatchObject({ sellingPrice: 12, anchorPrice: 15 })
})
