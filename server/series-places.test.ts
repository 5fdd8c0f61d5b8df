// Every address that shows events, and how it shows a series. The list of addresses is that of public-addresses.ts, so a
// new page, call or route has to say here what it does with twelve dates. And every call that changes an event, and how far
// that reaches.
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '../contract/api.ts'
import type { EventBodyInput } from '../contract/event-body.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { shareCardPath } from '../contract/share-card.ts'
import { events } from './db/schema/events.ts'
import { featuredEvents } from './db/schema/featured.ts'
import { jobs } from './db/schema/jobs.ts'
import { popularEvents } from './db/schema/popular.ts'
import { scoreEvents } from './modules/moderation/score.ts'
import { createSeries, series as seriesModule } from './modules/series/module.ts'
import { SCORE_JOB } from './screening/review.ts'
import type { Subject } from './test-support/module-rows.ts'
import { CALLS, PAGES, ROUTES } from './test-support/public-addresses.ts'
import { ask } from './test-support/survey-scene.ts'
import { event, weekly } from './test-support/weekly-series.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

const TITLE = 'Zephyrquarry Ceilidh'
const DAY = 86_400_000

/**
 * every: all of its dates, or as many as are asked for; once: one date for all of them; own: the date that was asked for or
 * chosen by itself; title: its title once; picture: nothing that names a date.
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
  'GET /events/{eventId}/price': 'picture',
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
  '/events/:id/poster': 'own',
  '/events/:id/poster/:source': 'own',
  '/images/events/card-:file': 'picture',
  '/uploads/*': 'picture',
}

let w: World
let creator: Person
let subject: Subject
let ids: number[]

function weeklyFromTomorrow(fields: Partial<EventBodyInput> = {}) {
  const day = new Date(Date.now() + DAY).toISOString().slice(0, 10)
  const weekday = ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
  const times = { startTime: `${day}T20:00`, endTime: `${day}T23:00` }
  const body = event({ title: TITLE, town: 'Dublin', categories: ['music'], ...times, ...fields })
  return weekly({ event: body, rule: { unit: 'week', every: 1, weekdays: [weekday] } })
}

beforeAll(async () => {
  w = await openWorld({ pages: true, config: { features: new Set(FEATURE_NAMES), demo: false } })
  creator = await w.person({ publicName: 'Zephyr Events', emailConfirmedAt: new Date() })
  const series = await creator.api.series.create({ body: weeklyFromTomorrow() })
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

/** Everything that is stored of these events. */
async function storedOf(eventIds: number[]): Promise<string[]> {
  const { rows: tables } = await w.deps.db.execute<{ table: string }>(sql`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'event_id' and table_name <> 'event_scores'`)
  const all = [{ table: 'events', column: 'id' }, ...tables.map(({ table }) => ({ table, column: 'event_id' }))]
  const stored = await Promise.all(
    all.map(({ table, column }) =>
      w.deps.db.execute<{ line: string }>(sql`
        select ${table} || ' ' || to_jsonb(t) as line from ${sql.identifier(table)} t
        where ${sql.identifier(column)} = any (${sql.param(eventIds)}::int[])`),
    ),
  )
  return stored.flatMap(({ rows }) => rows.map(({ line }) => line)).toSorted()
}

interface Acting {
  api: Person['api']
  params: { eventId: number }
  manager: Person
  guest: Person
  /** A date that nobody has booked. */
  another: number
}

/** How far it reaches; a seat: of one event, whose row is locked (modules/series/histories.test.ts). */
type Reach = 'a seat' | 'nothing' | 'refused' | ['this date' | 'all dates', (at: Acting) => Promise<unknown>]

