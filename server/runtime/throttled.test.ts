import { expect, test } from 'vitest'
import { throttled } from './throttled.ts'

test('of many reports one is made in each stretch of time, and says how many were left out', () => {
  let now = 0
  const made: [string, number][] = []
  const report = throttled<string>(
    60,
    (text, leftOut) => made.push([text, leftOut]),
    () => now,
  )
  for (now = 0; now < 120; now += 10) report(`at ${now}`)
  expect(made).toEqual([
    ['at 0', 0],
    ['at 60', 5],
  ])
})
