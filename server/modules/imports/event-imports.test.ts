import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { importEvents } from '../../../contract/imports.ts'
import { events } from '../../db/schema/events.ts'
import { OutsideError } from '../../net/outside.ts'
import { picture } from '../../test-support/pictures.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

const pages = new Map<string, string | { type: string; body: Buffer }>()
const asked: { url: string; agent: string | undefined }[] = []

let w: World
let nora: Person
beforeAll(async () => {
  const get = ({ url, headers = {} }: { url: string; headers?: Record<string, string> }) => {
    asked.push({ url, agent: headers['user-agent'] })
    const page = pages.get(url)
    if (page === undefined)
      return Promise.reject(new OutsideError('BAD_ADDRESS', 'The address must start with https://.'))
    const { type, body } = typeof page === 'string' ? { type: 'text/html', body: Buffer.from(page) } : page
    return Promise.resolve({ status: 200, headers: { 'content-type': type }, body, url })
  }
  const post = () => Promise.reject(new Error('nothing is sent'))
  w = await openWorld({ deps: { outside: { get, post } } })
  nora = await w.person()
})
afterAll(() => w.close())

const calendar = (...entries: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    ...entries.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')),
    'END:VCALENDAR',
  ].join('\r\n')

type Given = HandlerInput<typeof importEvents>['body']
const bring = (body: Partial<Given>) => nora.api.imports.events({ body })

const drafts = () => w.deps.db.select().from(events).where(eq(events.creatorId, nora.id)).orderBy(events.id)

