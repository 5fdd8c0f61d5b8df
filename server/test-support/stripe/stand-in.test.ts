import { readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCheckout } from '../payment-contract.ts'
import { openStripe } from '../../payments/stripe.ts'
import { holdToTypes, readRequest, schemas } from './check-wire.ts'
import { readForm } from './form.ts'
import { newSession } from './objects.ts'
import { StripeStandIn } from './stand-in.ts'

const stripe = new StripeStandIn()
const provider = () =>
  openStripe({
    secretKey: 'sk_test_standin',
    webhookSecrets: [stripe.webhookSecret],
    clock: () => new Date(),
    address: stripe.address,
  })

beforeAll(() => stripe.listen())
afterAll(() => stripe.close())

const SESSION = {
  mode: 'payment',
  success_url: 'http://localhost:3000/',
  line_items: [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 100, product_data: { name: 'Ticket' } } }],
} satisfies Stripe.Checkout.SessionCreateParams

test('the schemas are those of the installed library: npx node scripts/make-stripe-schemas.ts makes them again', () => {
  expect(readFileSync('node_modules/stripe/package.json', 'utf8')).toContain(`"version": "${schemas.version}"`)
})

test('a field that Stripe has removed is refused, and so is a wrong word, a wrong type and a missing field', () => {
  expect(readRequest('SessionCreate', SESSION)).toEqual(SESSION)
  const complaint = (change: object) => readRequest('SessionCreate', { ...SESSION, ...change })
  expect(JSON.stringify(complaint({ payment_method_types: ['card'] }))).toContain('payment_method_types')
  expect(complaint({ ui_mode: 'hosted' })).toHaveProperty('complaint')
  expect(complaint({ expires_at: 'soon' })).toHaveProperty('complaint')
  expect(complaint({ line_items: [{ price_data: { unit_amount: 100 } }] })).toHaveProperty('complaint')
})

test('the library itself is told so too', async () => {
  const { protocol, host, port } = stripe.address
  const library = new Stripe('sk_test_standin', { protocol, host, port, telemetry: false, maxNetworkRetries: 0 })
  // Its notice of test mode, which ours suppresses.
  const notices = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const removed = { ...SESSION, payment_method_types: ['card'] }
  const asked = library.rawRequest('POST', '/v1/checkout/sessions', removed, {
    additionalHeaders: { 'Idempotency-Key': 'removed' },
  })
  await expect(asked).rejects.toThrow(/payment_method_types/)
  expect(notices).toHaveBeenCalled()
  notices.mockClear()
  await provider().openCheckout(newCheckout(new Date()))
  expect(notices).not.toHaveBeenCalled()
  notices.mockRestore()
})

test('an answer without one of its fields, or with one that nobody knows, is never sent', () => {
  const session = newSession(SESSION, new Date(), stripe.url)
  expect(holdToTypes('Session', session)).toBe(session)
  expect(() => holdToTypes('Session', { ...session, customer_details: undefined })).toThrow(/customer_details/)
  expect(() => holdToTypes('Session', { ...session, colour: 'red' })).toThrow(/colour/)
  expect(() => holdToTypes('Session', { ...session, status: 'done' })).toThrow(/allowed values/)
})

test('a form with brackets is lists and objects', () => {
  expect(readForm('a[0][b]=1&a[1][b]=2&c[d][e]=x%20y&f=')).toEqual({
    a: [{ b: '1' }, { b: '2' }],
    c: { d: { e: 'x y' } },
    f: '',
  })
})

test('on its page one pays, is declined, pays later or goes back, and is sent where the session says', async () => {
  const press = (url: string, act: string) => fetch(`${url}/${act}`, { method: 'POST', redirect: 'manual' })
  const open = () => provider().openCheckout(newCheckout(new Date()))
  const first = await open()
  const page = await (await fetch(first.url ?? '')).text()
  for (const label of ['Pay', 'Decline', 'Pay later', 'Back']) expect(page).toContain(`>${label}<`)
  expect((await press(first.url ?? '', 'Decline')).status).toBe(402)
  const paid = await press(first.url ?? '', 'Pay')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://localhost:3000/orders/1'])
  expect(await provider().lookUpCheckout(first.checkoutId)).toMatchObject({ state: 'paid' })
  expect((await press(first.url ?? '', 'Pay')).status).toBe(410)
  const second = await open()
  await press(second.url ?? '', 'Pay-later')
  expect(await provider().lookUpCheckout(second.checkoutId)).toMatchObject({ state: 'processing' })
})

test('events come by hand, twice, before the answer or after it, and in whatever order somebody likes', async () => {
  const heard: string[] = []
  stripe.webhook = ({ event }) => Promise.resolve(heard.push(event.type))
  const { checkoutId } = await provider().openCheckout(newCheckout(new Date()))
  const other = await provider().openCheckout(newCheckout(new Date()))
  await stripe.pay(checkoutId)
  await stripe.settle((await laterPaid()).checkoutId, 'money arrived')
  expect(heard).toEqual([])
  await stripe.deliver((events) => events.toReversed())
  expect(heard[0]).toBe('checkout.session.async_payment_succeeded')

  stripe.delivery = 'before the answer'
  heard.length = 0
  await provider().expireCheckout(other.checkoutId)
  expect(heard).toEqual(['checkout.session.expired'])

  stripe.delivery = 'twice'
  heard.length = 0
  const last = await provider().openCheckout(newCheckout(new Date()))
  await provider().expireCheckout(last.checkoutId)
  await expect.poll(() => heard.length).toBe(2)
})

async function laterPaid() {
  const opened = await provider().openCheckout(newCheckout(new Date()))
  await stripe.payLater(opened.checkoutId)
  return opened
}
