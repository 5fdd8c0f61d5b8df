import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { newCheckout, paymentContract } from '../test-support/payment-contract.ts'
import { SENT_AGAIN_AFTER_A_CUT, SIGNATURE_TOLERANCE_MS } from '../test-support/stripe/beliefs.ts'
import type { Delivered } from '../test-support/stripe/event-post.ts'
import { StripeStandIn } from '../test-support/stripe/stand-in.ts'
import { PaymentProviderAway, PaymentProviderRefused, type PaymentProvider } from './provider.ts'
import { openStripe } from './stripe.ts'

let now = new Date('2026-11-19T10:00:00Z')
const clock = () => now
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const stripe = new StripeStandIn({ clock })
let provider: PaymentProvider

const openAs = (options: Partial<Parameters<typeof openStripe>[0]> = {}) =>
  openStripe({
    secretKey: 'sk_test_standin',
    webhookSecrets: ['whsec_next', 'whsec_standin'],
    clock,
    address: stripe.address,
    ...options,
  })

beforeAll(async () => {
  await stripe.listen()
  provider = openAs()
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.troubles.length = 0
  stripe.waiting.length = 0
  stripe.requests.length = 0
  stripe.refundsWait = false
})

async function charge(amount: number, currency: string): Promise<string> {
  const { checkoutId } = await provider.openCheckout(newCheckout(now, { amount, currency }))
  await stripe.pay(checkoutId)
  return (await provider.lookUpCheckout(checkoutId)).chargeId ?? ''
}

const refundOf = (chargeId: string, amount = 1_000) => ({
  refundId: randomUUID(),
  orderId: randomUUID(),
  chargeId,
  amount,
  currency: 'GBP',
})

paymentContract('Stripe', () => ({ provider, now: clock, pay: stripe.pay, charge }))

describe('what leaves the house', () => {
  test('is ids of ours, an amount, the word Ticket and where to return to', async () => {
    const checkout = newCheckout(now)
    await provider.openCheckout(checkout)
    const [{ body, key } = { body: '', key: '' }] = stripe.requests
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      mode: 'payment',
      ui_mode: 'hosted_page',
      'allowed_payment_method_types[0]': 'card',
      'adaptive_pricing[enabled]': 'false',
      client_reference_id: checkout.paymentId,
      'metadata[order_id]': checkout.orderId,
      'metadata[payment_id]': checkout.paymentId,
      'payment_intent_data[metadata][order_id]': checkout.orderId,
      'payment_intent_data[metadata][payment_id]': checkout.paymentId,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '2400',
      'line_items[0][price_data][product_data][name]': 'Ticket',
      expires_at: String(checkout.expiresAt.getTime() / 1000),
      success_url: checkout.returnUrl,
      cancel_url: checkout.returnUrl,
    })
    expect(key).toBe(`session:${checkout.paymentId}`)
  })

  test('a currency that Stripe counts in two ways is not charged in either', async () => {
    const wrong = newCheckout(now, { currency: 'UGX' })
    await expect(provider.openCheckout(wrong)).rejects.toThrow(PaymentProviderRefused)
    expect(stripe.requests).toEqual([])
  })
})

describe('a checkout', () => {
  test('is processing while money is on its way, and paid or expired when that is known', async () => {
    for (const [happened, state] of [
      ['money arrived', 'paid'],
      ['money did not arrive', 'expired'],
    ] as const) {
      const { checkoutId } = await provider.openCheckout(newCheckout(now))
      await stripe.payLater(checkoutId)
      expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ state: 'processing', chargeId: null })
      await stripe.settle(checkoutId, happened)
      expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ state })
    }
  })

  test('stays open when a card is declined', async () => {
    const { checkoutId } = await provider.openCheckout(newCheckout(now))
    stripe.decline(checkoutId)
    expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ state: 'open' })
    expect(stripe.waiting).toEqual([])
  })

  test('cannot be opened again under its old name a day later', async () => {
    const checkout = newCheckout(now)
    await provider.openCheckout(checkout)
    later(DAY + HOUR)
    await expect(provider.openCheckout(checkout)).rejects.toThrow(PaymentProviderRefused)
  })
})

