import { describe, expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'
import {
  daysOf,
  EVERY_WEEK,
  monthly,
  problemOf,
  readRepeats,
  repeatsOf,
  ruleOf,
  type Repeats,
} from './repeats-draft.ts'

const START = '2026-11-24T20:00'
const repeats = (fields: Partial<Repeats> = {}): Repeats => ({ ...EVERY_WEEK, ...fields })

test('every week is on the weekday of the start, and moves with it until somebody chooses weekdays', () => {
  expect(ruleOf(EVERY_WEEK, START)).toEqual({ unit: 'week', every: 1, weekdays: [2] })
  expect(ruleOf(EVERY_WEEK, '2026-11-29T20:00')).toMatchObject({ weekdays: [7] })
  expect(daysOf(repeats({ weekdays: [2, 4], skippedDays: ['2026-11-26'] }), START, 3)).toEqual([
    '2026-11-24',
    '2026-12-01',
    '2026-12-03',
  ])
})

test('a month repeats the day, the weekday by its number, and the last one where the first date is', () => {
  const labels = (day: string) => monthly(day).map(({ label }) => label)
  expect(labels('2026-11-24')).toEqual(['The 24th', 'The fourth Tuesday', 'The last Tuesday'])
  expect(labels('2026-11-17')).toEqual(['The 17th', 'The third Tuesday'])
  expect(labels('2027-01-31')).toEqual(['The 31st', 'The fifth Sunday', 'The last Sunday', 'The last day'])
  // Moved to a start that has no such way, it is the day.
  expect(ruleOf(repeats({ unit: 'month', on: 'last-day' }), START)).toMatchObject({ on: { day: 24 } })
})

describe('a rule that there is', () => {
  test.each([
    { unit: 'week', every: 2, weekdays: [2], until: '2027-03-01' },
    { unit: 'month', every: 1, on: { nth: -1, weekday: 2 }, count: 5 },
    { unit: 'month', every: 3, on: { day: 24 } },
  ] as const)('is the same after the form has held it: %j', (rule) => {
    const kept = readRepeats(JSON.stringify(repeatsOf(rule as never)))
    expect(kept && ruleOf(kept, START)).toEqual(rule)
  })
})

test('what is wrong is said in one sentence', () => {
  const problems = [
    { weekdays: [] },
    { ends: 'until' as const },
    { ends: 'until' as const, until: '2026-11-01' },
    { ends: 'count' as const, count: '' },
    { ends: 'count' as const, count: '521' },
    { ends: 'until' as const, until: '2026-11-25', weekdays: [5] },
    {},
  ].map((fields) => problemOf(repeats(fields), START))
  expect(problems).toEqual([
    'Please choose at least one weekday.',
    'Please choose the last day.',
    'The series ends before it starts. Please choose a later end.',
    'Please say how many times.',
    'Please choose from 1 to 520 times.',
    'This rule gives no date. Please change when it repeats or when it ends.',
    null,
  ])
  expect([readRepeats('{'), readRepeats('7'), readRepeats('')]).toEqual([null, null, null])
})

test('only what was changed is sent on to other dates: booking that closes with the start is not', () => {
  const initial = { startTime: START, endTime: '2026-11-24T22:00', bookingClosesAt: '2026-11-24T18:00', title: 'A' }
  const moved = { ...initial, startTime: '2026-11-24T21:00', bookingClosesAt: '2026-11-24T19:00' }
  expect(changedFields(initial, initial)).toEqual([])
  expect(changedFields(moved, initial)).toEqual(['times'])
  expect(changedFields({ ...initial, title: 'B', bookingClosesAt: '' }, initial)).toEqual(['title', 'limits'])
})
