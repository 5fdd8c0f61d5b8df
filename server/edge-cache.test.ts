import type { AddressInfo } from 'node:net'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a cache in front may keep for a second', () => {
  const kept: [string, string][] = [
    ['a page about an event', '/events/1'],
    ['a list', '/events'],
    ['the data of a page', '/events/1.data'],
    ['a feed', '/feeds/events.ics'],
    ['an embedded page', '/embed/events/1'],
    ['a poster to print', '/events/1/poster'],
    ['a creator', '/creators/1'],
  ]
  test.each(kept)('%s', async (_name, url) => {
    const headers = await headersOf(url)
    expect(headers['cache-control']).toBe(SHARED)
    expect(headers.vary).toBe('Accept-Encoding')
    // Also the second time, from ready bytes, and where nothing has changed.
    expect(await headersOf(url)).toMatchObject({ 'cache-control': SHARED })
    expect(await headersOf(url, { 'if-none-match': String(headers.etag) })).toMatchObject({ 'cache-control': SHARED })
  })
})

describe('no cache that many share may keep', () => {
  const asset = () => `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.js'))}`
  const bearer = () => ({ authorization: `Bearer ${creator.token}` })
  const never: [string, string, () => Record<string, string>, string][] = [
    ['a page whose address carries a token', '/reset-password?token=secret', () => ({}), 'private, no-cache'],
    ['the page of a link in a mail', '/links/abc', () => ({}), 'private, no-store'],
    ['a static page', '/faq', () => ({}), 'private, no-cache'],
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
  })

  test('but a file that is named by its content', async () => {
    expect(await headersOf(asset())).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
  })
})

test('nor ready bytes at the front door, for somebody with a cookie or a token', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const cacheControl = async (headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${port}/events/1`, { headers })).headers.get('cache-control')
  expect(await cacheControl()).toBe(SHARED)
  expect(await cacheControl()).toBe(SHARED)
  expect(await cacheControl({ cookie: 'a=b' })).toBe('private, no-store')
  expect(await cacheControl({ authorization: `Bearer ${creator.token}` })).toBe('private, no-store')
})

test('without a cache in front answers are as they were', async () => {
  const { app, event, person } = await newWorld({ pages: true })
  await event(await person())
  for (const url of ['/events/1', '/api/all-events?limit=5']) {
    const { headers } = await app.inject({ url })
    expect(headers['cache-control']).toBe('public, no-cache')
  }
  const { headers } = await app.inject({ url: '/events/1', headers: { cookie: 'a=b' } })
  expect(headers['cache-control']).toBe('public, no-cache')
})
