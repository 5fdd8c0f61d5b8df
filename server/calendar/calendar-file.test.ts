// What our calendar files say, as a program reads them that is not ours.
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXT, HOSTILE_TITLE } from '../test-support/hostile-strings.ts'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'

const entry = (fields: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'event-1@hooley.example',
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  location: 'The Cobblestone, Dublin',
  url: 'https://hooley.example/events/1',
  startTime: new Date('2026-11-20T20:00:00Z'),
  endTime: new Date('2026-11-20T23:00:00Z'),
  sequence: 0,
  changedAt: new Date('2026-11-01T10:00:00Z'),
  status: 'CONFIRMED',
  ...fields,
})

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return { calendar, events }
}

const publish = (entries: CalendarEntry[], maxBytes?: number) =>
  calendarFile({ method: 'PUBLISH', name: 'Events', refresh: 'PT1H', ...(maxBytes && { maxBytes }) }, entries)

describe('times are those of the place, with its clocks in the file', () => {
  test.each([
    ['Europe/Dublin', '2026-11-20T20:00:00Z', '2026-11-20T20:00:00'],
    ['Europe/Dublin', '2027-07-01T19:00:00Z', '2027-07-01T20:00:00'],
    // The nights on which clocks change, right before and after.
    ['Europe/Dublin', '2027-03-28T00:30:00Z', '2027-03-28T00:30:00'],
    ['Europe/Dublin', '2027-03-28T01:30:00Z', '2027-03-28T02:30:00'],
    ['America/New_York', '2026-12-31T23:30:00Z', '2026-12-31T18:30:00'],
    ['Asia/Kolkata', '2026-11-20T14:30:00Z', '2026-11-20T20:00:00'],
    ['Australia/Lord_Howe', '2026-11-20T09:00:00Z', '2026-11-20T20:00:00'],
    // Where clocks go back for Ramadan.
    ['Africa/Casablanca', '2027-02-20T20:00:00Z', '2027-02-20T20:00:00'],
    ['Pacific/Apia', '2026-11-20T07:00:00Z', '2026-11-20T20:00:00'],
  ])('%s at %s is %s', (timeZone, instant, local) => {
    const startTime = new Date(instant)
    const endTime = new Date(startTime.getTime() + 7_200_000)
    const { events } = read(publish([entry({ timeZone, startTime, endTime })]))
    const start = events[0]!.startDate
    expect(start.zone.tzid).toBe(timeZone)
    expect(start.toString()).toBe(local)
    expect(start.toJSDate()).toEqual(startTime)
    expect(events[0]!.endDate.toJSDate()).toEqual(endTime)
  })

  test('the second of two hours of one name is written in UTC, which has one', () => {
    const startTime = new Date('2026-10-25T01:30:00Z')
    // Programs disagree about which of the two a local time means; the standard says the first.
    expect(publish([entry({ timeZone: 'Europe/Dublin', startTime })])).toContain('DTSTART:20261025T013000Z\r\n')
    const hourBefore = publish([entry({ timeZone: 'Europe/Dublin', startTime: new Date('2026-10-25T00:30:00Z') })])
    expect(hourBefore).toContain('DTSTART;TZID=Europe/Dublin:20261025T013000\r\n')
  })

  test('each zone is there once, and none that nobody uses', () => {
    const zones = ['Europe/Dublin', 'Europe/Dublin', 'Asia/Tokyo', undefined]
    const { calendar } = read(publish(zones.map((timeZone) => entry(timeZone ? { timeZone } : {}))))
    const found = calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'))
    expect(found).toEqual(['Europe/Dublin', 'Asia/Tokyo'])
  })
})

test('a file is the same whenever it is requested: it holds no time of the request', () => {
  const file = publish([entry({ timeZone: 'Europe/Dublin' })])
  expect(file).toBe(publish([entry({ timeZone: 'Europe/Dublin' })]))
  expect(file).toContain('DTSTAMP:20261101T100000Z\r\n')
  expect(file).toContain('LAST-MODIFIED:20261101T100000Z\r\n')
  expect(file).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  expect(file).toContain('X-PUBLISHED-TTL:PT1H\r\n')
})

test('lines have at most 75 octets and end with CR LF; no character is cut', () => {
  const title = 'Ünïcödé 🎻 夜'.repeat(40)
  const file = publish([entry({ title, description: `${title}\n${title}` })])
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line.isWellFormed()).toBe(true)
  }
  expect(read(file).events[0]!.summary).toBe(title)
})

test.each([
  ['line breaks', 'a\r\nBEGIN:VALARM\nEND:VALARM\rX:y'],
  ['other line breaks', 'a\u2028BEGIN:VALARM\u2029b\u0085c\vd\fe'],
  ['special signs', '\\;,:"\\n'],
  ['hostile text', HOSTILE_TEXT],
  ['a hostile title', HOSTILE_TITLE],
  ['control characters', 'a\u0000b\u0007c'],
  ['half a character', 'a\uD83Cb'],
])('%s stay one value of one line', (_, text) => {
  const file = publish([entry({ title: text, description: text, location: text, categories: [text] })])
  expect(file).not.toMatch(/^(BEGIN|END):VALARM/m)
  expect(file.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => /^BEGIN:VALARM/.test(line))).toEqual([])
  const { calendar, events } = read(file)
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent'])
  expect(events[0]!.component.getAllSubcomponents()).toEqual([])
  expect(events[0]!.summary.replace(/\s+/g, ' ')).toBe(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/\s+/g, ' '),
  )
})

test('what does not fit is left out at the end, and the file is whole', () => {
  const entries = Array.from({ length: 200 }, (_, n) => entry({ uid: `event-${n}@x`, timeZone: 'Europe/Dublin' }))
  const file = publish(entries, 20_000)
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(20_000)
  const { events } = read(file)
  expect(events.length).toBeGreaterThan(20)
  expect(events.map(({ uid }) => uid)).toEqual(entries.slice(0, events.length).map(({ uid }) => uid))
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('an empty calendar is one', () => {
  expect(read(publish([])).events).toEqual([])
})
