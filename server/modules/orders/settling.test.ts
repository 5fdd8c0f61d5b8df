import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { payments, providerSignals } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Signal } from '../../payments/provider.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import {
  checkout,
  giveBack,
  look,
  place,
  refundsOf,
  usePaidWorld,
  type PaidWorld,
} from '../../test-support/paid-scene.ts'
import { endOrder, settlePayment } from './settling.ts'
import { handleSignal } from './signals.ts'
import { sweepPayments } from './sweeping.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

/** Ordered, and on the page of the provider. */
async function atTheTill(seats = 2, fields: Parameters<PaidWorld['paidEvent']>[0] = {}) {
  const { creator, eventId } = await w.paidEvent(fields)
  const guest = await w.person()
  const order = await place(guest, eventId, seats)
  const url = await checkout(guest, order)
  return { creator, eventId, guest, order, url, payment: await w.paymentOf(order.id) }
}

test('settled often, at once, and by everybody who may ask, there is one ticket, one receipt and one email', async () => {
  const { guest, order, url, payment } = await atTheTill()
  await collectMails(w.deps)
  w.till.pay(url)
  await Promise.all([1, 2, 3, 4].map(() => settlePayment(w.deps, payment.id)))
  await Promise.all([look(guest, order), settlePayment(w.deps, payment.id, 'expire')])
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, guest.id))).toBe(1)
  expect(await guest.api.orders.receipts({ params: { orderId: order.id } })).toHaveLength(1)
  expect((await collectMails(w.deps)).map(({ subject }) => subject)).toEqual(['Your booking: Fiddle Night'])
  expect(await w.accountsOf(order.id)).toEqual({ provider: 2_400, sales: -1_951, vat: -449 })
})

test('a message says what to look up and decides nothing: one that lies changes nothing', async () => {
  const { order, payment } = await atTheTill()
  const lie: Signal = {
    id: 'evt_lie',
    type: 'checkout.paid',
    about: { kind: 'checkout', checkoutId: payment.checkoutId! },
  }
  expect(await w.signal(lie)).toBe(200)
  await handleSignal(w.deps, 'demo evt_lie')
  expect((await w.orderRow(order.id)).state).toBe('open')
})

test('a forged message is refused and not stored, one that comes twice is handled once, and the order of messages is nothing', async () => {
  const { eventId, guest, order, url } = await atTheTill()
  const { length } = w.till.signals
  w.till.pay(url)
  const [signal] = w.till.signals.slice(length)
  expect(await w.signal(signal!, 'wrong')).toBe(400)
  expect(await w.deps.db.$count(providerSignals, eq(providerSignals.id, `demo ${signal!.id}`))).toBe(0)
  expect(await w.signal(signal!)).toBe(200)
  expect(await w.signal(signal!)).toBe(200)
  await handleSignal(w.deps, `demo ${signal!.id}`)
  await handleSignal(w.deps, `demo ${signal!.id}`)
  // An older one, about the time before it was paid.
  await w.signal({ ...signal!, id: 'evt_old', type: 'checkout.expired' })
  await handleSignal(w.deps, 'demo evt_old')
  expect((await w.orderRow(order.id)).state).toBe('paid')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
  expect(await refundsOf(guest, order.id)).toEqual([])
})

test('a message about something unknown, or about nothing, is stored and done with', async () => {
  await w.signal({ id: 'evt_other', type: 'balance.available', about: { kind: 'other' } })
  await handleSignal(w.deps, 'demo evt_other')
  await w.signal({ id: 'evt_refund', type: 'refund.updated', about: { kind: 'refund', refundId: 'nobody’s' } })
  await handleSignal(w.deps, 'demo evt_refund')
  const [row] = await w.deps.db.select().from(providerSignals).where(eq(providerSignals.id, 'demo evt_other'))
  expect(row?.handledAt).not.toBeNull()
})

test('without any message the sweep finds what was paid', async () => {
  const { guest, order, url } = await atTheTill()
  w.till.pay(url)
  w.advance(2 * MINUTE)
  await sweepPayments(w.deps)
  await w.deps.jobs.runDue()
  expect((await w.orderRow(order.id)).state).toBe('paid')
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, guest.id))).toBe(1)
})

test('when the answer is lost the guest begins again, and only one page can be paid', async () => {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await place(guest, eventId)
  w.till.loseAnswer('openCheckout')
  await expect(checkout(guest, order)).rejects.toMatchObject({ status: 503, code: 'payments_away' })
  const url = await checkout(guest, order)
  w.till.pay(url)
  expect((await look(guest, order)).state).toBe('paid')
  expect(await w.kept(order.id)).toBe(2_400)
})

test('given up while the provider is asked for a page, nobody is sent there', async () => {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await place(guest, eventId)
  let given: Promise<unknown> = Promise.resolve()
  w.till.around = (when, call) => {
    if (call === 'openCheckout' && when === 'after') given = endOrder(w.deps, order.id, 'cancelled')
  }
  const opening = await Promise.allSettled([checkout(guest, order)])
  await given
  const [{ status }] = opening as [{ status: string }]
  const after = await w.orderRow(order.id)
  // Whichever came first: a page that somebody was sent to belongs to an order that is open or was ended at the provider.
  const open = [...w.till.checkouts.values()].filter((one) => one.orderId === after.key && one.state === 'open')
  expect(open.length).toBe(status === 'fulfilled' && after.state === 'open' ? 1 : 0)
})

