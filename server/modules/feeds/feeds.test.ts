// Lists and searches as calendars and feeds, at addresses that anybody can subscribe to.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ env: { PUBLIC_URL: 'https://hooley.example' } })
  creator = await w.person({ publicName: 'The Lonesome Row' })
})
afterAll(() => w.close())

const inDays = (days: number) => new Date(Date.now() + days * DAY)
const get = (url: string, headers = {}) => w.app.inject({ url, headers })

function readCalendar(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  const zones = new Set(calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid')))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const entry = new ICAL.Event(component)
    const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
    expect(zones.has(tzid ?? ''), 'every TZID has its VTIMEZONE').toBe(true)
    return { uid: entry.uid, title: entry.summary, status: component.getFirstPropertyValue('status'), entry, component }
  })
}

const calendarOf = async (path: string) => {
  const { statusCode, body } = await get(path)
  expect([path, statusCode]).toEqual([path, 200])
  return readCalendar(body)
}
const titlesOf = async (path: string) => (await calendarOf(path)).map(({ title }) => title)

/** Its own word in every title, so that tests do not meet. */
const words = ['aardvark', 'bagpipe', 'cormorant', 'dulcimer', 'euphonium', 'flageolet', 'gamelan', 'hornpipe']
const nextWord = () => words.shift()!

