import { expect, test } from 'vitest'
import { priceLabel, saving } from './money.ts'

const priced = (sellingPrice: number, anchorPrice: number, isFreeOfCharge: boolean | string = false) => ({
  sellingPrice,
  anchorPrice,
  isFreeOfCharge,
})

test('a free event says FREE, also when the flag comes as text', () => {
  expect(priceLabel(priced(0, 0, true))).toBe('FREE')
  expect(priceLabel(priced(12, 18, 'true'))).toBe('FREE')
  expect(saving(priced(12, 18, 'true'))).toBeNull()
})

test('a price is in pounds with 2 decimals, and tells what is saved when it was another', () => {
  expect(priceLabel(priced(12, 12))).toBe('£12.00')
  expect(saving(priced(12, 12))).toBeNull()
  expect(saving(priced(12.5, 18))).toEqual({ was: '£18.00', saves: 'Save £5.50' })
})
