import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { notifyAt, timesOf } from './answer-times.ts'

const START = new Date('2026-06-20T19:00:00Z')
const DUBLIN = { bookingClosesAt: null, timeZone: 'Europe/Dublin' }
const before = (ms: number) => new Date(START.getTime() - ms)

describe('the time to answer, by the time from the offer to the start', () => {
  test.each([
    ['more than 7 days', 7 * DAY + 1, 24 * HOUR, 2],
    ['7 days', 7 * DAY, 12 * HOUR, 1],
    ['more than 48 hours', 48 * HOUR + 1, 12 * HOUR, 1],
    ['48 hours', 48 * HOUR, 4 * HOUR, 1],
    ['more than 24 hours', 24 * HOUR + 1, 4 * HOUR, 1],
    ['24 hours', 24 * HOUR, HOUR],
    ['more than 6 hours', 6 * HOUR + 1, HOUR],
    ['6 hours', 6 * HOUR, 20 * MINUTE],
    ['80 minutes', 80 * MINUTE, 20 * MINUTE],
    ['no offer lasts beyond one hour before the start: 70 minutes', 70 * MINUTE, 10 * MINUTE],
    ['an hour and a second', HOUR + 1_000, 1_000],
  ])('%s', (_, left, answerWithin, nights = 0) => {
    const madeAt = before(left)
    const { toldAt, expiresAt } = timesOf(madeAt, { ...DUBLIN, startTime: START })
    expect(toldAt).toEqual(madeAt)
    expect(expiresAt).toEqual(new Date(madeAt.getTime() + answerWithin + nights * 10 * HOUR))
  })
})

describe('the hours of the night do not count', () => {
  test.each([
    ['23 hours to go, told at 21:59', '2026-06-01T20:59:00Z', 23 * HOUR, '2026-06-02T07:59:00Z'],
    ['30 hours to go, told at 21:30', '2026-06-01T20:30:00Z', 30 * HOUR, '2026-06-02T10:30:00Z'],
    [
      '12 hours to answer from 10:00: to the last minute of the day',
      '2026-06-01T09:00:00Z',
      7 * DAY,
      '2026-06-01T21:00:00Z',
    ],
    ['12 hours from 10:01: the last of them in the morning', '2026-06-01T09:01:00Z', 7 * DAY, '2026-06-02T07:01:00Z'],
    ['24 hours from 12:00', '2026-06-01T11:00:00Z', 30 * DAY, '2026-06-02T21:00:00Z'],
    ['24 hours from 12:01 take two nights', '2026-06-01T11:01:00Z', 30 * DAY, '2026-06-03T07:01:00Z'],
    [
      'when the event begins within 14 hours as the night begins, they do',
      '2026-06-01T20:50:00Z',
      14 * HOUR,
      '2026-06-01T21:50:00Z',
    ],
    [
      'a minute more than 14 hours then, and they do not',
      '2026-06-01T20:50:00Z',
      14 * HOUR + 11 * MINUTE,
      '2026-06-02T07:50:00Z',
    ],
    ['the night when clocks go back is an hour longer', '2026-10-24T20:30:00Z', 30 * HOUR, '2026-10-25T11:30:00Z'],
  ])('%s', (_, told, left, expires) => {
    const toldAt = new Date(told)
    const event = { ...DUBLIN, startTime: new Date(toldAt.getTime() + left) }
    expect(timesOf(toldAt, event)).toEqual({ toldAt, expiresAt: new Date(expires) })
  })
})

describe('an offer that waited for the morning lasts an hour at least', () => {
  const made = new Date('2026-06-01T22:00:00Z')
  const morning = new Date('2026-06-02T07:00:00Z')
  test.each([
    ['event five hours later', 5 * HOUR + 1_000, HOUR],
    ['event as soon as it can be', 5 * HOUR + 1, HOUR],
    ['event seven hours later', 7 * HOUR, HOUR],
    ['event 25 hours later', 25 * HOUR, 4 * HOUR],
  ])('%s', (_, after, lasts) => {
    const event = { ...DUBLIN, startTime: new Date(morning.getTime() + after) }
    expect(timesOf(made, event)).toEqual({ toldAt: morning, expiresAt: new Date(morning.getTime() + lasts) })
  })

  test('but not beyond an early close of booking', () => {
    const bookingClosesAt = new Date(made.getTime() + 13 * HOUR + 1)
    const event = { ...DUBLIN, startTime: new Date(morning.getTime() + 5 * DAY), bookingClosesAt }
    const { toldAt, expiresAt } = timesOf(made, event)
    expect(toldAt).toEqual(morning)
    expect(expiresAt).toEqual(bookingClosesAt)
  })

  test('one that is told by day lasts as long as the table says', () => {
    const event = { ...DUBLIN, startTime: new Date(morning.getTime() + 5 * HOUR) }
    expect(timesOf(morning, event).expiresAt).toEqual(new Date(morning.getTime() + 20 * MINUTE))
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
    expect(notifyAt(new Date(now), far, 'Europe/Dublin')).toEqual(new Date(told))
  })

  test('in the zone of the event, not of the server', () => {
    expect(notifyAt(new Date('2026-06-01T21:00:00Z'), far, 'America/New_York')).toEqual(
      new Date('2026-06-01T21:00:00Z'),
    )
    expect(notifyAt(new Date('2026-06-01T03:00:00Z'), far, 'America/New_York')).toEqual(
      new Date('2026-06-01T12:00:00Z'),
    )
    expect(notifyAt(new Date('2026-06-01T14:00:00Z'), far, 'Asia/Kolkata')).toEqual(new Date('2026-06-01T14:00:00Z'))
    expect(notifyAt(new Date('2026-06-01T17:00:00Z'), far, 'Asia/Kolkata')).toEqual(new Date('2026-06-02T02:30:00Z'))
  })

  test('an event that begins within 14 hours wakes people, one that begins later does not', () => {
    const night = new Date('2026-06-01T22:00:00Z')
    const startsIn = (ms: number) => notifyAt(night, new Date(night.getTime() + ms), 'Europe/Dublin')
    expect(startsIn(14 * HOUR)).toEqual(night)
    expect(startsIn(14 * HOUR + 1)).toEqual(new Date('2026-06-02T07:00:00Z'))
  })
})
