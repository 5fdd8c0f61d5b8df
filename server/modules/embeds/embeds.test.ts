import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareCardPath } from '../../../contract/share-card.ts'
import { escaped, HOSTILE_TEXT, HOSTILE_TITLE, MARK } from '../../test-support/hostile-strings.ts'
import { openWorld, world as newWorld, type Person, type World } from '../../test-support/world.ts'

const SITE = 'http://localhost:3000'

let w: World
let creator: Person
beforeAll(async () => {
  w = await openWorld({ env: { FEATURES: 'sharing' } })
  creator = await w.person()
})
afterAll(() => w.close())

const frame = (id: number | string) => w.app.inject(`/embed/events/${id}`)
const ask = (query: Record<string, string>) => w.app.inject({ url: '/api/oembed', query })

describe('the page in a frame', () => {
  test('shows the event, and books in a tab of its own', async () => {
    const { id } = await w.event(creator)
    const { statusCode, headers, body } = await frame(id)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const words of ['Fiddle Night', 'The Cobblestone, Dublin', 'FREE', 'Book on Hooley'])
      expect(body).toContain(words)
    const links = [...body.matchAll(/<a [^>]*>/g)].map(([tag]) => tag)
    expect(links.length).toBeGreaterThan(2)
    for (const link of links)
      expect(link).toMatch(/href="http:\/\/localhost:3000\/[^"]*" target="_blank" rel="noopener"/)
    expect(body).toContain(`<link rel="canonical" href="${SITE}/events/${id}">`)
    expect(body).not.toMatch(/<form|<input|<button/)
    expect(body.length).toBeLessThan(8_000)
  })

  test('may be framed by everybody, and may do nothing else', async () => {
    const { id } = await w.event(creator)
    const { headers } = await frame(id)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; img-src 'self'; /)
    expect(policy).not.toContain('unsafe')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    for (const url of ['/', '/api/all-events', '/api/oembed', '/embed', '/embed/events', '/embed.js']) {
      const other = await w.app.inject(url)
      expect(other.headers['x-frame-options'], url).toBe('DENY')
      expect(other.headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
    }
  })

  test('is the same for everybody, also for who is signed in', async () => {
    const { id } = await w.event(creator, { isVirtual: true, venue: 'https://zoom.us/j/123456789' })
    const visitor = await frame(id)
    const headers = { authorization: `Bearer ${creator.token}`, cookie: 'session=1' }
    const own = await w.app.inject({ url: `/embed/events/${id}`, headers })
    expect(own.body).toBe(visitor.body)
    expect(visitor.body).not.toContain('zoom.us')
    expect(visitor.body).toContain('Online event')
  })

  test.each([
    ['Sold out', { capacity: 1, ticketsSold: 1 }],
    ['This event has ended', { startTime: new Date('2020-01-01'), endTime: new Date('2020-01-02') }],
    ['This event has been cancelled', { status: 'cancelled' as const }],
    ['This event has been postponed', { status: 'postponed' as const }],
    ['Booking for this event has closed', { bookingClosesAt: new Date('2020-01-01') }],
  ])('says so: %s', async (words, fields) => {
    const { body } = await frame((await w.event(creator, fields)).id)
    expect(body).toContain(words)
    expect(body).not.toContain('Book on Hooley')
  })

  test('is ready bytes, which a change outdates', async () => {
    const { id } = await w.event(creator)
    const before = await frame(id)
    const again = await w.app.inject({
      url: `/embed/events/${id}`,
      headers: { 'if-none-match': String(before.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    await creator.api.events.cancel({ params: { eventId: id }, body: {} })
    expect((await frame(id)).body).toContain('This event has been cancelled')
  })

  test('shows what somebody wrote as text', async () => {
    const { id } = await w.event(creator, { title: HOSTILE_TITLE, venue: HOSTILE_TEXT, description: HOSTILE_TEXT })
    const { body } = await frame(id)
    expect(body).toContain(MARK)
    expect(escaped(body.replace(/<script>\{const wish[\s\S]*?<\/script>/, ''))).toBeNull()
  })

  test('says kindly that there is nothing', async () => {
    const draft = await w.event(creator, { status: 'draft' })
    for (const id of [draft.id, 999_999]) {
      const { statusCode, body, headers } = await frame(id)
      expect(statusCode).toBe(404)
      expect(body).toContain('This is no longer here')
      expect(headers['content-security-policy']).toContain('frame-ancestors *')
    }
    const { id } = await w.event(creator)
    await frame(id)
    await creator.api.events.remove({ params: { eventId: id } })
    expect((await frame(id)).statusCode).toBe(410)
    for (const odd of ['0', '-1', '1x', '9'.repeat(10), '%00', '%', '..%2f1', '1%0a'])
      expect((await frame(odd)).statusCode, odd).toBe(404)
  })
})

/** As a camera reads it. */
function readCode(body: string): string {
  const width = Number(/class="code" viewBox="0 0 (\d+) /.exec(body)?.[1])
  const path = /<path id="code" d="([^"]+)"/.exec(body)?.[1] ?? ''
  const [scale, side] = [4, width * 4]
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return decodeQR({ width: side, height: side, data })
}

describe('the sheet to print', () => {
  const sheet = (id: number | string, name = '') => w.app.inject(`/events/${id}/poster${name}`)

  test('has the facts, the drawn poster, eight strips, and a code that counts bookings under its name', async () => {
    const { id } = await w.event(creator, { title: HOSTILE_TITLE, startTime: new Date('2031-03-07T20:00:00Z') })
    const { statusCode, headers, body } = await sheet(id)
    expect(statusCode).toBe(200)
    for (const words of ['Friday 7 March', '8:00 PM', 'The Cobblestone, Dublin', 'FREE', 'Scan to book', '<svg xmlns'])
      expect(body).toContain(words)
    expect(body.match(/<li>/g)).toHaveLength(8)
    expect(body).toContain(`<span>localhost:3000/events/${id}</span>`)
    expect(readCode(body)).toBe(`${SITE}/events/${id}?utm_source=poster`)
    expect(escaped(body.replace(/<script>const[\s\S]*?<\/script>/, ''))).toBeNull()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    const named = await sheet(id, '/Library%20%26%20caf%C3%A9')
    expect(readCode(named.body)).toBe(`${SITE}/events/${id}?utm_source=Library+%26+caf%C3%A9`)
    expect(named.headers['cache-control']).toContain('no-store')
    await creator.api.events.cancel({ params: { eventId: id }, body: {} })
    expect((await sheet(id)).body).toContain('This event has been cancelled')
  })

  test('is nowhere without an event that the reader may see, and needs the key of an unlisted one', async () => {
    const draft = await w.event(creator, { status: 'draft' })
    for (const id of [draft.id, 999_999, '0', '1x', '9'.repeat(10)]) expect((await sheet(id)).statusCode).toBe(404)
    expect((await sheet((await w.event(creator)).id, `/${'x'.repeat(61)}`)).statusCode).toBe(404)
    const linkKey = 'k'.repeat(22)
    const { id } = await w.event(creator, { linkKey })
    expect((await sheet(id)).statusCode).toBe(404)
    const { body } = await sheet(id, `/Library?key=${linkKey}`)
    expect(readCode(body)).toBe(`${SITE}/events/${id}?key=${linkKey}&utm_source=Library`)
    expect(body).not.toContain('rel="canonical"')
  })
})

describe('oEmbed', () => {
  test('describes an event by its address', async () => {
    const { id } = await w.event(creator, { title: 'Tea & "Cake" <3' })
    const response = await ask({ url: `${SITE}/events/${id}?utm_source=x#top`, format: 'json' })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    const event = await w.visitor.events.get({ params: { eventId: id } })
    expect(response.json()).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Tea & "Cake" <3',
      provider_name: 'Hooley',
      provider_url: SITE,
      cache_age: 300,
      width: 480,
      height: 480,
      html:
        `<iframe src="${SITE}/embed/events/${id}" title="Tea &amp; &quot;Cake&quot; &lt;3" width="480" height="480" ` +
        `style="border:0;width:100%;max-width:480px" loading="lazy"></iframe>\n<script async src="${SITE}/embed.js"></script>`,
      thumbnail_url: SITE + shareCardPath(event),
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
  })

  test('keeps within the room that a site has', async () => {
    const { id } = await w.event(creator)
    const reply = (await ask({ url: `${SITE}/events/${id}`, maxwidth: '300', maxheight: '200' })).json<object>()
    expect(reply).toMatchObject({ width: 300, height: 200 })
    expect(reply).not.toHaveProperty('thumbnail_url')
  })

  test('knows no address but those of events that everybody may see', async () => {
    const { id } = await w.event(creator)
    const draft = await w.event(creator, { status: 'draft' })
    for (const url of [
      `https://elsewhere.example/events/${id}`,
      `http://localhost:3001/events/${id}`,
      `http://localhost:3000.elsewhere.example/events/${id}`,
      `http://localhost:3000@elsewhere.example/events/${id}`,
      `//localhost:3000/events/${id}`,
      `/events/${id}`,
      `${SITE}/events/${id}/manage`,
      `${SITE}/events/${draft.id}`,
      `${SITE}/events/999999`,
      `${SITE}/events/99999999999`,
      `${SITE}/`,
      'javascript:alert(1)',
      '\u0000',
      '%',
      '',
      'http://[',
    ])
      expect((await ask({ url })).statusCode, url).toBe(404)
  })

  test('says what is wrong with anything else', async () => {
    for (const query of [
      {},
      { url: 'x'.repeat(3_000) },
      { url: SITE, format: 'yaml' },
      { url: SITE, maxwidth: 'wide' },
    ])
      expect((await ask(query as Record<string, string>)).statusCode).toBe(400)
    // The standard's answer for a format that is not offered.
    expect((await ask({ url: SITE, format: 'xml' })).statusCode).toBe(501)
  })
})

describe("a creator's events", () => {
  test('stand in a frame, those to come, each in a tab of its own', async () => {
    const aoife = await w.person({ firstName: 'Aoife', lastName: 'Kelly' })
    const none = await w.app.inject(`/embed/creators/${aoife.id}`)
    expect(none.statusCode).toBe(404)
    await w.event(aoife, { title: HOSTILE_TITLE, venue: HOSTILE_TEXT })
    await w.event(aoife, { title: 'Long ago', startTime: new Date('2020-01-01'), endTime: new Date('2020-01-02') })
    const { statusCode, headers, body } = await w.app.inject(`/embed/creators/${aoife.id}`)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(body).toContain('Aoife K')
    expect(body).toContain(MARK)
    expect(body).not.toContain('Long ago')
    expect(escaped(body.replace(/<script>\{const wish[\s\S]*?<\/script>/, ''))).toBeNull()
    for (const [link] of body.matchAll(/<a [^>]*>/g)) expect(link).toMatch(/target="_blank" rel="noopener"/)
  })

  test('are described by the address of their page', async () => {
    await w.event(creator)
    const reply = (await ask({ url: `${SITE}/creators/${creator.id}` })).json<{ html: string }>()
    expect(reply).toMatchObject({ type: 'rich', title: expect.stringContaining('Person') as string })
    expect(reply.html).toContain(`<iframe src="${SITE}/embed/creators/${creator.id}"`)
    expect(reply).not.toHaveProperty('thumbnail_url')
    const nobody = await w.person()
    for (const id of [nobody.id, 999_999]) expect((await ask({ url: `${SITE}/creators/${id}` })).statusCode).toBe(404)
  })
})

test('/embed.js is for every site', async () => {
  const { headers, body } = await w.app.inject('/embed.js')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(body.length).toBeLessThan(1_500)
})

test('without the feature there is nothing of it', async () => {
  const { app, person, event } = await newWorld()
  const { id } = await event(await person())
  for (const url of [`/embed/events/${id}`, '/embed.js', `/api/oembed?url=${SITE}/events/${id}`])
    expect((await app.inject(url)).statusCode).toBe(404)
})
