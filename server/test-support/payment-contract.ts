// What every card provider promises (server/payments/provider.ts), as tests that run against each of them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../contract/durations.ts'
import { PaymentProviderRefused, type NewCheckout, type PaymentProvider } from '../payments/provider.ts'

export interface Till {
  provider: PaymentProvider
  now: () => Date
  /** Undefined: nobody can press the button there. */
  pay?: (checkoutId: string) => Promise<unknown>
  /** Money that was charged: what a refund refers to. */
  charge: (amount: number, currency: string) => Promise<string>
}

export const newCheckout = (now: Date, fields: Partial<NewCheckout> = {}): NewCheckout => ({
  paymentId: randomUUID(),
  orderId: randomUUID(),
  amount: 2_400,
  currency: 'GBP',
  // Whole seconds, as the order's row has them for Stripe's sake.
  expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + 36 * MINUTE),
  returnUrl: 'http://localhost:3000/orders/1',
  ...fields,
})

const newRefund = (chargeId: string, amount: number, currency = 'GBP') => ({
  refundId: randomUUID(),
  orderId: randomUUID(),
  chargeId,
  amount,
  currency,
})

export function paymentContract(name: string, till: () => Till) {
  const open = (fields: Partial<NewCheckout> = {}) => {
    const checkout = newCheckout(till().now(), fields)
    return till()
      .provider.openCheckout(checkout)
      .then((opened) => ({ ...opened, checkout }))
  }

  describe(`${name}: checkouts`, () => {
    test('a checkout is open, with the amount, the currency and the ids that it was given', async () => {
      const { checkoutId, url, checkout } = await open()
      expect(url).toMatch(/^https?:\/\//)
      const { paymentId, orderId, amount, currency } = checkout
      expect(await till().provider.lookUpCheckout(checkoutId)).toEqual({
        checkoutId,
        paymentId,
        orderId,
        amount,
        currency,
        state: 'open',
        chargeId: null,
      })
    })

    test('whole yen stay whole yen', async () => {
      const { checkoutId } = await open({ amount: 1_500, currency: 'JPY' })
      expect(await till().provider.lookUpCheckout(checkoutId)).toMatchObject({ amount: 1_500, currency: 'JPY' })
    })

    test('the same payment opened twice, and twice at once, is one checkout', async () => {
      const checkout = newCheckout(till().now())
      const { provider } = till()
      const once = await provider.openCheckout(checkout)
      expect(await provider.openCheckout({ ...checkout })).toEqual(once)
    })

    test('the same payment with another amount is refused, and the first one stays', async () => {
      const { checkoutId, checkout } = await open()
      const { provider } = till()
      await expect(provider.openCheckout({ ...checkout, amount: 1 })).rejects.toThrow(PaymentProviderRefused)
      expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ amount: 2_400, state: 'open' })
    })

    test('an expired checkout stays expired, however often it is expired', async () => {
      const { checkoutId } = await open()
      const { provider } = till()
      expect(await provider.expireCheckout(checkoutId)).toMatchObject({ state: 'expired', chargeId: null })
      expect(await provider.expireCheckout(checkoutId)).toMatchObject({ state: 'expired' })
      expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ state: 'expired' })
    })

    test('nobody knows a checkout that was never opened', async () => {
      const { provider } = till()
      await expect(provider.lookUpCheckout('cs_test_nobody')).rejects.toThrow(PaymentProviderRefused)
      await expect(provider.expireCheckout('cs_test_nobody')).rejects.toThrow(PaymentProviderRefused)
    })

    test('a checkout that is paid has a charge, and expiring it afterwards changes nothing', async (context) => {
      const { provider, pay } = till()
      if (!pay) return context.skip('nobody can press the button there')
      const { checkoutId } = await open()
      await pay(checkoutId)
      const paid = await provider.lookUpCheckout(checkoutId)
      expect(paid).toMatchObject({ state: 'paid', amount: 2_400, chargeId: expect.any(String) as string })
      expect(await provider.expireCheckout(checkoutId)).toEqual(paid)
    })
  })

  describe(`${name}: refunds`, () => {
    test('everything goes back once: the same refund again is the same refund', async () => {
      const { provider, charge } = till()
      const refund = newRefund(await charge(2_400, 'GBP'), 2_400)
      const { refundId } = refund
      const done = { refundId, amount: 2_400, currency: 'GBP', state: 'done' }
      expect(await provider.refund(refund)).toEqual(done)
      expect(await provider.refund(refund)).toEqual(done)
      expect(await provider.lookUpRefund(refund)).toEqual(done)
      expect(await provider.refund(newRefund(refund.chargeId, 1))).toMatchObject({ state: 'failed' })
    })

    test('parts go back until nothing is left, and what is too much fails without a penny moving', async () => {
      const { provider, charge } = till()
      const chargeId = await charge(1_000, 'GBP')
      expect(await provider.refund(newRefund(chargeId, 400))).toMatchObject({ amount: 400, state: 'done' })
      const tooMuch = newRefund(chargeId, 601)
      expect(await provider.refund(tooMuch)).toMatchObject({ refundId: tooMuch.refundId, state: 'failed' })
      expect(await provider.lookUpRefund(tooMuch)).toBeNull()
      expect(await provider.refund(newRefund(chargeId, 600))).toMatchObject({ amount: 600, state: 'done' })
    })

    test('refunds that together are too much do not both succeed when they are asked for at once', async () => {
      const { provider, charge } = till()
      const chargeId = await charge(1_000, 'GBP')
      const asked = await Promise.all([600, 600].map((amount) => provider.refund(newRefund(chargeId, amount))))
      expect(asked.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
    })

    test('the same refund with another amount is refused', async () => {
      const { provider, charge } = till()
      const refund = newRefund(await charge(1_000, 'GBP'), 400)
      await provider.refund(refund)
      await expect(provider.refund({ ...refund, amount: 500 })).rejects.toThrow(PaymentProviderRefused)
    })

    test('a refund that never arrived is null, and one of a charge that nobody has is refused', async () => {
      const { provider, charge } = till()
      expect(await provider.lookUpRefund(newRefund(await charge(1_000, 'GBP'), 1))).toBeNull()
      await expect(provider.refund(newRefund('pi_nobody', 1))).rejects.toThrow(PaymentProviderRefused)
    })
  })

  test(`${name}: what nobody has signed is no signal`, () => {
    const { provider } = till()
    expect(provider.readSignal(Buffer.from('{}'), {})).toBeNull()
    expect(provider.readSignal(Buffer.from('{}'), { 'stripe-signature': 't=1,v1=00' })).toBeNull()
  })
}
