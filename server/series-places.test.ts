// Every address that shows events, and how it shows a series. The list of addresses is that of public-addresses.ts, so a
// new page, call or route has to say here what it does with twelve dates.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../contract/features.ts'
import { shareCardPath } from '../contract/share-card.ts'
import { featuredEvents } from './db/schema/featured.ts'
import { popularEvents } from './db/schema/popular.ts'
import type { Subject } from './test-support/module-rows.ts'
import { CALLS, PAGES, ROUTES } from './test-support/public-addresses.ts'
import { event, weekly } from './test-support/weekly-series.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

const TITLE = 'Zephyrquarry Ceilidh'
const DAY = 86_400_000

/**
 * every: all of its dates, or as many as are asked for; once: one date for all of them; own: the date that was asked for or
 * chosen by itself; title: its title once; picture: nothing to read.
 */
type Shows = 'every' | 'once' | 'own' | 'title' | 'picture'

const PLACES: Record<string, Shows> = {
  'GET /all-events': 'every',
  'GET /all-events/typeahead': 'title',
  'GET /all-events/{eventId}': 'own',
  'GET /all-events/{eventId}/calendar.ics': 'own',
  'GET /popular-events': 'once',
  'GET /featured-events': 'own',
  'GET /recommended-events': 'once',
  'GET /creators/{creatorId}': 'once',
  'GET /series/{seriesId}': 'every',
  'GET /oembed': 'own',
  'GET /favourites': 'own',
  '': 'once',
  events: 'once',
  'upcoming-events': 'once',
  'popular-events': 'once',
  featured: 'own',
  'events/:eventId': 'own',
  'creators/:creatorId': 'once',
  'series/:seriesId': 'every',
  '/feeds/events.:format': 'every',
  '/feeds/creators/:file': 'every',
  '/feeds/series/:file': 'every',
  '/sitemap.xml': 'every',
  '/sitemap-:part(^[1-9]\\d{0,5}$).xml': 'every',
  '/embed/events/:id': 'own',
  '/embed/creators/:id': 'once',
  '/images/events/card-:file': 'picture',
  '/uploads/*': 'picture',
}

let w: World
let creator: Person
let subject: Subject
let ids: number[]

beforeAll(async () => {
  w = await openWorld({ pages: true, config: { features: new Set(FEATURE_NAMES), demo: false } })
  creator = await w.person({ publicName: 'Zephyr Events', emailConfirmedAt: new Date() })
  const day = new Date(Date.now() + DAY).toISOString().slice(0, 10)
  const weekday = ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
  const body = event({
    title: TITLE,
    town: 'Dublin',
    categories: ['music'],
    startTime: `${day}T20:00`,
    endTime: `${day}T23:00`,
  })
  const series = await creator.api.series.create({
    body: weekly({ event: body, rule: { unit: 'week', every: 1, weekdays: [weekday] } }),
  })
  ids = series.dates.map(({ id }) => id)
  const [eventId = 0] = ids
  await w.deps.db.insert(featuredEvents).values({ eventId, place: 1 })
  await w.deps.db.insert(popularEvents).values(ids.map((id, at) => ({ eventId: id, place: at + 1, score: 2 })))
  const fan = await w.person()
  await fan.api.favourites.save({ params: { eventId } })
  subject = {
    eventId,
    creatorId: creator.id,
    seriesId: series.id,
    cardPath: shareCardPath(await w.visitor.events.get({ params: { eventId } })),
    pictureKey: 'events/none.jpg',
    fanToken: fan.token,
    memberToken: (await w.person()).token,
  }
})
afterAll(() => w.close())

const shown = Object.entries({ ...CALLS, ...PAGES, ...ROUTES }).flatMap(([name, named]) =>
  typeof named === 'string' ? [] : [[name, [named].flat()] as const],
)

/** Which of its dates are in it, by address, number or UID. */
const datesIn = (body: string) =>
  ids.filter((id) => new RegExp(`/events/${id}(?!\\d)|"id":${id}(?!\\d)|event-${id}@`).test(body))

function expectedAt(shows: Shows, url: string): number {
  if (shows !== 'every') return 1
  if (/ids=|when=tomorrow/.test(url)) return 1
  const [, limit = ids.length] = /limit=(\d+)/.exec(url) ?? []
  return Math.min(Number(limit), ids.length)
}

test('every address that shows events says how it shows a series', () => {
  expect(Object.keys(PLACES).toSorted()).toEqual(shown.map(([name]) => name).toSorted())
})

test.each(shown)('%s', async (name, ways) => {
  const shows = PLACES[name] as Shows
  for (const way of shows === 'picture' ? [] : ways) {
    const { url, token } = way(subject)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { statusCode, body } = await w.app.inject({ url, headers })
    const found = shows === 'title' ? body.split(TITLE).length - 1 : datesIn(body).length
    expect([url, statusCode, found]).toEqual([url, 200, expectedAt(shows, url)])
    if (shows === 'once')
      expect([url, body]).toEqual([url, expect.stringMatching(/moreDates":11|and (<!-- -->)?11 more dates/)])
  }
})

test('to those who run it a date is an event like any other, and a copy of it is no date', async () => {
  const params = { eventId: ids[2]! }
  const copy = await creator.api.events.duplicate({ params })
  expect(copy.seriesId).toBeUndefined()
  for (const part of ['insights', 'guests', 'history', 'team', 'door-links', 'messages', 'requests'])
    expect([
      part,
      (
        await w.app.inject({
          url: `/api/events/${params.eventId}/${part}`,
          headers: { authorization: `Bearer ${creator.token}` },
        })
      ).statusCode,
    ]).toEqual([part, 200])
})