describe('a search is a feed', () => {
  test('in three formats, each with its type, a strong ETag and 304', async () => {
    const word = nextWord()
    const { id } = await w.event(creator, { title: `${word} Night`, categories: ['music'] })
    const types = { ics: 'text/calendar', rss: 'application/rss+xml', json: 'application/feed+json' }
    for (const [format, type] of Object.entries(types)) {
      const path = `/feeds/events.${format}?q=${word}`
      const answer = await get(path)
      expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
      expect(answer.headers['cache-control']).toBe('public, no-cache')
      expect(answer.body).toContain(`https://hooley.example/events/${id}`)
      const etag = String(answer.headers.etag)
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await get(path, { 'if-none-match': etag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await w.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
    }
  })

  test('says what the calendar file of the event says, with its version and its last change', async () => {
    const word = nextWord()
    const updatedAt = new Date('2026-10-01T10:00:00Z')
    const { id } = await w.event(creator, { title: word, version: 4, updatedAt, latitude: 53.3, longitude: -6.2 })
    const [found] = await calendarOf(`/feeds/events.ics?q=${word}`)
    const value = (name: string) => String(found!.component.getFirstPropertyValue(name))
    expect(found!.uid).toBe(`event-${id}@${w.deps.config.calendarDomain}`)
    expect(value('sequence')).toBe('3')
    expect(value('dtstamp')).toBe('2026-10-01T10:00:00Z')
    expect(value('last-modified')).toBe('2026-10-01T10:00:00Z')
    expect(value('status')).toBe('CONFIRMED')
    expect(value('url')).toBe(`https://hooley.example/events/${id}`)
    expect((await get(`/api/all-events/${id}/calendar.ics`)).body).toContain(
      `UID:event-${id}@${w.deps.config.calendarDomain}`,
    )
  })

  test('a booking changes nothing in it: readers need not fetch it again', async () => {
    const word = nextWord()
    const { id } = await w.event(creator, { title: word })
    const before = (await get(`/feeds/events.ics?q=${word}`)).headers.etag
    await (await w.person()).api.tickets.book({ body: { eventId: id, numberOfTickets: 2 } })
    w.deps.changes.changed(id)
    expect((await get(`/feeds/events.ics?q=${word}`)).headers.etag).toBe(before)
  })

  test('holds the last 30 days and the next 12 months, what is on, and what was called off for 30 days', async () => {
    const word = nextWord()
    const make = (name: string, startTime: Date, fields = {}) =>
      w.event(creator, { title: `${word} ${name}`, startTime, ...fields })
    await make('next', inDays(3))
    await make('in eleven months', inDays(330))
    await make('in two years', inDays(730))
    await make('lately', inDays(-20))
    await make('long ago', inDays(-40))
    await make('exhibition', inDays(-90), { endTime: inDays(5) })
    await make('off', inDays(6), { status: 'cancelled', updatedAt: inDays(-10) })
    await make('put off', inDays(7), { status: 'postponed', updatedAt: inDays(-1) })
    await make('off long since', inDays(8), { status: 'cancelled', updatedAt: inDays(-31) })
    await make('draft', inDays(3), { status: 'draft' })
    await make('hidden', inDays(3), { hiddenAt: new Date() })
    const found = await calendarOf(`/feeds/events.ics?q=${word}`)
    expect(found.map(({ title, status }) => `${title} ${String(status)}`).toSorted()).toEqual(
      [
        `${word} next CONFIRMED`,
        `${word} in eleven months CONFIRMED`,
        `${word} lately CONFIRMED`,
        `${word} exhibition CONFIRMED`,
        `Cancelled: ${word} off CANCELLED`,
        `Postponed: ${word} put off CANCELLED`,
      ].toSorted(),
    )
    // A filter leaves out what is over from a list, not from a feed.
    expect(await titlesOf(`/feeds/events.ics?q=${word}&kind=in-person&category=music`)).toEqual([])
    expect(await titlesOf(`/feeds/events.ics?q=${word}&kind=in-person`)).toHaveLength(6)
    expect(await titlesOf(`/feeds/events.ics?q=${word}&when=upcoming`)).toHaveLength(5)
  })

  test('a cancellation is told at once, with a higher number', async () => {
    const word = nextWord()
    const { id } = await w.event(creator, { title: word })
    const [before] = await calendarOf(`/feeds/events.ics?q=${word}`)
    await creator.api.events.cancel({ params: { eventId: id }, body: {} })
    const [after] = await calendarOf(`/feeds/events.ics?q=${word}`)
    expect([before!.status, after!.status, after!.uid]).toEqual(['CONFIRMED', 'CANCELLED', before!.uid])
    expect(after!.entry.sequence).toBeGreaterThan(before!.entry.sequence)
  })

  test('what is hidden is gone at once', async () => {
    const word = nextWord()
    const { id } = await w.event(creator, { title: word })
    expect(await titlesOf(`/feeds/events.ics?q=${word}`)).toEqual([word])
    await w.deps.db.update(events).set({ hiddenAt: new Date() }).where(eq(events.id, id))
    w.deps.changes.changed(id)
    expect(await titlesOf(`/feeds/events.ics?q=${word}`)).toEqual([])
  })

  test('the link of a virtual event is for those who have booked', async () => {
    const word = nextWord()
    await w.event(creator, { title: word, isVirtual: true, venue: 'https://meet.example/secret' })
    for (const format of ['ics', 'rss', 'json']) {
      const { body } = await get(`/feeds/events.${format}?q=${word}`)
      expect(body).toContain('Online event')
      expect(body).not.toContain('meet.example')
    }
  })
})

describe('the query is that of lists', () => {
  test.each([
    ['when=someday', 'When must be today, tomorrow,'],
    ['sort=best', 'Sort must be date,'],
    ['sort=nearest', 'Sorting by nearest needs near or place'],
    ['place=Nowhereville', 'We don’t know a town with that name.'],
    ['within=5', 'Within needs near or place'],
    ['category=music,nonsense', 'Category must be of these:'],
    ['seats=0', 'Seats must be 1 or more'],
    ['q=a&q=b', 'Q must be text'],
    ['q=%00', 'Q contains characters that cannot be used'],
    ['creator=me', 'Creator must be a number'],
    [`q=${'x'.repeat(101)}`, 'Q must have at most 100 characters'],
  ])('%s is refused in a sentence', async (query, sentence) => {
    for (const format of ['ics', 'rss', 'json']) {
      const { statusCode, body } = await get(`/feeds/events.${format}?${query}`)
      expect(statusCode).toBe(400)
      expect((JSON.parse(body) as { message: string }).message.startsWith(sentence)).toBe(true)
    }
  })

  test('whatever is in it, the answer is a feed or a sentence', async () => {
    const names = [
      'q',
      'when',
      'place',
      'near',
      'within',
      'kind',
      'category',
      'seats',
      'sort',
      'creator',
      'ids',
      'limit',
      'x',
    ]
    const bytes = fc
      .uint8Array({ maxLength: 12 })
      .map((array) => [...array].map((byte) => `%${byte.toString(16)}`).join(''))
    const value = fc.oneof(
      bytes,
      fc.string({ unit: 'binary', maxLength: 30 }).map(encodeURIComponent),
      fc.constantFrom('', '%', '%zz', '1', 'today'),
    )
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom('ics', 'rss', 'json'), async (parts, format) => {
        const asked = parts.map(([name, text]) => `${name}=${text}`).join('&')
        for (const url of [
          `/feeds/events.${format}?${asked}`,
          `/api/all-events?limit=2&${asked}`,
          `/api/all-events/typeahead?${asked}`,
        ]) {
          const { statusCode, body } = await get(url)
          expect([url, [200, 400, 401].includes(statusCode)]).toEqual([url, true])
          if (statusCode >= 400) expect((JSON.parse(body) as { message: string }).message).toMatch(/\w/)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('names that are not ours are ignored, and make no second copy', async () => {
    const plain = await get('/feeds/events.json')
    const tagged = await get('/feeds/events.json?utm_source=x&limit=3&cursor=y')
    expect(tagged.statusCode).toBe(200)
    expect(tagged.headers.etag).toBe(plain.headers.etag)
    expect(tagged.body).not.toContain('utm_source')
  })

  test.each([
    '/feeds/events.xml',
    '/feeds/events',
    '/feeds/creators/x.ics',
    '/feeds/creators/99999999999.ics',
    '/feeds/',
  ])('%s is not there', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('a creator’s events', () => {
  test('are a feed under their public name, once there is one', async () => {
    const nora = await w.person({ publicName: 'Nora & the <Nightingales>' })
    expect((await get(`/feeds/creators/${nora.id}.ics`)).statusCode).toBe(404)
    const { id } = await w.event(nora, { title: 'Dawn Chorus' })
    expect((await calendarOf(`/feeds/creators/${nora.id}.ics`)).map(({ uid }) => uid)).toEqual([
      `event-${id}@${w.deps.config.calendarDomain}`,
    ])
    const rss = (await get(`/feeds/creators/${nora.id}.rss`)).body
    expect(rss).toContain('<title>Nora &amp; the &lt;Nightingales&gt; · Hooley</title>')
    const { title, items } = JSON.parse((await get(`/feeds/creators/${nora.id}.json`)).body) as {
      title: string
      items: { url: string }[]
    }
    expect([title, items.map(({ url }) => url)]).toEqual([
      'Nora & the <Nightingales> · Hooley',
      [`https://hooley.example/events/${id}`],
    ])
    await nora.api.users.updateProfile({ body: { firstName: 'N', lastName: 'B', publicName: 'Renamed' } })
    expect((await get(`/feeds/creators/${nora.id}.rss`)).body).toContain('<title>Renamed · Hooley</title>')
  })
})

test('a feed has at most 800 events and 900 KB, the next first, and can be read', async () => {
  const busy = await w.person()
  await w.deps.db.execute(sql`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
    select ${busy.id}, 'Nacht ' || n, repeat('Geschichte 夜 🎻 ', 30), repeat('x ', 140), now() + n * interval '1 hour',
      now() + n * interval '1 hour' + interval '1 hour', 'Europe/Berlin', 'published', 5 from generate_series(1, 850) n`)
  const short = await w.person()
  await w.deps.db.execute(sql`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
    select ${short.id}, 'Night ' || n, 'd', 'v', now() + n * interval '1 hour', now() + n * interval '1 hour' + interval '1 hour',
      'Europe/Berlin', 'published', 5 from generate_series(1, 850) n`)
  for (const [person, name] of [
    [busy, 'Nacht'],
    [short, 'Night'],
  ] as const) {
    const file = (await get(`/feeds/creators/${person.id}.ics`)).body
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(900_000)
    const found = readCalendar(file).map(({ title }) => title)
    if (person === short) expect(found).toHaveLength(800)
    else expect(found.length).toBeGreaterThan(300)
    expect(found).toEqual(found.map((_, n) => `${name} ${n + 1}`))
    const json = (await get(`/feeds/creators/${person.id}.json`)).body
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(900_000)
    expect((JSON.parse(json) as { items: unknown[] }).items.length).toBeGreaterThan(300)
    expect(Buffer.byteLength((await get(`/feeds/creators/${person.id}.rss`)).body)).toBeLessThanOrEqual(900_000)
  }
})
