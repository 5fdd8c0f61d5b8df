// The same promises, and what the stand-in believes, against Stripe itself: STRIPE_TEST_KEY=sk_test_… npm run trust -- till.
// Without a key nothing of it runs, and the report says so.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '../../contract/durations.ts'
import { newCheckout, paymentContract } from '../test-support/payment-contract.ts'
import { EVENTS_AFTER, SHORTEST_SESSION_MS } from '../test-support/stripe/beliefs.ts'
import { PaymentProviderAway, PaymentProviderRefused } from './provider.ts'
import { openStripe } from './stripe.ts'

const KEY = process.env.STRIPE_TEST_KEY ?? ''
// Real money never: keys of live mode begin otherwise.
const isTestKey = /^(sk|rk)_test_/.test(KEY)
if (KEY && !isTestKey)
  throw new Error('STRIPE_TEST_KEY must be a key of test mode: it begins with sk_test_ or rk_test_.')

const clock = () => new Date()

describe.skipIf(!isTestKey)('Stripe’s test mode', () => {
  const secretKey = KEY || 'sk_test_unused'
  const library = new Stripe(secretKey, { telemetry: false })
  const provider = openStripe({ secretKey, webhookSecrets: ['whsec_unused'], clock })
  const opened: string[] = []
  const openCheckout: typeof provider.openCheckout = async (checkout) => {
    const one = await provider.openCheckout(checkout)
    opened.push(one.checkoutId)
    return one
  }

  // Nothing stays open in somebody's account.
  afterAll(async () => {
    for (const checkoutId of new Set(opened)) await provider.expireCheckout(checkoutId)
  })

  /** A card that is always good, charged without a page. */
  async function charge(amount: number, currency: string) {
    const intent = await library.paymentIntents.create({
      amount,
      currency: currency.toLowerCase(),
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    return intent.id
  }

  paymentContract('Stripe’s test mode', () => ({ provider: { ...provider, openCheckout }, now: clock, charge }))

  test('a session lives for half an hour at least', async () => {
    const tooSoon = new Date(Date.now() + SHORTEST_SESSION_MS - 2 * MINUTE)
    await expect(openCheckout(newCheckout(clock(), { expiresAt: tooSoon }))).rejects.toThrow(PaymentProviderRefused)
  })

  test('a wrong key is away', async () => {
    const locked = openStripe({ secretKey: 'sk_test_wrong', webhookSecrets: [], clock })
    await expect(locked.openCheckout(newCheckout(clock()))).rejects.toThrow(PaymentProviderAway)
  })

  const typesSince = async (created: number, isAbout: (event: Stripe.Event) => boolean) => {
    const { data } = await library.events.list({ created: { gte: created }, limit: 100 })
    return data.filter(isAbout).map(({ type }) => type)
  }
  // Their list of events is some seconds behind.
  const SOON = { timeout: 30 * SECOND, interval: SECOND }

  test('a refund to a card is told as the stand-in tells it', async () => {
    const from = Math.floor(Date.now() / 1000) - 1
    const refund = { refundId: randomUUID(), orderId: randomUUID(), amount: 400, currency: 'GBP' }
    await provider.refund({ ...refund, chargeId: await charge(1_000, 'GBP') })
    const isIt = (event: Stripe.Event) =>
      event.type.startsWith('refund.') && JSON.stringify(event.data.object).includes(refund.refundId)
    await expect.poll(() => typesSince(from, isIt), SOON).toEqual(EVENTS_AFTER.refunded)
  })

  test('an expired session is told as the stand-in tells it', async () => {
    const from = Math.floor(Date.now() / 1000) - 1
    const { checkoutId } = await openCheckout(newCheckout(clock()))
    await provider.expireCheckout(checkoutId)
    const isIt = (event: Stripe.Event) => 'id' in event.data.object && event.data.object.id === checkoutId
    await expect.poll(() => typesSince(from, isIt), SOON).toEqual(EVENTS_AFTER.expired)
  })
})
