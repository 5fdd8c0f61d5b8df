import { expect, test } from 'vitest'
import { eventBody } from './event-body.ts'

const body = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone',
  startTime: '2026-11-17T20:00',
  endTime: '2026-11-17T23:00',
  capacity: 10,
}

/** Where it is wrong and why; null: it is right. */
function wrong(change: Record<string, unknown>): string | null {
  const { error } = eventBody.safeParse({ ...body, ...change })
  return error ? error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ') : null
}

test('an event needs a title, a description, a venue, times and a capacity, and no more', () => {
  expect(wrong({})).toBeNull()
  for (const field of Object.keys(body)) expect(wrong({ [field]: undefined }), field).toMatch(new RegExp(`^${field} `))
})

test('what the form leaves out has its default', () => {
  expect(eventBody.parse(body)).toMatchObject({ isFreeOfCharge: true, sellingPrice: 0, anchorPrice: 0 })
})

test('local times are read in the zone, in Dublin where none is named', () => {
  expect(eventBody.parse(body).startTime).toEqual(new Date('2026-11-17T20:00:00Z'))
  const inTokyo = eventBody.parse({ ...body, timeZone: 'asia/tokyo' })
  expect(inTokyo.timeZone).toBe('Asia/Tokyo')
  expect(inTokyo.endTime).toEqual(new Date('2026-11-17T14:00:00Z'))
})

test('a zone that is none is refused', () => {
  expect(wrong({ timeZone: 'Europe/Nowhere' })).toContain('timeZone must be a time zone')
  expect(wrong({ timeZone: '+05:00' })).toContain('timeZone must be a time zone')
})

test.each([
  ['startTime', 'tomorrow', 'startTime must be a date and time'],
  ['startTime', '1969-12-31T23:59Z', 'startTime must be a date and time'],
  ['startTime', '1970-01-01T00:00Z', null],
  ['endTime', 'later', 'endTime must be a date and time'],
  ['endTime', '2100-12-31T23:59Z', null],
  ['endTime', '2101-01-01T00:00Z', 'endTime must be a date and time'],
  ['endTime', body.startTime, 'endTime End time must be after start time'],
  ['endTime', '2026-11-17T19:59', 'endTime End time must be after start time'],
  ['endTime', '2026-11-17T20:01', null],
])('%s %s: %s', (field, value, expected) => {
  expect(wrong({ [field]: value })).toBe(expected)
})

test.each([
  ['', null],
  ['https://pictures.example/a.jpg', null],
  ['events/0a1b.jpg', null],
  ['events/../secret.jpg', 'imageUrl must be'],
  ['events/.hidden', 'imageUrl must be'],
  ['javascript:alert(1)', 'imageUrl must be'],
  ['xhttps://pictures.example/a.jpg', 'imageUrl must be'],
  ['https://pictures.example/a b.jpg', 'imageUrl must be'],
  ['https://', 'imageUrl must be'],
  ['other/events/0a1b.jpg', 'imageUrl must be'],
  ['events/0a1b.jpg/more', 'imageUrl must be'],
])('the picture %s: %s', (imageUrl, expected) => {
  if (expected === null) expect(wrong({ imageUrl })).toBeNull()
  else expect(wrong({ imageUrl })).toContain(expected)
})

test('a poster has a seed of letters and digits, or that of its title', () => {
  for (const posterSeed of ['', 'abc123', null]) expect(wrong({ posterSeed })).toBeNull()
  for (const posterSeed of ['ABC', 'a'.repeat(17), '../x'])
    expect(wrong({ posterSeed })).toContain('posterSeed must have 1 to 16 lower-case letters or digits')
})

test('most tickets per person and an earlier close are optional, and an emptied field means none', () => {
  expect(eventBody.parse(body)).not.toHaveProperty('bookingClosesAt')
  expect(eventBody.parse({ ...body, maxPerPerson: '', bookingClosesAt: null })).toMatchObject({
    maxPerPerson: null,
    bookingClosesAt: null,
  })
  const set = eventBody.parse({
    ...body,
    timeZone: 'Asia/Tokyo',
    maxPerPerson: '2',
    bookingClosesAt: '2026-11-17T18:00',
  })
  expect(set).toMatchObject({ maxPerPerson: 2, bookingClosesAt: new Date('2026-11-17T09:00:00Z') })
  for (const maxPerPerson of [0, 101, 1.5, 'many'])
    expect(wrong({ maxPerPerson }), String(maxPerPerson)).toMatch(/^maxPerPerson /)
  expect(wrong({ bookingClosesAt: 'soon' })).toBe('bookingClosesAt must be a date and time')
  expect(wrong({ bookingClosesAt: '2026-11-17T23:01' })).toBe(
    'bookingClosesAt Booking must close before the event ends',
  )
})