describe('trouble', () => {
  const { paymentId, orderId } = newCheckout(now)

  test('an answer that is lost once is asked for again by the library, and lost for good it is away', async () => {
    const checkout = newCheckout(now)
    stripe.troubles.push('lost')
    const opened = await provider.openCheckout(checkout)
    expect(stripe.requests).toHaveLength(1 + SENT_AGAIN_AFTER_A_CUT)
    stripe.troubles.push('lost', 'lost')
    await expect(provider.openCheckout(checkout)).rejects.toThrow(PaymentProviderAway)
    expect(await provider.openCheckout(checkout)).toEqual(opened)
  })

  test('too many requests, and errors of theirs, are away', async () => {
    for (const trouble of ['too many', 'broken', 'broken after'] as const) {
      stripe.troubles.push(trouble)
      await expect(provider.openCheckout(newCheckout(now)), trouble).rejects.toThrow(PaymentProviderAway)
    }
  })

  test('a 500 comes again under the same key for a day, and leaves the key then', async () => {
    const refund = refundOf(await charge(1_000, 'GBP'))
    const failing = () => provider.refund(refund)
    stripe.beforeNext(/POST/, 'broken')
    await expect(failing()).rejects.toThrow(PaymentProviderAway)
    await expect(failing()).rejects.toThrow(PaymentProviderAway)
    expect(await provider.lookUpRefund(refund)).toBeNull()
    later(DAY + MINUTE)
    expect(await failing()).toMatchObject({ state: 'done' })
  })

  test('who is too slow is away after our time, not after theirs', async () => {
    const impatient = openAs({ timeoutMs: 50 })
    stripe.troubles.push('slow')
    await expect(impatient.lookUpCheckout('cs_test_1')).rejects.toThrow(PaymentProviderAway)
    // The library waits for silence; this ends it by the time that has passed.
    stripe.troubles.push('trickling')
    const asked = impatient.lookUpCheckout('cs_test_1')
    await expect(asked).rejects.toThrow(new PaymentProviderAway('Stripe gave no answer in 50 ms'))
  })

  test('a wrong key of ours is away, so that nothing is decided by it, and the key is not in the message', async () => {
    const locked = openAs({ secretKey: 'sk_test_wrong' })
    const tried = locked.openCheckout(newCheckout(now, { paymentId, orderId })).catch((error: Error) => error)
    expect(await tried).toBeInstanceOf(PaymentProviderAway)
    expect(String(await tried)).not.toContain('sk_test')
  })

  test('nobody at home is away', async () => {
    const gone = await new StripeStandIn().listen()
    const { address } = gone
    gone.close()
    await expect(openAs({ address }).lookUpCheckout('cs_test_1')).rejects.toThrow(PaymentProviderAway)
  })
})

describe('refunds', () => {
  test('a refund whose answer was lost is found, and not made twice, also when its key is forgotten', async () => {
    const refund = refundOf(await charge(2_000, 'GBP'))
    stripe.beforeNext(/POST/, 'lost', 2)
    await expect(provider.refund(refund)).rejects.toThrow(PaymentProviderAway)
    expect(await provider.lookUpRefund(refund)).toMatchObject({ state: 'done', amount: 1_000 })
    later(DAY + HOUR)
    expect(await provider.refund(refund)).toMatchObject({ state: 'done' })
    expect([...stripe.refunds.values()].filter(({ metadata }) => metadata?.refund_id === refund.refundId)).toHaveLength(
      1,
    )
  })

  test('a refund waits while their balance is empty, and then is done or failed', async () => {
    for (const [happened, state] of [
      ['refund arrived', 'done'],
      ['refund failed', 'failed'],
    ] as const) {
      const refund = refundOf(await charge(1_000, 'GBP'))
      stripe.refundsWait = true
      expect(await provider.refund(refund)).toMatchObject({ state: 'pending' })
      stripe.refundsWait = false
      const [kept] = [...stripe.refunds.values()].slice(-1)
      await stripe.settleRefund(kept?.id ?? '', happened)
      expect(await provider.lookUpRefund(refund)).toMatchObject({ state })
    }
  })
})

