import { describe, expect, test } from 'vitest'
import { expiryOf, HOUR, tellAt } from './answer-times.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR
const START = new Date('2026-06-20T19:00:00Z')
const before = (ms: number) => new Date(START.getTime() - ms)

describe('the time to answer, by the time from the offer to the start', () => {
  test.each([
    ['more than 7 days', 7 * DAY + 1, 24 * HOUR],
    ['7 days', 7 * DAY, 12 * HOUR],
    ['more than 48 hours', 48 * HOUR + 1, 12 * HOUR],
    ['48 hours', 48 * HOUR, 4 * HOUR],
    ['more than 24 hours', 24 * HOUR + 1, 4 * HOUR],
    ['24 hours', 24 * HOUR, HOUR],
    ['more than 6 hours', 6 * HOUR + 1, HOUR],
    ['6 hours', 6 * HOUR, 20 * MINUTE],
    ['80 minutes', 80 * MINUTE, 20 * MINUTE],
    ['no offer lasts beyond one hour before the start: 70 minutes', 70 * MINUTE, 10 * MINUTE],
    ['an hour and a second', HOUR + 1_000, 1_000],
  ])('%s', (_, left, answerWithin) => {
    expect(expiryOf(before(left), { startTime: START, bookingClosesAt: null })).toEqual(
      new Date(before(left).getTime() + answerWithin),
    )
  })
})

describe('at night an offer is told at 08:00 in the event’s zone', () => {
  const far = new Date('2026-12-24T20:00:00Z')
  test.each([
    ['by day at once', '2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z'],
    ['21:59:59', '2026-06-01T20:59:59Z', '2026-06-01T20:59:59Z'],
    ['22:00', '2026-06-01T21:00:00Z', '2026-06-02T07:00:00Z'],
    ['after midnight, the same day', '2026-06-02T02:30:00Z', '2026-06-02T07:00:00Z'],
    ['07:59:59', '2026-06-02T06:59:59Z', '2026-06-02T07:00:00Z'],
    ['08:00', '2026-06-02T07:00:00Z', '2026-06-02T07:00:00Z'],
    ['the last evening of a month', '2026-06-30T22:00:00Z', '2026-07-01T07:00:00Z'],
    ['the night when clocks go forward, before it', '2026-03-28T23:00:00Z', '2026-03-29T07:00:00Z'],
    ['the night when clocks go forward, after it', '2026-03-29T02:00:00Z', '2026-03-29T07:00:00Z'],
    ['the night when clocks go back, before it', '2026-10-24T22:30:00Z', '2026-10-25T08:00:00Z'],
    ['the night when clocks go back, in the hour that comes twice', '2026-10-25T01:30:00Z', '2026-10-25T08:00:00Z'],
  ])('%s', (_, now, told) => {
    expect(tellAt(new Date(now), far, 'Europe/Dublin')).toEqual(new Date(told))
  })

  test('in the zone of the event, not of the server', () => {
    expect(tellAt(new Date('2026-06-01T21:00:00Z'), far, 'America/New_York')).toEqual(new Date('2026-06-01T21:00:00Z'))
    expect(tellAt(new Date('2026-06-01T03:00:00Z'), far, 'America/New_York')).toEqual(new Date('2026-06-01T12:00:00Z'))
    expect(tellAt(new Date('2026-06-01T14:00:00Z'), far, 'Asia/Kolkata')).toEqual(new Date('2026-06-01T14:00:00Z'))
    expect(tellAt(new Date('2026-06-01T17:00:00Z'), far, 'Asia/Kolkata')).toEqual(new Date('2026-06-02T02:30:00Z'))
  })

  test('an event that begins within 14 hours wakes people, one that begins later does not', () => {
    const night = new Date('2026-06-01T22:00:00Z')
    const startsIn = (ms: number) => tellAt(night, new Date(night.getTime() + ms), 'Europe/Dublin')
    expect(startsIn(14 * HOUR)).toEqual(night)
    expect(startsIn(14 * HOUR + 1)).toEqual(new Date('2026-06-02T07:00:00Z'))
  })
})
