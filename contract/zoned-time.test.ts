import { describe, expect, test } from 'vitest'
import { eventBody } from './event-body.ts'
import { canonicalTimeZone, parseDateTime } from './zoned-time.ts'

test('a zone has one spelling, and what is no place is no zone', () => {
  for (const name of ['Europe/Dublin', 'europe/dublin', 'eUrOpE/dUbLiN'])
    expect(canonicalTimeZone(name)).toBe('Europe/Dublin')
  for (const name of ['Europe/Nowhere', '+05:00', '', '1']) expect(canonicalTimeZone(name)).toBeNull()
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