describe('a calendar file', () => {
  test('becomes a draft after a dry run, once, in the time of its place', async () => {
    const ics = calendar([
      'UID:one@elsewhere.example',
      'SUMMARY:Fiddle Night',
      'DESCRIPTION:Bring a fiddle\\, or two.',
      'LOCATION:The Cobblestone\\, Dublin',
      'DTSTART;TZID=W. Europe Standard Time:20990501T200000',
      'DTEND;TZID=W. Europe Standard Time:20990501T230000',
    ])
    const seen = {
      title: 'Fiddle Night',
      startTime: '2099-05-01T18:00:00.000Z',
      timeZone: 'Europe/Berlin',
      venue: 'The Cobblestone, Dublin',
      repeats: null,
    }
    expect(await bring({ file: ics, dryRun: true })).toEqual({ events: [{ ...seen, state: 'new' }] })
    expect(await drafts()).toEqual([])
    const { events: made } = await bring({ file: ics })
    expect(made).toMatchObject([{ ...seen, state: 'new' }])
    expect(await drafts()).toMatchObject([
      { id: made[0]?.eventId, status: 'draft', description: 'Bring a fiddle, or two.', timeZone: 'Europe/Berlin' },
    ])
    const changed = ics.replace('Fiddle Night', 'Fiddle Evening')
    expect((await bring({ file: changed })).events).toMatchObject([{ state: 'again', eventId: made[0]?.eventId }])
    expect(await drafts()).toHaveLength(1)
  })

  test('with a rule of ours is a series; with another only its next date; a time without a zone asks for it', async () => {
    const times = ['DTSTART:20990501T200000', 'DURATION:PT3H']
    const ics = calendar(
      ['UID:weekly', 'SUMMARY:Session', ...times, 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=6', 'EXDATE:20990504T200000'],
      ['UID:monthly', 'SUMMARY:Ceilidh', ...times, 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'],
      ['UID:yearly', 'SUMMARY:Feis', ...times, 'RRULE:FREQ=YEARLY'],
      ['UID:off', 'SUMMARY:Off', ...times, 'STATUS:CANCELLED'],
      ['UID:past', 'SUMMARY:Past', 'DTSTART:20200501T200000Z'],
      ['UID:wren', 'SUMMARY:Wren Day', 'DTSTART;TZID=Europe/Dublin:20001226T120000', 'RRULE:FREQ=YEARLY'],
      ['UID:old', 'SUMMARY:Old', 'DTSTART;TZID=Europe/Dublin:20200107T200000', 'RRULE:FREQ=WEEKLY'],
      ['UID:never', 'SUMMARY:Never', 'DTSTART:20200101T200000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
      ['UID:broken', 'SUMMARY:Broken', 'DTSTART:nonsense', 'RRULE:FREQ=SOMETIMES'],
    )
    const year = new Date().getUTCFullYear()
    const day = `12-26T12:00:00.000Z`
    const wren = [`${year}-${day}`, `${year + 1}-${day}`].find((start) => Date.parse(start) + 2 * HOUR > Date.now())
    expect((await bring({ file: ics, dryRun: true })).events.map(({ state }) => state)).toEqual([
      ...['no-zone', 'no-zone', 'no-zone'],
      ...['past', 'new', 'new', 'past'],
    ])
    const { events: seen } = await bring({ file: ics, dryRun: true, timeZone: 'Europe/Dublin' })
    expect(seen.map(({ state, repeats, startTime }) => [state, repeats, startTime])).toEqual([
      ['new', 'series', '2099-05-01T19:00:00.000Z'],
      ['new', 'series', '2099-05-01T19:00:00.000Z'],
      ['new', 'once', '2099-05-01T19:00:00.000Z'],
      ['past', null, '2020-05-01T20:00:00.000Z'],
      ['new', 'once', wren],
      ['new', 'series', '2020-01-07T20:00:00.000Z'],
      ['past', 'once', '2020-01-01T20:00:00.000Z'],
    ])
    const { events: made } = await bring({ file: ics, timeZone: 'Europe/Dublin' })
    expect(made[0]).toMatchObject({ state: 'new', seriesId: expect.any(Number) as number })
    expect(await nora.api.series.get({ params: { seriesId: made[0]?.seriesId ?? 0 } })).toMatchObject({
      settings: {
        rule: { unit: 'week', every: 1, weekdays: [1, 5], count: 6 },
        skippedDays: ['2099-05-04'],
      },
    })
    const again = await bring({ file: ics, timeZone: 'Europe/Dublin' })
    expect(again.events.map(({ state }) => state)).toEqual([
      ...['again', 'again', 'again', 'past'],
      ...['again', 'again', 'past'],
    ])
  })

  test('what is none is said so', async () => {
    await expect(bring({ file: 'BEGIN:VCALENDAR\r\nnonsense' })).rejects.toMatchObject({ code: 'import_unreadable' })
    await expect(bring({ file: calendar() })).rejects.toMatchObject({ code: 'import_unreadable' })
    await expect(bring({})).rejects.toMatchObject({ status: 400 })
  })
})

describe('an address', () => {
  test('of a page: what it says in JSON-LD, also in a graph', async () => {
    const described = {
      '@graph': [
        { '@type': 'Organization', name: 'Not an event' },
        {
          '@type': ['MusicEvent'],
          '@id': '/gigs/7',
          name: 'Gig &amp; Tonic',
          description: '<p>Loud.</p><p>Late.</p>',
          startDate: '2099-06-01T20:00:00+01:00',
          endDate: '2099-06-01T23:00:00+01:00',
          maximumAttendeeCapacity: 80,
          location: {
            '@type': 'Place',
            name: 'Vicar Street',
            address: { streetAddress: '58 Thomas Street', addressLocality: 'Dublin' },
          },
        },
      ],
    }
    const html = `<html><script type="application/ld+json">${JSON.stringify(described)}</script>
      <script type="application/ld+json">{ broken</script></html>`
    pages.set('https://venue.example/gigs', html)
    const { events: made } = await bring({ url: 'https://venue.example/gigs' })
    expect(made).toMatchObject([{ title: 'Gig & Tonic', state: 'new', startTime: '2099-06-01T19:00:00.000Z' }])
    const [row] = await w.deps.db
      .select()
      .from(events)
      .where(eq(events.id, made[0]?.eventId ?? 0))
    expect(row).toMatchObject({
      description: 'Loud.\nLate.',
      venue: 'Vicar Street, 58 Thomas Street, Dublin',
      capacity: 80,
      status: 'draft',
    })
    expect((await bring({ url: 'https://venue.example/gigs' })).events).toMatchObject([{ state: 'again' }])
    expect(asked.at(-1)?.agent).toBe(`Hooley-Import (+${w.deps.config.publicUrl})`)
  })

  test('its pictures come along only if that is wished for, and only if they are pictures', async () => {
    const gig = (n: number, image: unknown) => ({
      '@type': 'Event',
      '@id': `/pictured/${n}`,
      name: `Pictured ${n}`,
      startDate: '2099-06-01T20:00:00Z',
      image,
    })
    const all = [
      gig(1, [{ '@type': 'ImageObject', url: '/1.png' }]),
      gig(2, 'https://venue.example/2.png'),
      gig(3, null),
    ]
    const page = 'https://venue.example/pictured'
    pages.set(page, `<script type=application/ld+json>${JSON.stringify(all)}</script>`)
    pages.set('https://venue.example/1.png', { type: 'image/png', body: await picture({ format: 'png' }) })
    pages.set('https://venue.example/2.png', { type: 'image/png', body: Buffer.from('<svg onload=alert(1)>') })
    asked.length = 0
    const { events: seen } = await bring({ url: page, dryRun: true })
    expect(seen.map((event) => event.picture)).toEqual(['found', 'found', undefined])
    expect(asked.map(({ url }) => url)).toEqual([page])
    const { events: made } = await bring({ url: page, withPictures: true })
    expect(made.map((event) => event.picture)).toEqual(['taken', 'failed', undefined])
    const [first, second] = await Promise.all(
      made.slice(0, 2).map(({ eventId = 0 }) => nora.api.events.get({ params: { eventId } })),
    )
    expect([first?.imageUrl, second?.imageUrl]).toEqual([expect.stringContaining('events/') as string, null])
  })

  test('pages and calendars that are written to keep us busy are read in a moment', async () => {
    const most = 1_900_000
    const hostile = [
      '<script '.repeat(most / 8),
      '<script type=application/ld+json>'.repeat(most / 33),
      `<script type=application/ld+json>${'['.repeat(most / 2)}${']'.repeat(most / 2)}</script>`,
      `<script type=application/ld+json>{"@type":"Event","name":"${'<br '.repeat(most / 4)}"}</script>`,
      calendar(['UID:1', 'SUMMARY:Zone', `DTSTART;TZID=${'a'.repeat(most)}:20990501T200000`]),
      calendar(['UID:1', 'SUMMARY:Folded', `DESCRIPTION:${'a\r\n '.repeat(most / 4)}`]),
      calendar(...Array.from({ length: most / 60 }, (_, n) => [`UID:${n}`, 'DTSTART:20990501T200000Z'])),
      `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(most / 14)}`,
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${'END:VEVENT\r\n'.repeat(most / 12)}`,
    ]
    for (const [at, page] of hostile.entries()) {
      pages.set('https://venue.example/hostile', page)
      const started = performance.now()
      await bring({ url: 'https://venue.example/hostile', dryRun: true }).catch(() => undefined)
      expect(performance.now() - started, `hostile ${at}`).toBeLessThan(4_000)
    }
  })

  test('of a calendar, and one that must not be asked', async () => {
    pages.set('https://venue.example/all.ics', calendar(['UID:far', 'SUMMARY:Far', 'DTSTART:20990501T200000Z']))
    const { events: seen } = await bring({ url: 'https://venue.example/all.ics', dryRun: true })
    expect(seen).toMatchObject([{ title: 'Far', state: 'new' }])
    await expect(bring({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({
      code: 'import_unreadable',
      message: 'The address must start with https://.',
    })
  })
})
