import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatDuration,
  formatTime,
  formatUntil,
  formatWeekday,
  ordinal,
  zoneShortName,
} from './dates.ts'

describe('a date on a card', () => {
  test.each([
    ['2025-03-03T09:30:00Z', 'Europe/Dublin', '3rd Mar, 2025'],
    ['2025-09-21T09:30:00Z', 'Europe/Dublin', '21st Sep, 2025'],
    ['2025-06-22T23:30:00Z', 'Europe/Dublin', '23rd Jun, 2025'],
    ['2025-01-01T02:00:00Z', 'America/New_York', '31st Dec, 2024'],
    ['2025-12-31T20:00:00Z', 'Asia/Tokyo', '1st Jan, 2026'],
  ])('%s in %s is written %s', (iso, timeZone, text) => {
    expect(formatDate(iso, timeZone)).toBe(text)
  })

  test('that is missing or no date says so', () => {
    for (const missing of [undefined, null, '']) expect(formatDate(missing, 'Europe/Dublin')).toBe('Date not available')
    for (const wrong of ['soon', '2025-13-01T00:00:00Z'])
      expect(formatDate(wrong, 'Europe/Dublin')).toBe('Invalid date')
  })

  test('has its ordinal right on every day of a month', () => {
    const days = Array.from({ length: 31 }, (_, index) => ordinal(index + 1))
    expect(days.slice(0, 4)).toEqual(['1st', '2nd', '3rd', '4th'])
    expect(days.slice(10, 13)).toEqual(['11th', '12th', '13th'])
    expect(days.slice(20)).toEqual([
      '21st',
      '22nd',
      '23rd',
      '24th',
      '25th',
      '26th',
      '27th',
      '28th',
      '29th',
      '30th',
      '31st',
    ])
  })

  test('gives a calendar leaf its month and day', () => {
    expect(formatDay('2025-09-01T12:00:00Z', 'Europe/Dublin')).toEqual({ month: 'Sep', day: '1' })
    expect(formatDay('nonsense', 'Europe/Dublin')).toBeNull()
    expect(formatDay(null, 'Europe/Dublin')).toBeNull()
  })
})

describe('a time on a card', () => {
  test.each([
    ['2025-03-03T09:30:00Z', 'Europe/Dublin', '9:30 AM'],
    ['2025-03-03T00:05:00Z', 'Europe/Dublin', '12:05 AM'],
    ['2025-03-03T12:00:00Z', 'Europe/Dublin', '12:00 PM'],
    ['2025-07-03T19:00:00Z', 'Europe/Dublin', '8:00 PM'],
    ['2025-03-03T23:59:00Z', 'America/New_York', '6:59 PM'],
  ])('%s in %s is written %s', (iso, timeZone, text) => {
    expect(formatTime(iso, timeZone)).toBe(text)
  })

  test('that is missing or no time says so', () => {
    for (const missing of [undefined, null, '']) expect(formatTime(missing, 'Europe/Dublin')).toBe('Time not available')
    expect(formatTime('soon', 'Europe/Dublin')).toBe('Invalid time')
  })

  test('can be followed by the short name of its zone, in summer and in winter', () => {
    expect(zoneShortName('2025-01-03T09:30:00Z', 'Europe/Dublin')).toBe('GMT')
    expect(zoneShortName('2025-07-03T09:30:00Z', 'Europe/Berlin')).toBe('CEST')
    expect(zoneShortName('2025-01-03T09:30:00Z', 'Europe/Berlin')).toBe('CET')
    expect(zoneShortName('nonsense', 'Europe/Berlin')).toBe('')
  })
})

test('a duration is told in hours, rounded, and in minutes where that would be none', () => {
  const lasting = (end: string) => formatDuration('2025-03-03T19:00:00Z', `2025-03-03T${end}Z`)
  expect(lasting('21:40:00')).toBe('3 hours')
  expect(lasting('21:20:00')).toBe('2 hours')
  expect(lasting('20:00:00')).toBe('1 hour')
  expect(lasting('19:30:00')).toBe('1 hour')
  expect(lasting('19:20:00')).toBe('20 minutes')
  expect(lasting('19:01:00')).toBe('1 minute')
  expect(lasting('19:00:05')).toBe('1 minute')
})

test('the end is a time, with its day when that is another one in the place of the event', () => {
  const until = (end: string, zone = 'Europe/Dublin') => formatUntil('2025-03-03T20:30:00Z', end, zone)
  expect(until('2025-03-03T22:00:00Z')).toBe('10:00 PM')
  expect(until('2025-03-04T11:00:00Z')).toBe('4th Mar, 2025, 11:00 AM')
  expect(until('2025-03-03T22:00:00Z', 'Asia/Tokyo')).toBe('7:00 AM')
  // The end of the evening, and not the beginning of another day.
  expect(until('2025-03-04T00:00:00Z')).toBe('midnight')
  expect(until('2025-03-05T00:00:00Z')).toBe('5th Mar, 2025, 12:00 AM')
})

test('the day of the week is that of the place of the event', () => {
  expect(formatWeekday('2026-11-19T23:30:00Z', 'Europe/Dublin')).toBe('Thu')
  expect(formatWeekday('2026-11-19T23:30:00Z', 'Asia/Tokyo')).toBe('Fri')
  expect(formatWeekday('nonsense', 'Asia/Tokyo')).toBe('')
})
