// No request may hold the thread, whatever is in its address, headers or body: work grows with its length, not with
// the square of it. Injected, so that nothing is refused for its length alone.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from './test-support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ pages: true })
  await world.event(await world.person())
})
afterAll(() => world.close())

const ODD = ['/', '.', '../', '%', '%20', '%2F', '%E2%80%AE', ',', ';', '"', '=', '&', 'a', 'aB', '0', '@', '-', '\\']

/** CPU time of this process: others on the machine do not count. */
async function cpuMs(request: InjectOptions) {
  const before = process.cpuUsage()
  const { statusCode } = await world.app.inject(request)
  expect(statusCode).toBeLessThan(500)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

// Four times the length takes 4 times the work when it is linear, 16 times when it is quadratic. Below the floor nobody
// is kept waiting, and what is measured is noise.
const MAX_GROWTH = 10
const FLOOR_MS = 60

async function growsTooFast(short: InjectOptions, long: InjectOptions) {
  let [shortMs, longMs] = [Infinity, Infinity]
  // A disturbed measurement is repeated; what is quadratic stays so.
  for (let n = 0; n < 5; n++) {
    longMs = Math.min(longMs, await cpuMs(long))
    if (longMs < FLOOR_MS) return null
    shortMs = Math.min(shortMs, await cpuMs(short))
  }
  return longMs > MAX_GROWTH * shortMs ? `${shortMs} ms, four times as long ${longMs} ms` : null
}

const filled = (odd: string, length: number) => `${odd.repeat(length / odd.length)}x`

const ADDRESSES = [
  ...[
    '/',
    '/events/',
    '/events/1/',
    '/auth/',
    '/auth/callback/',
    '/assets/',
    '/uploads/events/',
    '/sitemap-',
    '/outbox/',
  ],
  ...['/api/', '/api/all-events/', '/api/s3/upload/', '/?', '/?x=', '/events?cursor=', '/_.data?_routes='],
  ...['/api/all-events?limit=1&q=', '/api/all-events?near=', '/api/all-events?ids=', '/api/all-events?cursor='],
  ...['/api/all-events/typeahead?q=', '/api/geo/city?lat=', '/api/auth/google/callback?state='],
]

describe('however long, a request is dealt with in time that grows with its length', () => {
  test.each(ADDRESSES)('an address that begins with %s', async (start) => {
    for (const odd of ODD) {
      const found = await growsTooFast({ url: start + filled(odd, 4_000) }, { url: start + filled(odd, 16_000) })
      expect(found, `${start}${odd}…`).toBeNull()
    }
  })

  const HEADERS = ['accept', 'accept-encoding', 'authorization', 'content-type', 'cookie', 'if-none-match', 'range']
  test.each([...HEADERS, 'host', 'user-agent', 'x-forwarded-for', 'idempotency-key', 'if-modified-since'])(
    'a header %s',
    async (name) => {
      for (const odd of [...ODD, ' ', 'W/"x",', 'hooley-google=;  ']) {
        for (const url of [
          '/',
          '/favicon.ico',
          '/api/all-events?limit=1',
          '/api/auth/google/callback?code=a&state=b',
        ]) {
          const request = (length: number) => ({ url, headers: { [name]: filled(odd, length) } })
          expect(await growsTooFast(request(4_000), request(16_000)), `${url} ${name}: ${odd}…`).toBeNull()
        }
      }
    },
  )

  const FIELDS = {
    '/api/auth/login': ['email', 'password'],
    '/api/auth/register': ['email', 'firstName'],
    '/api/auth/forgot-password': ['email'],
    '/api/geo/location': ['lat'],
    '/api/events': ['title', 'description', 'venue', 'startTime', 'timeZone', 'capacity', 'imageUrl'],
  }
  test.each(Object.entries(FIELDS))('a body for %s', async (url, fields) => {
    const { token } = await world.person()
    for (const field of fields) {
      for (const odd of [...ODD, ' ', '\n', '\u202e', '<', 'https://']) {
        const request = (length: number) => ({
          method: 'POST' as const,
          url,
          headers: { authorization: `Bearer ${token}` },
          payload: { [field]: filled(odd, length) },
        })
        expect(await growsTooFast(request(20_000), request(80_000)), `${url} ${field}: ${odd}…`).toBeNull()
      }
    }
  })
})