/** In this order, all at one date. */
const ACTS: Record<string, Reach> = {
  'PUT /events/{eventId}/booking-questions': [
    'this date',
    ({ api, params }) =>
      api.bookingQuestions.put({ params, body: { questions: [{ kind: 'yes-no', label: 'A fiddle?' }] } }),
  ],
  'PUT /events/{eventId}/emails/{kind}': [
    'this date',
    ({ api, params }) =>
      api.eventEmails.set({ params: { ...params, kind: 'thanks' }, body: { enabled: true, subject: 'A', text: 'B' } }),
  ],
  'PUT /events/{eventId}/posts/{network}': [
    'this date',
    ({ api, params }) =>
      api.socialPosts.set({ params: { ...params, network: 'twitter' }, body: { text: 'Come', at: '' } }),
  ],
  'PUT /events/{eventId}/surveys/{kind}': [
    'this date',
    ({ api, params }) =>
      api.surveys.set({
        params: { ...params, kind: 'feedback' },
        body: { enabled: true, anonymous: true, sends: true, questions: [ask('text', 'How?')] },
      }),
  ],
  'POST /events/{eventId}/questions': [
    'this date',
    async ({ params, guest }) => {
      await guest.api.questions.ask({ params, body: { text: 'Is there a step?' } })
      await guest.api.tickets.book({ body: { ...params, numberOfTickets: 2 } })
    },
  ],
  'POST /events/{eventId}/messages': [
    'this date',
    ({ api, params }) => api.guestMessages.send({ params, body: { to: 'all', subject: 'A', text: 'Bring a cup.' } }),
  ],
  'POST /events/{eventId}/door-links': [
    'this date',
    ({ api, params }) => api.door.createLink({ params, body: { name: 'Side door' } }),
  ],
  'DELETE /events/{eventId}/door-links/{linkId}': [
    'this date',
    async ({ api, params }) => {
      const [link] = await api.door.listLinks({ params })
      await api.door.revokeLink({ params: { ...params, linkId: link!.id } })
    },
  ],
  'POST /events/{eventId}/team': [
    'this date',
    ({ api, params, guest }) => api.team.invite({ params, body: { email: guest.email } }),
  ],
  'DELETE /events/{eventId}/team/invitations': [
    'this date',
    ({ api, params, guest }) => api.team.withdrawInvitation({ params, query: { email: guest.email } }),
  ],
  // Who runs a date runs the series.
  'DELETE /events/{eventId}/team/{userId}': [
    'all dates',
    ({ api, params, manager }) => api.team.leave({ params: { ...params, userId: manager.id } }),
  ],
  'PUT /events/{eventId}': [
    'this date',
    async ({ api, params }) => {
      const { startTime, endTime } = await api.events.get({ params })
      const body = { ...event({ title: TITLE }), startTime, endTime, visibility: 'unlisted', approval: true } as const
      await api.events.update({ params, body })
    },
  ],
  'POST /events/{eventId}/new-link': ['this date', ({ api, params }) => api.events.renewLink({ params })],
  'POST /events/{eventId}/postpone': ['this date', ({ api, params }) => api.events.postpone({ params, body: {} })],
  'POST /events/{eventId}/reinstate': ['this date', ({ api, params }) => api.events.reinstate({ params, body: {} })],
  'POST /events/{eventId}/cancel': ['this date', ({ api, params }) => api.events.cancel({ params, body: {} })],
  'POST /events/{eventId}/duplicate': [
    'this date',
    async ({ api, params }) => expect((await api.events.duplicate({ params })).seriesId).toBeUndefined(),
  ],
  'DELETE /events/{eventId}': [
    'this date',
    async ({ api, params, another }) => {
      await expect(api.events.remove({ params })).rejects.toMatchObject({ code: 'booked_cannot_be_deleted' })
      await api.events.remove({ params: { eventId: another } })
    },
  ],
  'POST /events/{eventId}/impact': 'nothing',
  'POST /events/{eventId}/emails/{kind}/preview': 'nothing',
  'POST /events/{eventId}/emails/{kind}/test': 'nothing',
  'POST /events/{eventId}/handover': 'refused',
  'DELETE /events/{eventId}/handover': 'nothing',
  'POST /events/{eventId}/guests': 'a seat',
  'DELETE /events/{eventId}/guests/{ticketId}': 'a seat',
  'POST /events/{eventId}/imports': 'a seat',
  'DELETE /events/{eventId}/imports/{importId}': 'a seat',
  'POST /events/{eventId}/requests/mine': 'a seat',
  'DELETE /events/{eventId}/requests/mine': 'a seat',
  'POST /events/{eventId}/requests/decide': 'a seat',
  'PUT /events/{eventId}/ballot': 'refused',
  'DELETE /events/{eventId}/ballot': 'nothing',
  'POST /events/{eventId}/ballot/entry': 'nothing',
  'DELETE /events/{eventId}/ballot/entry': 'nothing',
  'POST /events/{eventId}/ballot/number': 'nothing',
  'PUT /events/{eventId}/price': [
    'this date',
    ({ api, params }) =>
      api.orders.setPrice({
        params,
        body: { unitPrice: null, vatRate: null, payBy: [], refundDays: null, transferTo: null },
      }),
  ],
  'POST /events/{eventId}/orders': 'a seat',
  'POST /events/{eventId}/orders/{orderId}/paid': 'nothing',
  'POST /events/{eventId}/orders/{orderId}/refunded': 'nothing',
  'POST /events/{eventId}/waiting-list': 'a seat',
  'PUT /events/{eventId}/waiting-list': 'a seat',
  'DELETE /events/{eventId}/waiting-list': 'a seat',
  'POST /events/{eventId}/waiting-list/accept': 'a seat',
  'POST /events/{eventId}/waiting-list/decline': 'a seat',
  'POST /events/{eventId}/waiting-list/resume': 'a seat',
}

