import { expect, test } from 'vitest'
import { priceLabel, saving } from './money.ts'

const priced = (sellingPrice: number, anchorPrice: number, isFreeOfCharge: boolean | string = false) => ({
  sellingPrice,
  anchorPrice,
  isFreeOfCharge,
})

test('a free event says FREE, also when the flag comes as text', () => {
  expect(priceLabel(priced(0, 0, true), 'GBP')).toBe('FREE')
  expect(priceLabel(priced(12, 18, 'true'), 'GBP')).toBe('FREE')
  expect(saving(priced(12, 18, 'true'), 'GBP')).toBeNull()
})

test('a price is in pounds with 2 decimals, and tells what is saved when it was another', () => {
  expect(priceLabel(priced(12, 12), 'GBP')).toBe('£12.00')
  expect(saving(priced(12, 12), 'GBP')).toBeNull()
  expect(saving(priced(12.5, 18), 'GBP')).toEqual({ was: '£18.00', saves: 'Save £5.50' })
})

test('what is paid here is in the currency of the installation', () => {
  expect(priceLabel({ ...priced(12, 12), paid: true }, 'EUR')).toBe('€12.00')
  expect(priceLabel({ ...priced(1_200, 1_200), paid: true }, 'JPY')).toBe('JP¥1,200')
  expect(priceLabel(priced(12, 12), 'EUR')).toBe('£12.00')
  expect(saving({ ...priced(12, 15), paid: true }, 'EUR')).toEqual({ was: '€15.00', saves: 'Save €3.00' })
})
