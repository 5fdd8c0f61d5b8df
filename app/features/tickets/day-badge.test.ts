import { describe, expect, test } from 'vitest'
import { dayBadge } from './booking-card.tsx'

const badge = (startTime: string, now: string, timeZone = 'Europe/Dublin') =>
  dayBadge({ startTime, timeZone }, new Date(now))

test.each([
  ['2026-11-15T20:00:00Z', 'Today'],
  ['2026-11-15T00:00:00Z', 'Today'],
  ['2026-11-16T00:00:00Z', 'Tomorrow'],
  ['2026-11-16T23:59:59Z', 'Tomorrow'],
  ['2026-11-17T00:00:00Z', 'in 2 days'],
  ['2026-12-15T20:00:00Z', 'in 30 days'],
  ['2027-11-15T20:00:00Z', 'in 365 days'],
  ['2026-11-14T23:59:59Z', null],
  ['2020-01-01T20:00:00Z', null],
])('on 15 November at noon an event at %s says %s', (startTime, expected) => {
  expect(badge(startTime, '2026-11-15T12:00:00Z')).toBe(expected)
})

describe('days are counted on the calendar of the event’s place', () => {
  test('one minute before midnight the event of the next minute is tomorrow', () => {
    expect(badge('2026-11-16T00:00:00Z', '2026-11-15T23:59:00Z')).toBe('Tomorrow')
  })

  test('in Sydney it is already the next day while Dublin has its afternoon', () => {
    const morningInSydney = '2026-11-15T22:00:00Z'
    expect(badge(morningInSydney, '2026-11-15T14:00:00Z', 'Australia/Sydney')).toBe('Today')
    expect(badge(morningInSydney, '2026-11-15T12:00:00Z', 'Australia/Sydney')).toBe('Tomorrow')
  })

  test('in Los Angeles it is still the day before', () => {
    expect(badge('2026-11-16T04:00:00Z', '2026-11-16T03:00:00Z', 'America/Los_Angeles')).toBe('Today')
    expect(badge('2026-11-16T04:00:00Z', '2026-11-16T09:00:00Z', 'America/Los_Angeles')).toBe(null)
  })

  test('a day of 23 or 25 hours is one day', () => {
    expect(badge('2026-03-29T20:00:00Z', '2026-03-28T20:00:00Z')).toBe('Tomorrow')
    expect(badge('2026-10-25T00:30:00+01:00', '2026-10-24T23:30:00Z')).toBe('Today')
    expect(badge('2026-10-26T00:10:00Z', '2026-10-25T00:10:00+01:00')).toBe('Tomorrow')
  })
})