const changing = Object.values(api)
  .flatMap((noun) => Object.values(noun) as { method: string; path: string }[])
  .filter(({ method, path }) => method !== 'GET' && path.startsWith('/events/{eventId}'))
  .map(({ method, path }) => `${method} ${path}`)

test('every call that changes an event says whether it reaches the other dates of its series', () => {
  expect(Object.keys(ACTS).toSorted()).toEqual(changing.toSorted())
})

test('what is done to one date leaves all others as they are, except who runs them', async () => {
  const [params, another] = [{ eventId: ids[2]! }, ids.at(-1)!]
  const others = ids.filter((id) => id !== params.eventId && id !== another)
  const [manager, guest] = [await w.person(), await w.person({ emailConfirmedAt: new Date() })]
  await w.deps.db
    .update(events)
    .set({ managerIds: [manager.id] })
    .where(inArray(events.id, ids))
  for (const [name, reach] of Object.entries(ACTS)) {
    if (typeof reach === 'string') continue
    const [how, act] = reach
    const [before, own] = [await storedOf(others), await storedOf([params.eventId])]
    await act({ api: creator.api, params, manager, guest, another })
    const after = await storedOf(others)
    const changed = [
      ...before.filter((line) => !after.includes(line)),
      ...after.filter((line) => !before.includes(line)),
    ]
    if (how === 'this date') expect([name, changed]).toEqual([name, []])
    else expect(changed.length, name).toBeGreaterThanOrEqual(others.length)
    if (!/duplicate|DELETE .events.{eventId}$/.test(name))
      expect(await storedOf([params.eventId]), name).not.toEqual(own)
  }
  const insights = (eventId: number) => creator.api.insights.get({ params: { eventId } })
  expect([(await insights(params.eventId)).sold, (await insights(ids[3]!)).sold]).toEqual([2, 0])
  for (const part of ['guests', 'history', 'team', 'door-links', 'messages', 'requests']) {
    const url = `/api/events/${params.eventId}/${part}`
    const { statusCode } = await w.app.inject({ url, headers: { authorization: `Bearer ${creator.token}` } })
    expect([part, statusCode]).toEqual([part, 200])
  }
})

test('screening takes a series for one event of that hour, and looks once at what is written for all of its dates', async () => {
  const nora = await w.person()
  const { db } = w.deps
  const looks = () => db.select().from(jobs).where(eq(jobs.kind, SCORE_JOB))
  await db.delete(jobs)
  const series = await nora.api.series.create({ body: weeklyFromTomorrow({ title: 'Tunes on the quay' }) })
  const dates = series.dates.map(({ id }) => id)
  expect(dates.length).toBeGreaterThan(6)
  expect(await looks()).toHaveLength(1)
  const rules = async () => {
    const scores = await scoreEvents(db, dates, new Date())
    return new Set([...scores.values()].flatMap(({ reasons }) => reasons.map(({ rule }) => rule)))
  }
  expect(await rules()).not.toContain('many-an-hour')
  await db.delete(jobs)
  const { startTime, endTime } = series.dates[4]!
  await nora.api.events.update({
    params: { eventId: dates[4]! },
    body: event({ title: 'Guest night', startTime, endTime }),
  })
  expect((await looks()).map(({ payload }) => (payload as { eventId: number }).eventId)).toEqual([dates[4]])
  for (let n = 0; n < 6; n++) await w.event(nora)
  expect(await rules()).toContain('many-an-hour')
})

test('a new account makes five series a day, each of which counts as one event', async () => {
  const taken = vi.spyOn(w.deps.limits, 'take')
  const nora = await w.person()
  const config = { ...w.deps.config, rateLimits: true }
  const user = { id: nora.id }
  const body = api.series.create.body!.parse(weeklyFromTomorrow({ title: 'Tunes on the quay' }))
  for (let n = 0; n < 2; n++) await createSeries({ ...w.deps, config }, user, body)
  const counted = taken.mock.calls.filter(([, key]) => key === nora.id).map(([name]) => name)
  expect(counted).toEqual(['createEventWhenNew', 'createSeriesWhenNew', 'createEventWhenNew', 'createSeriesWhenNew'])
  expect(seriesModule.limits).toMatchObject({ createSeriesWhenNew: { points: 5, seconds: 86_400 } })
  taken.mockRestore()
})
