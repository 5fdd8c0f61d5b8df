import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isSupportedCurrency,
  minorDigits,
  moneyText,
  MOST_PER_ORDER,
  toDecimal,
  toMinor,
  VAT_RATE,
  vatIn,
  vatOfRefund,
  vatText,
} from './money.ts'
import { totalPrice } from './price.ts'

const total = fc.integer({ min: 0, max: MOST_PER_ORDER })
const rate = fc.integer(VAT_RATE)

test.each([
  [2_400, 2_300, 449],
  [1_000, 1_350, 119],
  [5_000, 0, 0],
  // Exactly half a penny is rounded up.
  [21, 500, 1],
  [63, 500, 3],
  // Twice $25 with tax on each is $50.01 elsewhere.
  [5_000, 1_900, 798],
])('within a total of %i at a rate of %i there is VAT of %i', (sum, at, vat) => {
  expect(vatIn(sum, at)).toBe(vat)
})

test('VAT is a whole number, at most half a minor unit from the exact share, and never more than the total', () => {
  fc.assert(
    fc.property(total, rate, (sum, at) => {
      const vat = vatIn(sum, at)
      expect(Number.isInteger(vat)).toBe(true)
      expect(vat).toBeGreaterThanOrEqual(0)
      expect(vat).toBeLessThanOrEqual(sum)
      // |vat - sum·r/(1+r)| <= 1/2, in whole numbers; half is rounded up.
      const [exact, unit] = [2n * BigInt(sum) * BigInt(at), BigInt(10_000 + at)]
      const distance = 2n * BigInt(vat) * unit - exact
      expect(distance > -unit && distance <= unit).toBe(true)
    }),
  )
})

test('however a total is paid back in parts, the parts and their VAT add up to it, to the penny', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  fc.assert(
    fc.property(total, rate, parts, (sum, at, shares) => {
      let left = sum
      let vat = 0
      let net = 0
      for (const share of [...shares, 1]) {
        const refund = share === 1 ? left : Math.floor(left * share)
        const ofIt = vatOfRefund(left, refund, at)
        expect(ofIt).toBeGreaterThanOrEqual(0)
        expect(ofIt).toBeLessThanOrEqual(refund)
        vat += ofIt
        net += refund - ofIt
        left -= refund
      }
      expect({ left, vat, net }).toEqual({ left: 0, vat: vatIn(sum, at), net: sum - vatIn(sum, at) })
    }),
  )
})

test('a price becomes minor units and comes back as it was; what has no whole minor units is refused', () => {
  fc.assert(
    fc.property(total, fc.constantFrom('GBP', 'EUR', 'JPY', 'KRW'), (minor, currency) => {
      expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
    }),
  )
  expect(toMinor(0.29, 'GBP')).toBe(29)
  expect(toMinor(1.005, 'GBP')).toBeNull()
  expect(toMinor(12.5, 'JPY')).toBeNull()
  expect(toMinor(1_200, 'JPY')).toBe(1_200)
  expect(toMinor(-1, 'GBP')).toBeNull()
  expect(toMinor(Infinity, 'GBP')).toBeNull()
  expect(toMinor(NaN, 'GBP')).toBeNull()
})

test('money is written with the digits of its currency', () => {
  expect(moneyText(2_400, 'GBP')).toBe('£24.00')
  expect(moneyText(5, 'EUR')).toBe('€0.05')
  expect(moneyText(1_200, 'JPY')).toBe('JP¥1,200')
  expect(vatText(1_350)).toBe('13.5%')
  expect([minorDigits('GBP'), minorDigits('JPY')]).toEqual([2, 0])
})

test('a currency with three digits, or none at all, cannot be chosen', () => {
  expect(['GBP', 'EUR', 'USD', 'JPY'].map(isSupportedCurrency)).toEqual([true, true, true, true])
  expect(['KWD', 'gbp', 'XYZ', '', 'POUNDS', 'HUF', 'UGX'].map(isSupportedCurrency)).toEqual(Array(7).fill(false))
})

test.each([
  [1, 12, '£12.00'],
  [3, 22.5, '3 × £22.50 = £67.50'],
  [3, 0.1, '3 × £0.10 = £0.30'],
  [4, 1.005, '4 × £1.00 = £4.00'],
])('%i tickets at %d cost %s', (count, price, text) => {
  expect(totalPrice(count, price)).toBe(text)
})
