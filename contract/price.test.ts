import { expect, test } from 'vitest'
import { totalPrice } from './price.ts'

test.each([
  [1, 12, '£12.00'],
  [3, 22.5, '3 × £22.50 = £67.50'],
  [3, 0.1, '3 × £0.10 = £0.30'],
  [4, 1.005, '4 × £1.00 = £4.00'],
])('%i tickets at %d cost %s', (count, price, text) => {
  expect(totalPrice(count, price)).toBe(text)
})