describe('signals', () => {
  const read = ({ body, headers }: Pick<Delivered, 'body' | 'headers'>) =>
    provider.readSignal(Buffer.from(body), headers)

  test('say which checkout or which refund to look up', async () => {
    const chargeId = await charge(1_000, 'GBP')
    const [paid] = stripe.waiting.splice(0)
    const checkoutId = [...stripe.sessions.keys()].at(-1)
    expect(paid && read(stripe.signed(paid))).toEqual({
      id: paid?.id,
      type: 'checkout.session.completed',
      about: { kind: 'checkout', checkoutId },
    })
    const refund = refundOf(chargeId)
    await provider.refund(refund)
    const [made] = stripe.waiting
    expect(made && read(stripe.signed(made))).toMatchObject({
      type: 'refund.created',
      about: { kind: 'refund', refundId: refund.refundId },
    })
  })

  test('every kind that the stand-in sends is about something of ours', async () => {
    const ends = [
      (id: string) => stripe.pay(id),
      (id: string) => provider.expireCheckout(id),
      (id: string) => stripe.payLater(id).then(() => stripe.settle(id, 'money arrived')),
      (id: string) => stripe.payLater(id).then(() => stripe.settle(id, 'money did not arrive')),
    ]
    for (const end of ends) await end((await provider.openCheckout(newCheckout(now))).checkoutId)
    for (const event of stripe.waiting)
      expect(read(stripe.signed(event))?.about, event.type).toMatchObject({ kind: 'checkout' })
    expect(new Set(stripe.waiting.map(({ type }) => type)).size).toBe(4)
  })

  test('of other things, and of refunds made by hand in the dashboard, are about nothing of ours', async () => {
    const other = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { id: 'ch_1' } },
    })
    await provider.refund(refundOf(await charge(1_000, 'GBP')))
    const made = stripe.waiting.at(-1)
    if (made?.type !== 'refund.created') throw new Error('no refund was made')
    made.data.object.metadata = {}
    const { headers } = stripe.signed(made)
    expect(read(stripe.signed(made))).toMatchObject({ about: { kind: 'other' } })
    expect(read(stripe.signBytes(other))).toEqual({ id: 'evt_1', type: 'charge.refunded', about: { kind: 'other' } })
    expect(read({ body: other, headers })).toBeNull()
  })

  test('are read with the secret in use and with the one before it, and with no other', async () => {
    await charge(1_000, 'GBP')
    const [event] = stripe.waiting
    if (!event) throw new Error('nothing was told')
    for (const secret of ['whsec_next', 'whsec_standin']) expect(read(stripe.signed(event, secret))).not.toBeNull()
    expect(read(stripe.signed(event, 'whsec_stolen'))).toBeNull()
    expect(openAs({ webhookSecrets: [] }).readSignal(Buffer.from(''), stripe.signed(event).headers)).toBeNull()
  })

  test('with another byte, and those that are replayed after five minutes, are none', async () => {
    await charge(1_000, 'GBP')
    const [event] = stripe.waiting
    if (!event) throw new Error('nothing was told')
    const sent = stripe.signed(event)
    expect(read({ ...sent, body: `${sent.body} ` })).toBeNull()
    later(SIGNATURE_TOLERANCE_MS)
    expect(read(sent)).not.toBeNull()
    later(1_000)
    expect(read(sent)).toBeNull()
  })

  test('that are signed and are no event are none', () => {
    expect(read(stripe.signBytes('{'))).toBeNull()
    expect(read(stripe.signBytes('null'))).toBeNull()
  })
})
