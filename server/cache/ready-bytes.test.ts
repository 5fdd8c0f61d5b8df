import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWorld, type Person, type World } from '../test-support/world.ts'
import { ReadyBytes } from './ready-bytes.ts'

let w: World
let creator: Person
let eventId: number
let base: string

beforeAll(async () => {
  w = await openWorld({ pages: true })
  creator = await w.person()
  eventId = (await w.event(creator, { title: 'Harbour Ceilidh' })).id
  base = await w.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => w.close())

/** The second time the answer comes from ready bytes, before Fastify; it must be the same in everything but its id. */
async function askTwice(path: string, headers: Record<string, string> = {}) {
  const ask = async () => {
    const response = await fetch(base + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const { date: _, 'x-request-id': id, ...others } = Object.fromEntries(response.headers)
    return { id, status: response.status, headers: others, body: await response.text() }
  }
  return [await ask(), await ask()] as const
}

const PUBLIC = () => ['/', '/events', `/events/${eventId}`, '/api/all-events?limit=24', `/api/all-events/${eventId}`]

describe('public answers stand ready', () => {
  test('the second answer is the first one, with every header of it and an id of its own', async () => {
    for (const path of PUBLIC()) {
      const [first, second] = await askTwice(path)
      expect(first.status).toBe(200)
      expect({ ...second, id: '' }).toEqual({ ...first, id: '' })
      expect(second.id).toMatch(/^[\da-f-]{36}$/)
      expect(second.id).not.toBe(first.id)
      expect(second.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'public, no-cache',
        'content-length': String(Buffer.byteLength(second.body)),
      })
      expect(second.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(second.headers.vary).toContain('Accept-Encoding')
    }
  })

  test('brotli, gzip and plain bytes say the same and have ETags of their own', async () => {
    const tags = new Set<unknown>()
    const bodies = new Set<string>()
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      const response = await w.app.inject({ url: `/events/${eventId}`, headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding)
      tags.add(response.headers.etag)
      bodies.add(decode(response.rawPayload).toString())
    }
    expect(tags.size).toBe(3)
    expect(bodies.size).toBe(1)
  })

  test('an encoding that is refused with q=0 is not sent', async () => {
    const response = await w.app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
    expect(response.headers['content-encoding']).toBe('gzip')
  })

  test('whoever has the bytes already is answered 304: alone, in a list, weakened by a proxy', async () => {
    for (const path of PUBLIC()) {
      const [{ headers }] = await askTwice(path)
      const etag = headers.etag ?? ''
      for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
        const [first, second] = await askTwice(path, { 'if-none-match': known })
        expect([first.status, second.status]).toEqual([304, 304])
        expect(second.headers).toMatchObject({ etag, 'cache-control': 'public, no-cache' })
        expect(second.body).toBe('')
      }
      const [, other] = await askTwice(path, { 'if-none-match': '"other"' })
      expect(other.status).toBe(200)
    }
  })

  test('HEAD tells everything but the body', async () => {
    const [{ headers }] = await askTwice('/')
    const head = await fetch(`${base}/`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect(head.headers.get('etag')).toBe(headers.etag)
    expect(head.headers.get('content-length')).toBe(headers['content-length'])
    expect(await head.text()).toBe('')
  })

  test('what a link carries for others (fbclid, a token) neither makes another copy nor gets into the page', async () => {
    const [plain] = await askTwice('/')
    const [shared] = await askTwice('/?fbclid=s3cret&token=s3cret')
    expect(shared.headers.etag).toBe(plain.headers.etag)
    expect(shared.body).not.toContain('s3cret')
  })

  test('an address that names another host is a page that does not exist', async () => {
    expect((await fetch(`${base}//evil.example/events`)).status).toBe(404)
  })
})

describe('what one person may see is never kept for others', () => {
  test('the creator reads the draft, the next visitor does not', async () => {
    const draft = await w.event(creator, { title: 'Secret Session', isDraft: true })
    const mine = { authorization: `Bearer ${creator.token}` }
    const [own] = await askTwice(`/api/all-events/${draft.id}`, mine)
    expect(own.body).toContain('Secret Session')
    expect(own.headers['cache-control']).toBe('no-store')
    const [list] = await askTwice('/api/all-events?limit=23', mine)
    expect(list.body).toContain('Secret Session')
    for (const path of [`/api/all-events/${draft.id}`, `/events/${draft.id}`]) {
      const [stranger, again] = await askTwice(path)
      expect([stranger.status, again.status]).toEqual([404, 404])
      expect(stranger.body).not.toContain('Secret Session')
    }
    const [strangers] = await askTwice('/api/all-events?limit=23')
    expect(strangers.body).not.toContain('Secret Session')
  })

  test('a token that is no token is not answered from what visitors get', async () => {
    const response = await fetch(`${base}/api/all-events/${eventId}`, { headers: { authorization: 'Bearer x' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('before an answer gets too old', () => {
  const MAX_AGE = 400

  function serveCounted() {
    let made = 0
    let now = 1_000_000
    let hold = Promise.resolve()
    const ready = new ReadyBytes({ maxAgeMs: MAX_AGE, now: () => now })
    const app = Fastify()
    app.get('/page', (request, reply) =>
      ready.answer(request, reply, '/page', async () => {
        const body = `made ${++made}`
        await hold
        return { status: 200, headers: { 'content-type': 'text/plain' }, body, tags: ['event:1'] }
      }),
    )
    onTestFinished(() => app.close())
    const ask = async () => (await app.inject({ url: '/page' })).body
    const pass = (part: number) => void (now += MAX_AGE * part)
    return { ask, pass, ready, made: () => made, holdWith: (until: Promise<void>) => void (hold = until) }
  }

  test('it is made anew while the old one is still handed out, and nobody waits', async () => {
    const { ask, pass, holdWith, made } = serveCounted()
    expect(await ask()).toBe('made 1')
    pass(0.8)
    const { promise, resolve } = Promise.withResolvers<void>()
    holdWith(promise)
    expect([await ask(), await ask()]).toEqual(['made 1', 'made 1'])
    expect(made()).toBe(2)
    resolve()
    await expect.poll(ask).toBe('made 2')
    // The new one counts from its own beginning: the old one's time would be over by now.
    pass(0.4)
    expect(await ask()).toBe('made 2')
    expect(made()).toBe(2)
  })

  test('a change that comes while it is made anew throws both away', async () => {
    const { ask, pass, ready, holdWith } = serveCounted()
    expect(await ask()).toBe('made 1')
    pass(0.8)
    const { promise, resolve } = Promise.withResolvers<void>()
    holdWith(promise)
    expect(await ask()).toBe('made 1')
    ready.invalidate('event:1')
    resolve()
    expect(await ask()).toBe('made 3')
  })
})

test('however many feeds are asked for, they push out neither pages nor searches, and take no more than their share', async () => {
  const ready = new ReadyBytes({ maxBytes: 1_200_000 })
  const keep = (address: string, size: number) =>
    ready.obtain(address, 'route', () =>
      Promise.resolve({ status: 200, headers: {}, body: 'x'.repeat(size), tags: [] }),
    )
  await keep('/events/1', 10_000)
  await keep('/events?q=fiddle', 10_000)
  for (let n = 0; n < 200; n++) await keep(`/feeds/creators/${n}.ics`, 50_000)
  expect(ready.find('/events/1', undefined)).toBeDefined()
  expect(ready.find('/events?q=fiddle', undefined)).toBeDefined()
  expect(ready.find('/feeds/creators/199.ics', undefined)).toBeDefined()
  expect(ready.find('/feeds/creators/0.ics', undefined)).toBeUndefined()
  expect(ready.bytes).toBeLessThan(300_000)
})
