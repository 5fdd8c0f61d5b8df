import { expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import { isTonight } from './is-tonight.ts'

const event = (status: Event['status'] = 'published') =>
  ({ status, startTime: '2026-11-20T20:00:00Z', endTime: '2026-11-20T23:00:00Z' }) as Event

test.each([
  ['2026-11-20T17:59:59Z', false],
  ['2026-11-20T18:00:00Z', true],
  ['2026-11-20T22:59:59Z', true],
  ['2026-11-20T23:00:00Z', false],
])('at %s Manage opens at the door: %s', (now, expected) => {
  expect(isTonight(event(), new Date(now))).toBe(expected)
})

test('what was called off has no night', () => {
  const during = new Date('2026-11-20T21:00:00Z')
  expect((['draft', 'cancelled', 'postponed'] as const).map((status) => isTonight(event(status), during))).toEqual([
    false,
    false,
    false,
  ])
})
