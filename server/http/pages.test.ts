import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openWorld, world as newWorld, type Person, type World } from '../test-support/world.ts'
import { sha256 } from './security.ts'

let w: World
let creator: Person
let eventId: number
beforeAll(async () => {
  w = await openWorld({ pages: true })
  creator = await w.person()
  eventId = (await w.event(creator, { title: 'Harbour Ceilidh' })).id
})
afterAll(() => w.close())
afterEach(() => void vi.restoreAllMocks())

const ask = (url: string, app = w.app) => app.inject({ url })

describe('a page has one spelling', () => {
  test.each([
    ['/eVents/', '/events'],
    ['//events', '/events'],
    ['/About', '/about'],
    ['/events/?cursor=x&fbclid=1', '/events?cursor=x&fbclid=1'],
    ['/auth/google/callback/?code=a&state=b', '/auth/google/callback?code=a&state=b'],
    ['/Auth/Callback/', '/auth/callback'],
  ])('%s leads to %s', async (url, to) => {
    const response = await ask(url)
    expect(response.statusCode).toBe(308)
    expect(response.headers).toMatchObject({ location: to, 'cache-control': 'no-cache' })
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test('an event too', async () => {
    for (const other of [`/eVents/${eventId}`, `/events/${eventId}/`, `/events/00${eventId}`]) {
      expect((await ask(other)).headers.location).toBe(`/events/${eventId}`)
    }
    expect((await ask(`/events/${eventId}`)).statusCode).toBe(200)
  })
})

test('a page is rendered with the parts of the query that it declares, and with no others', async () => {
  const { app, person, event } = await newWorld({ pages: true })
  const someone = await person()
  for (let n = 0; n < 30; n++) await event(someone, { title: `Night ${n}` })
  const [first] = /\?cursor=[\w.-]+|name="cursor" value="[^"]+"/.exec((await ask('/events', app)).body) ?? []
  const cursor = /[\w-]+(\.[\w-]+)+/.exec(first ?? '')?.[0]
  expect(cursor).toBeTruthy()
  const [plain, next, odd] = await Promise.all(
    ['/events', `/events?cursor=${cursor}`, '/events?q=x&when=past'].map((url) => ask(url, app)),
  )
  expect(next?.headers.etag).not.toBe(plain?.headers.etag)
  expect(odd?.headers.etag).toBe(plain?.headers.etag)
})

describe('addresses without a page cost little', () => {
  test('they all share one page, which is rendered once and kept', async () => {
    const answers = await Promise.all(['/nothing', '/no/thing', '/events/1/2/3'].map((url) => ask(url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(answers[0]?.body).toContain('404 Page Not Found')
    expect(answers[0]?.body).not.toContain('canonical')
  })

  test('events that do not exist share one, which says what it always said', async () => {
    const answers = await Promise.all(['/events/99999', '/events/99998', '/events/abc'].map((url) => ask(url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(answers[0]?.body).toContain('<h1>Event not found</h1>')
    expect(answers[0]?.body).not.toContain('99999')
  })

  test('a draft that is published is found again, and an event that was there is not missed', async () => {
    const draft = await w.event(creator, { status: 'draft', title: 'Later' })
    expect((await ask(`/events/${draft.id}`)).statusCode).toBe(404)
    const body = { title: 'Later', description: 'd', venue: 'v', capacity: '4', isDraft: false, isFreeOfCharge: true }
    const times = { startTime: '2099-05-01T20:00', endTime: '2099-05-01T23:00' }
    await creator.api.events.update({ params: { eventId: draft.id }, body: { ...body, ...times } })
    expect((await ask(`/events/${draft.id}`)).body).toContain('Later')
  })

  test('pages of members are the same bytes for every event', async () => {
    const [one, two] = [await ask('/events/1/edit'), await ask('/events/2/edit')]
    expect(one.statusCode).toBe(200)
    expect(two.headers.etag).toBe(one.headers.etag)
    const { app } = await newWorld({ pages: true })
    expect((await ask('/events/2/edit', app)).headers.etag).toBe(one.headers.etag)
    expect((await ask('/auth/callback/x')).headers.etag).toBe((await ask('/auth/callback/y/z')).headers.etag)
    expect((await ask('/auth/callback-x')).statusCode).toBe(200)
    expect((await ask('/auth/something')).statusCode).toBe(404)
  })

  test('events that do not exist are counted for an address, other pages are not', async () => {
    const { app, deps, person, event } = await newWorld({ pages: true, env: { RATE_LIMITS: 'on' } })
    const { id } = await event(await person())
    const used = () => deps.limits.used('everythingElse', '127.0.0.1')
    for (const url of ['/', '/nothing', `/events/${id}`, '/about']) await ask(url, app)
    expect(await used()).toBe(0)
    await ask('/events/99999', app)
    expect(await used()).toBe(1)
    await ask('/sitemap.xml', app)
    await ask('/sitemap.xml', app)
    expect(await used()).toBe(2)
  })
})

const takeAway = ({ deps }: World) => {
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const spy = vi.spyOn(deps.db.$client, 'query').mockRejectedValue(gone)
  onTestFinished(() => spy.mockRestore())
  return spy
}

describe('while the database is away', () => {
  test('a page that nobody has asked for yet is 503 with Retry-After, and is not kept', async () => {
    const world = await newWorld({ pages: true })
    const spy = takeAway(world)
    for (const url of ['/', '/events', '/upcoming-events', '/events/1', '/events.data']) {
      const response = await ask(url, world.app)
      expect([url, response.statusCode]).toEqual([url, 503])
      expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    }
    expect((await ask('/about', world.app)).statusCode).toBe(200)
    spy.mockRestore()
    expect((await ask('/', world.app)).statusCode).toBe(200)
  })

  test('pages and lists are shown as they were, marked and counted, but nothing that was changed', async () => {
    const world = await newWorld({ pages: true })
    const someone = await world.person()
    const kept = await world.event(someone, { title: 'Stays' })
    const changed = await world.event(someone, { title: 'Changes' })
    const urls = [`/events/${kept.id}`, `/api/all-events/${kept.id}`, '/api/all-events?limit=1']
    const gone = [`/events/${changed.id}`, `/api/all-events/${changed.id}`, '/', '/events', '/api/all-events?limit=2']
    for (const url of [...urls, ...gone]) expect((await ask(url, world.app)).statusCode).toBe(200)
    takeAway(world)
    world.deps.changes.counted(kept.id)
    world.deps.changes.changed(changed.id)
    await expect.poll(async () => (await ask(urls[0] ?? '', world.app)).headers['x-hooley-stale']).toBe('1')
    const lists = await ask('/api/all-events?limit=1', world.app)
    expect(lists.headers).toMatchObject({ 'x-hooley-stale': '1', 'cache-control': 'no-store' })
    expect(lists.body).toContain('Stays')
    for (const url of gone) expect([url, (await ask(url, world.app)).statusCode]).toEqual([url, 503])
    const metrics = await world.deps.metrics.registry.getSingleMetricAsString('hooley_stale_answers_total')
    expect(Number(metrics.split(' ').at(-1))).toBeGreaterThanOrEqual(2)
  })
})

test('a seat that is sold costs the lists of JSON, and neither the pages of lists nor other events', async () => {
  const world = await newWorld({ pages: true })
  const someone = await world.person()
  const [sold, other] = [await world.event(someone), await world.event(someone)]
  const outdated = [`/events/${sold.id}`, `/api/all-events/${sold.id}`, '/api/all-events?limit=5']
  const fresh = ['/', '/events', `/events/${other.id}`, `/api/all-events/${other.id}`]
  for (const url of [...outdated, ...fresh]) await ask(url, world.app)
  takeAway(world)
  world.deps.changes.counted(sold.id)
  for (const url of outdated) {
    await expect.poll(async () => (await ask(url, world.app)).headers['x-hooley-stale']).toBe('1')
  }
  for (const url of fresh) expect((await ask(url, world.app)).headers).not.toHaveProperty('x-hooley-stale')
})

test('every inline script of a page that runs is allowed by its hash, and nothing else is', async () => {
  for (const url of ['/', '/events', `/events/${eventId}`, '/nothing', '/api/docs']) {
    const { body, headers } = await ask(url)
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)]
    const allowed = String(headers['content-security-policy'])
      .split('; ')
      .find((directive) => directive.startsWith('script-src'))
    const hashes = [...new Set(inline.map(([, text]) => sha256(text ?? '')))]
    expect(allowed?.split(' ').slice(2).sort()).toEqual(hashes.sort())
    expect(body).not.toContain('nonce')
  }
})

describe('what has become of an event', () => {
  test('a cancelled one says so, to people and to search engines', async () => {
    const event = await w.event(creator, { title: 'Called Off' })
    const path = `/events/${event.id}`
    expect((await ask(path)).body).not.toContain('This event has been cancelled.')
    await creator.api.events.cancel({ params: { eventId: event.id }, body: {} })
    const page = await ask(path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('This event has been cancelled.')
    expect(page.body).toContain('https://schema.org/EventCancelled')
    expect(page.body).toContain('CANCELLED')
  })

  test('a postponed one and a past one stay as well, and say so', async () => {
    const postponed = await w.event(creator)
    await creator.api.events.postpone({ params: { eventId: postponed.id }, body: {} })
    const past = await w.event(creator, { startTime: new Date(Date.now() - 10 * 86_400_000) })
    const pages = await Promise.all([postponed, past].map(({ id }) => ask(`/events/${id}`)))
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(pages[0]?.body).toContain('This event has been postponed.')
    expect(pages[1]?.body).toContain('This event has ended.')
  })

  test('a hidden one is gone for everybody but those who run it', async () => {
    const manager = await w.person()
    const event = await w.event(creator, { hiddenAt: new Date(), managerIds: [manager.id] })
    expect((await ask(`/events/${event.id}`)).statusCode).toBe(410)
    const params = { eventId: event.id }
    await expect(w.visitor.events.get({ params })).rejects.toMatchObject({ status: 404, message: 'Event not found' })
    for (const { api } of [creator, manager]) expect(await api.events.get({ params })).toMatchObject({ id: event.id })
  })

  test('a deleted one is gone', async () => {
    const event = await w.event(creator)
    const path = `/events/${event.id}`
    expect((await ask(path)).statusCode).toBe(200)
    await creator.api.events.remove({ params: { eventId: event.id } })
    expect((await ask(path)).statusCode).toBe(410)
    expect((await ask(`/events/${event.id + 1}`)).statusCode).toBe(404)
  })
})

test.each(['links', 'places'])(
  'a page below /%s is stored nowhere, told to no other site, and knows no token',
  async (folder) => {
    const [one, other] = await Promise.all(['secret-one', 'secret-two'].map((token) => ask(`/${folder}/${token}`)))
    expect(one?.statusCode).toBe(200)
    expect(one?.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(one?.body).toBe(other?.body)
    expect(one?.body).not.toContain('secret')
    expect(one?.body).toMatch(/<meta name="robots" content="noindex"/)
  },
)
