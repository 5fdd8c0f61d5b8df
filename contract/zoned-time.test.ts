import { describe, expect, test } from 'vitest'
import { eventBody } from './event-body.ts'
import { canonicalTimeZone, dayIn, offsetMinutes, parseDateTime, toLocalInput, wallClock } from './zoned-time.ts'

test('a zone has one spelling, and what is no place is no zone', () => {
  for (const name of ['Europe/Dublin', 'europe/dublin', 'eUrOpE/dUbLiN'])
    expect(canonicalTimeZone(name)).toBe('Europe/Dublin')
  for (const name of ['Europe/Nowhere', '+05:00', '', '1', ' Europe/Dublin']) expect(canonicalTimeZone(name)).toBeNull()
})

const parse = (value: string, timeZone: string) => parseDateTime(value, timeZone)?.toISOString()

test.each([
  ['2026-11-17T20:00', 'Europe/Dublin', '2026-11-17T20:00:00.000Z'],
  ['2026-07-17T20:00', 'Europe/Dublin', '2026-07-17T19:00:00.000Z'],
  ['2026-07-17T20:00', 'America/New_York', '2026-07-18T00:00:00.000Z'],
  ['2026-07-17T20:00', 'Pacific/Kiritimati', '2026-07-17T06:00:00.000Z'],
  ['2026-10-25T00:30', 'Europe/Dublin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T02:00', 'Europe/Dublin', '2026-10-25T02:00:00.000Z'],
])('%s in %s is one moment, %s', (local, zone, instant) => {
  expect(parse(local, zone)).toBe(instant)
})

describe('when clocks go back', () => {
  test.each([
    ['2026-10-25T01:15', 'Europe/Dublin', '2026-10-25T00:15:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // By half an hour: 01:30 to 02:00 comes twice.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s in %s is the first of the two', (local, zone, instant) => {
    expect(parse(local, zone)).toBe(instant)
  })

  const minutes = (timeZone: string, startTime: string, endTime: string) => {
    const required = { title: 'Night', description: 'Late.', venue: 'Here', capacity: 1 }
    const read = eventBody.safeParse({ ...required, timeZone, startTime, endTime })
    return read.success
      ? (read.data.endTime.getTime() - read.data.startTime.getTime()) / 60_000
      : read.error.issues[0]?.message
  }

  test.each([
    ['Europe/Dublin', '2026-10-25T00:30', '2026-10-25T01:30', 60],
    ['Europe/Dublin', '2026-10-25T01:15', '2026-10-25T01:45', 30],
    ['Europe/Dublin', '2026-10-25T00:30', '2026-10-25T02:30', 180],
    ['America/New_York', '2026-11-01T00:30', '2026-11-01T01:30', 60],
    ['Australia/Lord_Howe', '2026-04-05T01:00', '2026-04-05T01:45', 45],
  ])('in %s an event from %s to %s is %d minutes long', (zone, start, end, length) => {
    expect(minutes(zone, start, end)).toBe(length)
  })

  test.each([
    ['Europe/Dublin', '2026-10-25T01:45', '2026-10-25T01:15', 30],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T01:30', 60],
    ['Australia/Lord_Howe', '2026-04-05T01:50', '2026-04-05T01:35', 15],
  ])('in %s an end that the clocks show again after the start is that later one', (zone, start, end, length) => {
    expect(minutes(zone, start, end)).toBe(length)
  })

  test('an end before the start is refused all the same', () => {
    expect(minutes('Europe/Dublin', '2026-10-25T02:30', '2026-10-25T01:30')).toBe('End time must be after start time')
  })
})

test.each([
  ['2026-03-29T01:30', 'Europe/Dublin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
])('%s in %s, which the clocks skip, is so much later', (local, zone, instant) => {
  expect(parse(local, zone)).toBe(instant)
})

test.each([
  '2026-02-29T12:00',
  '2026-13-01T12:00',
  '2026-00-10T12:00',
  '2026-04-31T12:00',
  '2026-11-17T24:00',
  '2026-11-17T12:60',
  '2026-11-17',
  '17.11.2026 20:00',
  'x2026-11-17T20:00Z',
  '2026-11-17T20:00Zx',
  '2026-11-17T25:00Z',
  '2026-11-17T20:00+1',
  '',
])('%s is no date and time', (value) => {
  expect(parseDateTime(value, 'Europe/Dublin')).toBeNull()
})

test.each([
  ['2028-02-29T12:00', '2028-02-29T12:00:00.000Z'],
  ['2026-11-17T23:59', '2026-11-17T23:59:00.000Z'],
  ['2026-11-17T23:59:58.125', '2026-11-17T23:59:58.000Z'],
  ['2026-11-17T20:00Z', '2026-11-17T20:00:00.000Z'],
  ['2026-11-17T20:00:30.5+01:00', '2026-11-17T19:00:30.500Z'],
  ['2026-11-17T20:00-0500', '2026-11-18T01:00:00.000Z'],
])('%s is the moment %s', (value, instant) => {
  expect(parse(value, 'Europe/Dublin')).toBe(instant)
})

test('a time that the clocks show twice is the one after the start, and after both the first', () => {
  const at = (after: string) => parseDateTime('2026-10-25T01:15', 'Europe/Dublin', new Date(after))?.toISOString()
  expect(at('2026-10-25T00:00Z')).toBe('2026-10-25T00:15:00.000Z')
  expect(at('2026-10-25T00:15Z')).toBe('2026-10-25T01:15:00.000Z')
  expect(at('2026-10-25T05:00Z')).toBe('2026-10-25T00:15:00.000Z')
})

test('the clocks, the day and the distance of a place', () => {
  const instant = new Date('2026-07-17T23:30:15.250Z')
  expect(wallClock(instant, 'Asia/Kolkata').toISOString()).toBe('2026-07-18T05:00:15.250Z')
  expect(toLocalInput(instant, 'Europe/Dublin')).toBe('2026-07-18T00:30')
  expect(dayIn(instant, 'America/New_York')).toBe('2026-07-17')
  expect(offsetMinutes(instant.toISOString(), 'Asia/Kolkata')).toBe(330)
  expect(offsetMinutes(instant.toISOString(), 'America/New_York')).toBe(-240)
})
