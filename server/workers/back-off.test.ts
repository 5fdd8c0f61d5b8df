import { expect, test } from 'vitest'
import { pauseBefore } from './back-off.ts'

test('a worker is replaced at once, and one that dies again and again ever later, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 8, 9, 100].map(pauseBefore)).toEqual([0, 500, 1_000, 2_000, 4_000, 30_000, 30_000, 30_000])
})
