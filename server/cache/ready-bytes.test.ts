import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type Person, type World } from '../test-support/world.ts'

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

  test('a client that has the bytes gets 304: alone, in a list, weakened by a proxy', async () => {
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
    const draft = await w.event(creator, { title: 'Secret Session', status: 'draft' })
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
