import { expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

const never = () => 0
const almostOne = () => 0.999

test('people who got no answer ask again after a moment, then after a longer one, then no more', () => {
  expect([0, 1, 2].map((attempt) => retryDelayMs(attempt, undefined, () => 0.5))).toEqual([400, 1_500, undefined])
})

test('nobody comes back before the time the server has said, and everybody within twice of it', () => {
  for (const seconds of [1, 2, 7]) {
    expect(retryDelayMs(0, seconds, never)).toBe(seconds * 1_000)
    expect(retryDelayMs(0, seconds, almostOne)).toBeGreaterThan(seconds * 1_990)
    expect(retryDelayMs(0, seconds, almostOne)).toBeLessThan(seconds * 2_000)
  }
  expect(retryDelayMs(1, 1, never)).toBe(1_500)
})

test('2,000 people who were refused together come back spread out', () => {
  const back = Array.from({ length: 2_000 }, () => retryDelayMs(0, 1) ?? 0)
  for (let tenth = 10; tenth < 20; tenth++) {
    const together = back.filter((ms) => Math.floor(ms / 100) === tenth)
    expect(together.length).toBeLessThan(400)
    expect(together.length).toBeGreaterThan(50)
  }
})

test('who is told to come back after a long time is told so, instead of waiting', () => {
  expect(retryDelayMs(0, 11)).toBeUndefined()
})

test('the longest time that somebody waits for is ten seconds', () => {
  expect(retryDelayMs(0, 10, never)).toBe(10_000)
})

test('without word from the server they come back between half the time and one and a half', () => {
  expect(retryDelayMs(0, undefined, never)).toBe(200)
  expect(retryDelayMs(0, undefined, almostOne)).toBeCloseTo(599.6)
})
