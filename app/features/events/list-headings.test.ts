import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { EventCardData } from './card-data.ts'
import { headingOf, withHeadings } from './list-headings.ts'

const event = (startTime: string, { hours = 2, timeZone = 'Europe/Dublin' } = {}) => ({
  ...({ id: 1, title: 'Supper Club' } as unknown as EventCardData),
  startTime,
  endTime: new Date(Date.parse(startTime) + hours * HOUR).toISOString(),
  timeZone,
})

const headings = (now: string, ...starts: string[]) =>
  starts.map((start) => headingOf(event(start), new Date(now)).heading)

test('on a Monday a list reads Today, Tomorrow, This week, This weekend, and then by month', () => {
  const days = ['16', '17', '18', '20', '21', '22', '23', '30'].map((day) => `2026-11-${day}T19:00:00Z`)
  expect(headings('2026-11-16T09:00:00Z', ...days, '2026-12-01T19:00:00Z', '2027-01-08T19:00:00Z')).toEqual([
    ...['Today', 'Tomorrow', 'This week', 'This weekend', 'This weekend', 'This weekend'],
    ...['Later in November', 'Later in November', 'December', 'January 2027'],
  ])
})

test('the weekend begins on Friday at 17:00', () => {
  const starts = ['2026-11-20T16:59:00Z', '2026-11-20T17:00:00Z', '2026-11-19T20:00:00Z']
  expect(headings('2026-11-16T09:00:00Z', ...starts)).toEqual(['This week', 'This weekend', 'This week'])
})

test('from Friday on the weekend is what tomorrow leaves of it, and the next one is not this one', () => {
  const days = ['20', '21', '22', '23', '28'].map((day) => `2026-11-${day}T19:00:00Z`)
  const later = 'Later in November'
  expect(headings('2026-11-20T09:00:00Z', ...days)).toEqual(['Today', 'Tomorrow', 'This weekend', later, later])
  expect(headings('2026-11-21T09:00:00Z', ...days.slice(1))).toEqual(['Today', 'Tomorrow', later, later])
  expect(headings('2026-11-22T09:00:00Z', ...days.slice(2))).toEqual(['Today', 'Tomorrow', later])
})

test('what is on is on today, whenever it began; what is over is past, also on its own day', () => {
  const now = new Date('2026-11-16T21:00:00Z')
  expect(headingOf(event('2026-09-01T10:00:00Z', { hours: 24 * 100 }), now).heading).toBe('Today')
  expect(headingOf(event('2026-11-16T18:00:00Z', { hours: 2 }), now).heading).toBe('Past events')
})

test('the day is that of the event’s own place', () => {
  const now = new Date('2026-11-16T21:00:00Z')
  const start = '2026-11-17T01:00:00Z'
  expect(headingOf(event(start, { timeZone: 'America/New_York' }), now).heading).toBe('Today')
  expect(headingOf(event(start, { timeZone: 'Europe/Dublin' }), now).heading).toBe('Tomorrow')
  // In Tokyo it is the 17th already.
  expect(headingOf(event(start, { timeZone: 'Asia/Tokyo' }), now).heading).toBe('Today')
})

test('headings hold until the first of their events is over, or the first of their days', () => {
  const at = (now: string, ...events: ReturnType<typeof event>[]) => {
    const { until } = withHeadings(events, new Date(now))
    return until === null ? null : new Date(until).toISOString()
  }
  const tonight = event('2026-11-16T19:00:00Z')
  const tokyo = event('2026-11-20T10:00:00Z', { timeZone: 'Asia/Tokyo' })
  expect(at('2026-11-16T12:00:00Z', tonight)).toBe('2026-11-16T21:00:00.000Z')
  expect(at('2026-11-16T12:00:00Z', tonight, tokyo)).toBe('2026-11-16T15:00:00.000Z')
  expect(at('2026-11-16T16:00:00Z', tokyo)).toBe('2026-11-17T15:00:00.000Z')
  expect(at('2026-11-17T12:00:00Z', tonight)).toBeNull()
})

test('the page is the same for as long as its headings are', () => {
  const events = [event('2026-11-16T19:00:00Z'), event('2026-12-16T19:00:00Z')]
  expect(withHeadings(events, new Date('2026-11-16T12:00:00Z'))).toEqual(
    withHeadings(events, new Date('2026-11-16T20:59:59Z')),
  )
})
