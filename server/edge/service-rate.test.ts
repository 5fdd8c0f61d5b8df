import { expect, test } from 'vitest'
import { ServiceRate } from './service-rate.ts'

function measured(steps: [finished: number, isFull: boolean][]) {
  const rate = new ServiceRate(0)
  steps.forEach(([finished, isFull], step) => {
    for (let n = 0; n < finished; n++) rate.finish()
    rate.measure((step + 1) * 100, isFull)
  })
  return rate
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

test('nothing is known about a rush in its first second', () => {
  const { perSecond, window } = measured(times(9, [0, true]))
  expect([perSecond, window]).toEqual([Infinity, 256])
})

test('the rate is what was finished in the last second, on a fast machine and on a slow one', () => {
  expect(measured(times(20, [400, true])).perSecond).toBeCloseTo(4_000)
  expect(measured(times(20, [20, true])).perSecond).toBeCloseTo(200)
  expect(
    measured([...times<[number, boolean]>(10, [400, true]), ...times<[number, boolean]>(10, [20, true])]).perSecond,
  ).toBeCloseTo(200)
})

test('that it has become faster shows at once, that it has become slower after a second', () => {
  const after = (...steps: [number, boolean][]) => measured([...times<[number, boolean]>(10, [60, true]), ...steps])
  const faster = after(...times<[number, boolean]>(3, [240, true]))
  expect(faster.perSecond).toBeCloseTo(2_400)
  // In service is what the whole second allows: more would wait inside.
  expect(faster.window).toBe(285)
  expect(after([240, true], [240, true]).perSecond).toBeCloseTo(1_800)
  expect(after(...times<[number, boolean]>(3, [6, true])).perSecond).toBeCloseTo(438)
  expect(after(...times<[number, boolean]>(10, [6, true])).perSecond).toBeCloseTo(60)
})

test('so many are in service as are finished in a quarter of a second, and never fewer than 16', () => {
  expect(measured(times(10, [400, true])).window).toBe(1_000)
  expect(measured(times(10, [2, true])).window).toBe(16)
  expect(measured(times(10, [26, true])).window).toBe(65)
})

test('an idle server says nothing about what it could do', () => {
  expect(measured(times(20, [1, false])).perSecond).toBe(Infinity)
})

test('a short gap in a rush is not the end of it, a second is', () => {
  const rush = times<[number, boolean]>(10, [100, true])
  expect(measured([...rush, ...times<[number, boolean]>(9, [3, false])]).perSecond).toBeCloseTo(1_000)
  expect(measured([...rush, ...times<[number, boolean]>(10, [3, false])]).perSecond).toBe(Infinity)
})

test('a measure that comes late counts for the time it covers', () => {
  const rate = new ServiceRate(0)
  for (let n = 1; n <= 10; n++) {
    for (let finished = 0; finished < 1_000; finished++) rate.finish()
    rate.measure(n * 1_000, true)
  }
  expect(rate.perSecond).toBeCloseTo(1_000)
})

test('a measure that comes twice at the same moment is none', () => {
  const rate = measured(times(10, [100, true]))
  rate.finish()
  rate.measure(1_000, true)
  rate.measure(900, true)
  expect(rate.perSecond).toBeCloseTo(1_000)
})

test('after a second of calm nothing is left of the rush before it', () => {
  const rush = times<[number, boolean]>(10, [100, true])
  const calm = times<[number, boolean]>(10, [3, false])
  const next = measured([...rush, ...calm, ...times<[number, boolean]>(9, [5, true])])
  expect([next.perSecond, next.window]).toEqual([Infinity, 256])
  // Calm counts only when it is one stretch.
  const gap = times<[number, boolean]>(6, [3, false])
  expect(measured([...rush, ...gap, [100, true], ...gap]).perSecond).toBeCloseTo(1_000)
})
