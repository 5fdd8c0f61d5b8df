import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SITEMAP } from './cache/tags.ts'
import { soon } from './test-support/soon.ts'
import { openWorld, world as newWorld, type Person, type World } from './test-support/world.ts'

const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

let world: World
let creator: Person
beforeAll(async () => {
  world = await openWorld({ pages: true, env: { EDGE_CACHE: 'on', FEATURES: 'sharing' } })
  creator = await world.person()
  await world.event(creator)
  await world.deps.storage.put('events/poster.webp', Buffer.from('RIFF'), 'image/webp')
})
afterAll(() => world.close())

const headersOf = async (url: string, headers: Record<string, string> = {}) =>
  (await world.app.inject({ url, headers })).headers

describe('a cache in front may keep for a second, and by its keys take back,', () => {
  const kept: [string, string, RegExp][] = [
    ['a page about an event', '/events/1', /^(?=.*\bevent:1\b)(?=.*\bseats:1\b)/],
    ['a list', '/events', /\blists\b/],
    ['the data of a page', '/events/1.data', /\bevent:1\b/],
    ['a feed', '/feeds/events.ics', /\bevent:1\b/],
    ['an embedded page', '/embed/events/1', /\bevent:1\b/],
    ['a creator', '/creators/1', /\bcreator:1\b/],
  ]
  test.each(kept)('%s', async (_name, url, keys) => {
    const headers = await headersOf(url)
    expect(headers['cache-control']).toBe(SHARED)
    expect(headers['surrogate-key']).toMatch(keys)
    expect(headers.vary).toBe('Accept-Encoding')
    // Also the second time, from ready bytes, and where nothing has changed.
    expect(await headersOf(url)).toMatchObject({ 'surrogate-key': headers['surrogate-key'] })
    expect(await headersOf(url, { 'if-none-match': String(headers.etag) })).toMatchObject({ 'cache-control': SHARED })
  })
})

describe('no cache that many share may keep', () => {
  const asset = () => `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.js'))}`
  const bearer = () => ({ authorization: `Bearer ${creator.token}` })
  const never: [string, string, () => Record<string, string>, string][] = [
    ['a page whose address carries a token', '/reset-password?token=secret', () => ({}), 'private, no-cache'],
    ['the page of a link in a mail', '/links/abc', () => ({}), 'private, no-store'],
    ['a page that stands still', '/faq', () => ({}), 'private, no-cache'],
    ['a page that is not there', '/events/999', () => ({}), 'private, no-cache'],
    ['another spelling of a page', '/events/', () => ({}), 'private, no-cache'],
    ['a page for somebody with a cookie', '/events/1', () => ({ cookie: 'a=b' }), 'private, no-store'],
    ['a page for somebody with a token', '/events/1', bearer, 'private, no-store'],
    ['a call', '/api/all-events?limit=5', () => ({}), 'private, no-cache'],
    ['a call with a token', '/api/all-events?limit=5', bearer, 'private, no-store'],
    ['what belongs to somebody', '/api/users/profile', bearer, 'private, no-store'],
    ['an error', '/api/tickets', () => ({}), 'private, no-store'],
    [
      'a picture, which may be deleted',
      '/uploads/events/poster.webp',
      () => ({}),
      'private, max-age=31536000, immutable',
    ],
    ['the metrics', '/metrics', () => ({}), 'private, no-store'],
    ['health', '/api/health', () => ({}), 'private, no-cache'],
  ]
  test.each(never)('%s', async (_name, url, headers, cacheControl) => {
    const answer = await headersOf(url, headers())
    expect(answer['cache-control']).toBe(cacheControl)
    expect(answer).not.toHaveProperty('surrogate-key')
  })

  test('but a file that is named by its content', async () => {
    expect(await headersOf(asset())).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
  })
})

test('without a cache in front answers are as they were', async () => {
  const { app, event, person } = await newWorld({ pages: true })
  await event(await person())
  for (const url of ['/events/1', '/api/all-events?limit=5']) {
    const { headers } = await app.inject({ url })
    expect(headers['cache-control']).toBe('public, no-cache')
    expect(headers).not.toHaveProperty('surrogate-key')
  }
  const { headers } = await app.inject({ url: '/events/1', headers: { cookie: 'a=b' } })
  expect(headers['cache-control']).toBe('public, no-cache')
})

/** A cache that keeps nothing, and writes down what it is told. */
async function standInCache(onPurge: (request: IncomingMessage) => Promise<number> | number) {
  const server = createServer((request, response) => {
    // Told by every instance that begins to listen, at times before the test can go on.
    const isAboutSitemap = request.headers['surrogate-key'] === SITEMAP
    const answer = isAboutSitemap ? 200 : onPurge(request)
    void Promise.resolve(answer).then((status) => response.writeHead(status).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const eventText = (title: string) => ({
  ...{
    title,
    description: 'New.',
    venue: 'Cork',
    capacity: 10,
    isDraft: false,
    isFreeOfCharge: true,
    isVirtual: false,
  },
  ...{ startTime: '2099-01-01T10:00:00Z', endTime: '2099-01-01T12:00:00Z' },
})

async function edited(onPurge: (app: World['app'], request: IncomingMessage) => Promise<number> | number) {
  const url = await standInCache((request) => onPurge(opened.app, request))
  const opened = await newWorld({ pages: true, env: { EDGE_CACHE: 'on', EDGE_PURGE_URL: url } })
  const owner = await opened.person()
  await opened.event(owner)
  await opened.app.inject({ url: '/events/1' })
  await owner.api.events.update({ params: { eventId: 1 }, body: eventText('Changed') })
  return opened
}

test('an edit tells the cache to drop what shows the event, once we no longer have the old page ourselves', async () => {
  const told: { method?: string; keys?: string | string[]; isNew: boolean }[] = []
  await edited(async (app, { method, headers }) => {
    const { body } = await app.inject({ url: '/events/1' })
    told.push({ method, keys: headers['surrogate-key'], isNew: body.includes('Changed') })
    return 200
  })
  await soon(() => expect(told).toEqual([{ method: 'PURGE', keys: 'event:1', isNew: true }]))
})

test('a cache that fails is told again, and counted when it never listens', async () => {
  let asked = 0
  const { deps } = await edited(() => (++asked < 3 ? 503 : 200))
  const purges = () => deps.metrics.registry.getSingleMetricAsString('hooley_edge_purges_total')
  await soon(() => expect(asked).toBe(3))
  await soon(async () => expect(await purges()).toContain('{result="done"}'))
  expect(await purges()).not.toContain('{result="failed"}')

  const { deps: others } = await edited(() => 405)
  const failed = () => others.metrics.registry.getSingleMetricAsString('hooley_edge_purges_total')
  await soon(async () => expect(await failed()).toContain('{result="failed"} 1'))
})

test('a booking purges nothing: its count is a second old at most', async () => {
  const told: unknown[] = []
  const url = await standInCache((request) => {
    told.push(request.headers['surrogate-key'])
    return 200
  })
  const { event, person, deps } = await newWorld({ env: { EDGE_CACHE: 'on', EDGE_PURGE_URL: url } })
  const [owner, guest] = [await person(), await person()]
  await event(owner)
  const heard: string[] = []
  deps.changes.onChange((tags) => heard.push(...tags))
  await guest.api.tickets.book({ body: { eventId: 1, numberOfTickets: 1 } })
  await soon(() => expect(heard).toContain('seats:1'))
  await new Promise(setImmediate)
  expect(told).toEqual([])
})
