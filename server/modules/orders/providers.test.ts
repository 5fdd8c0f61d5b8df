// The whole way of an order with the real providers: Stripe's library against its stand-in, and the demo till with its page.
import { afterEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { openDemo } from '../../payments/demo.ts'
import { PaymentProviderAway } from '../../payments/provider.ts'
import { openStripe } from '../../payments/stripe.ts'
import { checkout, look, openPaidWorld, place, type PaidWorld } from '../../test-support/paid-scene.ts'
import type { Delivered } from '../../test-support/stripe/event-post.ts'
import { StripeStandIn } from '../../test-support/stripe/stand-in.ts'
import { sendRefund } from './refunding.ts'
import { sweepPayments } from './sweeping.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function withStripe() {
  const stripe = await new StripeStandIn().listen()
  const { address } = stripe
  const clock = () => stripe.clock()
  const provider = openStripe({ secretKey: 'sk_test_standin', webhookSecrets: ['whsec_standin'], clock, address })
  const w = await openPaidWorld({ deps: { payments: provider } })
  stripe.clock = w.now
  stripe.webhook = ({ body, headers }: Omit<Delivered, 'event'>) =>
    w.app
      .inject({ method: 'POST', url: '/api/payments/signals', headers, payload: body })
      .then(({ statusCode }) => expect(statusCode).toBe(200))
  closing.push(stripe.close, w.close)
  return { stripe, w }
}

async function ordered(w: PaidWorld) {
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await place(guest, eventId)
  return { eventId, guest, order, url: await checkout(guest, order) }
}

/** Jobs are due by the time of the database; the sweep looks by ours. */
async function sweep({ deps }: PaidWorld) {
  await sweepPayments(deps)
  await deps.jobs.runDue()
}

const sessionOf = (url: string) => url.split('/').at(-1) ?? ''

test('a webhook of Stripe makes a paid order a ticket, twice or not; a refund goes back through Stripe once', async () => {
  const { stripe, w } = await withStripe()
  const { guest, order, url } = await ordered(w)
  expect(await checkout(guest, order)).toBe(url)
  await stripe.pay(sessionOf(url))
  await stripe.deliver(([event]) => (event ? [event, event] : []))
  await w.deps.jobs.runDue()
  const paid = await guest.api.orders.get({ params: { orderId: order.id } })
  expect(paid).toMatchObject({ state: 'paid', ticketId: expect.any(Number) as number })

  await guest.api.tickets.return({ params: { ticketId: paid.ticketId ?? 0 }, body: {} })
  w.advance(HOUR)
  // Done there, and the answer is lost; the library asks once more by itself.
  stripe.beforeNext(/POST .*refunds/, 'lost', 2)
  const [refund] = (await guest.api.orders.get({ params: { orderId: order.id } })).refunds
  await expect(sendRefund(w.deps, refund?.id ?? 0)).rejects.toThrow(PaymentProviderAway)
  await stripe.deliver()
  await w.deps.jobs.runDue()
  expect([...stripe.refunds.values()].map(({ amount, status }) => [amount, status])).toEqual([[2_400, 'succeeded']])
  expect(await w.accountsOf(order.id)).toEqual({})
  expect(stripe.unheard).toEqual([])
})

test('without any webhook the page that guests return to settles it', async () => {
  const { stripe, w } = await withStripe()
  const { guest, order, url } = await ordered(w)
  await stripe.pay(sessionOf(url))
  expect(await look(guest, order)).toMatchObject({ state: 'paid' })
})

test('a hold that ends expires the session at Stripe, and the seats are free', async () => {
  const { stripe, w } = await withStripe()
  const { guest, order, url } = await ordered(w)
  w.advance(20 * MINUTE)
  await sweep(w)
  expect(stripe.sessions.get(sessionOf(url))?.status).toBe('open')
  w.advance(20 * MINUTE)
  await sweep(w)
  expect(stripe.sessions.get(sessionOf(url))?.status).toBe('expired')
  expect(await look(guest, order)).toMatchObject({ state: 'expired', ticketId: null })
})

test('a checkout that Stripe answers with 500 is tried again, and charges once', async () => {
  const { stripe, w } = await withStripe()
  const { eventId } = await w.paidEvent()
  const guest = await w.person()
  const order = await place(guest, eventId)
  stripe.troubles.push('broken after')
  await expect(checkout(guest, order)).rejects.toMatchObject({ code: 'payments_away' })
  await stripe.pay(sessionOf(await checkout(guest, order)))
  expect(await look(guest, order)).toMatchObject({ state: 'paid' })
  w.advance(2 * DAY)
  await stripe.expireOld()
  await stripe.deliver()
  await sweep(w)
  expect(await look(guest, order)).toMatchObject({ state: 'paid', refunds: [] })
})

test('a press in the demo till pays the order', async () => {
  const w = await openPaidWorld()
  closing.push(w.close)
  w.deps.payments = openDemo({ db: w.deps.db, clock: w.now, publicUrl: w.deps.config.publicUrl })
  const { guest, order, url } = await ordered(w)
  const { pathname } = new URL(url)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const pressed = await w.app.inject({ method: 'POST', url: `${pathname}/pay`, headers, payload: '' })
  expect(pressed.headers.location).toBe(`${w.deps.config.publicUrl}/orders/${order.id}`)
  expect(await look(guest, order)).toMatchObject({ state: 'paid' })
})

test('payments switched off: what nobody can have paid is given up, and what somebody may have paid waits', async () => {
  const w = await openPaidWorld()
  closing.push(w.close)
  const { eventId } = await w.paidEvent()
  const [asked, paying] = [await w.person(), await w.person()]
  const never = await place(asked, eventId, 1)
  const opened = await place(paying, eventId, 2)
  const url = await checkout(paying, opened)
  w.till.pay(url)
  w.advance(2 * HOUR)
  const off = { ...w.deps, payments: null }
  expect(await sweepPayments(off)).toBe(1)
  await w.deps.jobs.runDue()
  expect(await w.orderRow(never.id)).toMatchObject({ state: 'expired' })
  expect(await w.orderRow(opened.id)).toMatchObject({ state: 'open' })
  expect(await w.seatsOf(eventId)).toMatchObject({ held: 2 })
  // Switched on again, it is paid.
  await sweep(w)
  expect(await w.orderRow(opened.id)).toMatchObject({ state: 'paid' })
})
