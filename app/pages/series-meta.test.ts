// The linked data of a series and of its dates against what schema.org knows: types, their properties, and what search
// engines ask for.
import { expect, test } from 'vitest'
import type { Event } from '../../contract/events.ts'
import type { Series } from '../../contract/series.ts'
import { eventJsonLd } from '../features/events/event-meta.ts'
import { availabilityOf, placesLeft } from '../features/tickets/availability.ts'
import { toShown } from '../features/series-page/load-series.ts'
import { seriesJsonLd, seriesMeta } from '../features/series-page/series-meta.ts'

const THING = ['@type', '@context', 'name', 'description', 'url', 'image']
const EVENT = [
  ...THING,
  ...['startDate', 'endDate', 'previousStartDate', 'eventStatus', 'eventAttendanceMode', 'location', 'performer'],
  ...['organizer', 'isAccessibleForFree', 'offers', 'superEvent', 'subEvent'],
]
const PROPERTIES: Record<string, string[]> = {
  Event: EVENT,
  EventSeries: EVENT,
  Place: [...THING, 'address'],
  VirtualLocation: THING,
  Person: THING,
  PerformingGroup: THING,
  Offer: [...THING, 'price', 'priceCurrency', 'availability'],
}
const NEEDED: Record<string, string[]> = {
  Event: ['name', 'startDate', 'location'],
  EventSeries: ['name', 'url'],
  Place: ['name', 'address'],
  Person: ['name'],
  Offer: ['price', 'priceCurrency', 'url'],
}

/** What is wrong with it, the parts of it included. */
function problemsOf(node: unknown, path = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((one, at) => problemsOf(one, `${path}[${at}]`))
  if (typeof node !== 'object' || node === null) return []
  const given = node as Record<string, unknown>
  const type = String(given['@type'])
  const known = PROPERTIES[type]
  if (!known) return [`${path}: ${type} is no type`]
  return [
    ...Object.keys(given).flatMap((name) => (known.includes(name) ? [] : [`${path}: ${type} has no ${name}`])),
    ...(NEEDED[type] ?? []).flatMap((name) => (given[name] === undefined ? [`${path}: ${type} needs ${name}`] : [])),
    ...['startDate', 'endDate'].flatMap((name) =>
      given[name] !== undefined && Number.isNaN(Date.parse(String(given[name]))) ? [`${path}: ${name} is no date`] : [],
    ),
    ...Object.entries(given).flatMap(([name, value]) => problemsOf(value, `${path}.${name}`)),
  ]
}

const date = (id: number, fields: Partial<Event> = {}): Event => ({
  id,
  title: 'Tuesday Session',
  description: 'Tunes for everybody.',
  imageUrl: null,
  venue: 'The Cobblestone, Dublin',
  startTime: `2026-11-${10 + 7 * id}T20:00:00.000Z`,
  endTime: `2026-11-${10 + 7 * id}T23:00:00.000Z`,
  timeZone: 'Europe/Dublin',
  sellingPrice: 0,
  anchorPrice: 0,
  isFreeOfCharge: true,
  isDraft: false,
  status: 'published',
  isVirtual: false,
  capacity: 10,
  ticketsLeft: 10,
  isSoldOut: false,
  artistDescription: null,
  organizerDescription: null,
  creatorId: 1,
  creatorName: 'Nora',
  seriesId: 4,
  seriesText: 'Every Tuesday · 1 more date',
  version: 1,
  ...fields,
})

const series: Series = {
  id: 4,
  title: 'Tuesday Session',
  description: 'Tunes for everybody.',
  ruleText: 'Every Tuesday',
  timeZone: 'Europe/Dublin',
  creatorId: 1,
  creatorName: 'Nora',
  state: 'active',
  standingAllowed: false,
  dates: [date(1), date(2, { status: 'cancelled' })],
}
const settings = {
  features: [],
  imageBase: '/uploads',
  publicUrl: 'https://hooley.example',
  keepsTickets: false,
  currency: 'GBP',
  takesPayments: false,
}
const shown = (fields: Partial<Series> = {}) =>
  toShown({ ...series, ...fields }, { availabilityOf, placesLeft }, new Date('2026-11-01T00:00:00Z'))

test('what the pages of a series and of a date say is known to schema.org', () => {
  const linked = seriesJsonLd(shown(), settings)
  expect(problemsOf(linked)).toEqual([])
  expect(linked.subEvent.map(({ url, eventStatus }) => [url, eventStatus])).toEqual([
    ['https://hooley.example/events/1', 'https://schema.org/EventScheduled'],
    ['https://hooley.example/events/2', 'https://schema.org/EventCancelled'],
  ])
  const ofDate = eventJsonLd(date(1), 'https://hooley.example/events/1', 'https://hooley.example/a.webp')
  expect(problemsOf(ofDate)).toEqual([])
  expect(ofDate.superEvent).toMatchObject({ '@type': 'EventSeries', url: linked.url })
  // The check sees what is wrong.
  expect(problemsOf({ ...linked, eventSchedule: {} })[0]).toContain('EventSeries has no eventSchedule')
  expect(problemsOf({ ...ofDate, startDate: undefined })).toEqual([': Event needs startDate'])
})

test('each date says whether it can be ticked, and why not', () => {
  const { dates } = shown({
    dates: [
      date(1),
      date(2, { status: 'cancelled' }),
      date(1, { isSoldOut: true, ticketsLeft: 0 }),
      date(1, { approval: true }),
      date(1, { admission: 'just-come' }),
      date(1, { bookingClosesAt: '2026-10-01T00:00:00Z' }),
    ],
  })
  expect(dates.map(({ state, canBeTicked }) => [state, canBeTicked])).toEqual([
    ['10 places left', true],
    ['Cancelled', false],
    ['Sold out', true],
    ['Ask for a place', false],
    ['Just come', false],
    ['Booking has closed', false],
  ])
})

test('a series without a picture or a date, and none at all, have a head', () => {
  expect(problemsOf(seriesJsonLd(shown({ dates: [], state: 'ended' }), settings))).toEqual([])
  expect(
    seriesMeta({ askedBy: 'anyone', series: null, problem: 'Series not found', status: 404 }, settings),
  ).toContainEqual({
    name: 'robots',
    content: 'noindex',
  })
})