test('paid after its seats were given up it gets free ones, or everything back', async () => {
  for (const isTaken of [false, true]) {
    const { eventId, guest, order, url, payment } = await atTheTill(2, { capacity: 2 })
    w.till.pay(url)
    // Our rows say that it ended; the money came in the moment before.
    await w.deps.db.update(payments).set({ state: 'expired' }).where(eq(payments.id, payment.id))
    w.advance(HOUR)
    await endOrder(w.deps, order.id, 'expired')
    expect((await w.orderRow(order.id)).state).toBe('expired')
    if (isTaken) await place(await w.person(), eventId, 1)
    await collectMails(w.deps)
    await settlePayment(w.deps, payment.id)
    const after = await guest.api.orders.get({ params: { orderId: order.id } })
    expect(after.state).toBe(isTaken ? 'too-late' : 'paid')
    await w.sendRefunds(order.id)
    expect(await w.kept(order.id)).toBe(isTaken ? 0 : 2_400)
    expect(await w.seatsOf(eventId)).toEqual(isTaken ? { sold: 0, held: 1 } : { sold: 2, held: 0 })
    if (!isTaken) continue
    expect(await w.accountsOf(order.id)).toEqual({})
    const subjects = (await collectMails(w.deps)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your payment is going back: Fiddle Night', 'Refund of £24.00: Fiddle Night'])
  }
})

test.each([
  ['cancelled', { status: 'cancelled' as const }],
  ['postponed', { status: 'postponed' as const }],
  ['hidden', { hiddenAt: new Date() }],
  ['over', { startTime: new Date(Date.now() - 3 * HOUR), endTime: new Date(Date.now() - HOUR) }],
])('paid when the event is %s, everything goes back', async (_, fields) => {
  const { eventId, guest, order, url } = await atTheTill()
  await w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
  w.till.pay(url)
  expect((await look(guest, order)).state).toBe('too-late')
  expect(await refundsOf(guest, order.id)).toMatchObject([{ cause: 'called-off', amount: 2_400 }])
  await w.sendRefunds(order.id)
  expect(await w.kept(order.id)).toBe(0)
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, guest.id))).toBe(0)
})

test('paid by somebody whose account is being deleted, everything goes back', async () => {
  const { eventId, guest, order, url, payment } = await atTheTill()
  await w.deps.db
    .update(users)
    .set({ deletionAt: new Date(Date.now() + HOUR) })
    .where(eq(users.id, guest.id))
  w.till.pay(url)
  await settlePayment(w.deps, payment.id)
  expect((await w.orderRow(order.id)).state).toBe('too-late')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})

test.each([
  ['less', { amount: 1 }],
  ['another currency', { currency: 'JPY' }],
  ['another order', { orderId: 'somebody else’s' }],
])('when the provider says that it took %s there is no ticket, and it goes back', async (_, lie) => {
  const { eventId, guest, order, url, payment } = await atTheTill()
  w.till.pay(url)
  Object.assign(w.till.checkouts.get(payment.checkoutId!)!, lie)
  expect((await look(guest, order)).state).toBe('too-late')
  expect(await refundsOf(guest, order.id)).toMatchObject([{ cause: 'wrong' }])
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, guest.id))).toBe(0)
})

test('an order that is paid twice is paid back once', async () => {
  const { guest, order, url, payment } = await atTheTill()
  // The first attempt is forgotten by our rows, while its page is still open in another tab.
  await w.deps.db.update(payments).set({ state: 'expired' }).where(eq(payments.id, payment.id))
  const second = await checkout(guest, order)
  expect(second).not.toBe(url)
  expect([w.till.pay(url), w.till.pay(second)]).toEqual([true, true])
  await look(guest, order)
  await settlePayment(w.deps, payment.id)
  expect((await w.orderRow(order.id)).state).toBe('paid')
  await w.sendRefunds(order.id)
  await w.sendRefunds(order.id)
  expect(await refundsOf(guest, order.id)).toMatchObject([{ cause: 'twice', amount: 2_400, state: 'done' }])
  expect(await w.kept(order.id)).toBe(2_400)
  expect(await w.accountsOf(order.id)).toEqual({ provider: 2_400, sales: -1_951, vat: -449 })
  // Given back, it is the payment of the ticket that goes back, and not the one that went back already.
  await giveBack(guest, (await w.orderRow(order.id)).ticketId)
  w.advance(HOUR)
  await w.sendRefunds(order.id)
  expect((await refundsOf(guest, order.id)).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await w.kept(order.id)).toBe(0)
})

test('slow money holds the seats until it is known whether it comes', async () => {
  const { eventId, guest, order, url, payment } = await atTheTill()
  w.till.pay(url, { isSlow: true })
  await look(guest, order)
  expect((await w.paymentOf(order.id)).state).toBe('processing')
  w.advance(2 * HOUR)
  await endOrder(w.deps, order.id, 'expired')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  w.till.advance(w.now())
  await settlePayment(w.deps, payment.id)
  expect((await w.orderRow(order.id)).state).toBe('paid')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 2, held: 0 })
})

test('a checkout that the provider does not know any more holds seats for a day, and not for ever', async () => {
  const { eventId, order, payment } = await atTheTill()
  w.till.checkouts.delete(payment.checkoutId!)
  w.advance(HOUR)
  await expect(endOrder(w.deps, order.id, 'expired')).rejects.toThrow('unknown checkout')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 2 })
  w.advance(DAY)
  await endOrder(w.deps, order.id, 'expired')
  expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
})

test('giving an order up that was paid a moment before keeps it paid', async () => {
  const { guest, order, url } = await atTheTill()
  w.till.pay(url)
  const after = await guest.api.orders.giveUp({ params: { orderId: order.id } })
  expect(after.state).toBe('paid')
  expect((await w.buy(guest, order.eventId, 1)).state).toBe('paid')
})
