import { describe, expect, test } from 'vitest'
import { closeFor, endFor, hasPassed, lengthOf, USUAL_MINUTES } from './event-times.ts'

const move = (endTime: string, from: string, to: string, minutes = USUAL_MINUTES) =>
  endFor({ endTime, from, to, minutes })

describe('the end', () => {
  test('is two hours after the start, over midnight and the end of a year', () => {
    expect(move('', '', '2027-03-03T19:30')).toBe('2027-03-03T21:30')
    expect(move('', '', '2026-12-31T23:15')).toBe('2027-01-01T01:15')
  })

  test('follows the start as long as nobody has chosen another', () => {
    expect(move('2027-03-03T21:30', '2027-03-03T19:30', '2027-03-04T20:00')).toBe('2027-03-04T22:00')
    expect(move('2027-03-03T23:00', '2027-03-03T19:30', '2027-03-04T20:00')).toBe('2027-03-03T23:00')
  })

  test('waits while the start is being typed', () => {
    expect(move('', '', '0002-03-03T19:30')).toBe('')
    expect(move('2027-03-03T21:30', '2027-03-03T19:30', '')).toBe('2027-03-03T21:30')
  })

  test('keeps the length of the event that was copied', () => {
    const minutes = lengthOf({ startTime: '2027-03-03T19:30:00.000Z', endTime: '2027-03-03T22:15:00.000Z' })
    expect(move('', '', '2027-04-07T19:30', minutes)).toBe('2027-04-07T22:15')
  })
})

test('an earlier close of booking stays as long before the start as it was', () => {
  const [from, to] = ['2027-03-03T19:30', '2027-03-10T20:00']
  expect(closeFor({ closesAt: '2027-03-03T12:00', from, to })).toBe('2027-03-10T12:30')
  expect(closeFor({ closesAt: '2027-03-03T12:00', from, to: '0202-03-10T20:00' })).toBe('2027-03-03T12:00')
  expect(closeFor({ closesAt: '', from, to })).toBe('')
  // An event that is held again has no start yet; what was emptied by hand stays so.
  expect(closeFor({ closesAt: '', from: '', to, closesBefore: 90 })).toBe('2027-03-10T18:30')
  expect(closeFor({ closesAt: '', from, to, closesBefore: 90 })).toBe('')
})

test("a date has passed when it has at the event's place", () => {
  const now = new Date('2027-03-03T19:30:00Z')
  expect(hasPassed('2027-03-03T19:29', 'Europe/Dublin', now)).toBe(true)
  expect(hasPassed('2027-03-03T19:30', 'Europe/Dublin', now)).toBe(false)
  expect(hasPassed('2027-03-03T20:00', 'Asia/Tokyo', now)).toBe(true)
  expect(hasPassed('2020-01-01T20:00', '', now)).toBe(true)
  expect(hasPassed('', 'Europe/Dublin', now)).toBe(false)
  // On the way to the year 2027.
  expect(hasPassed('0202-03-03T20:00', 'Europe/Dublin', now)).toBe(false)
})
