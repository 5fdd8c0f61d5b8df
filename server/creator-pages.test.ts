// The page of a creator as everybody gets it, and how soon it shows what has changed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../contract/durations.ts'
import { buildApp } from './app.ts'
import { openDeps } from './open-deps.ts'
import { resolve } from 'node:path'
import { NEVER_OLD, openWorld, type Person, type World } from './test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ pages: true, env: { PUBLIC_URL: 'https://hooley.example' } })
  creator = await w.person({ firstName: 'Nora', lastName: 'Byrne', publicText: 'Fiddles. https://row.example' })
})
afterAll(() => w.close())

const read = (url: string) => w.app.inject(url)

test('says who it is, once there is something to say, to people and to search engines', async () => {
  const missing = await read(`/creators/${creator.id}`)
  expect(missing.statusCode).toBe(404)
  expect(missing.body).toContain('Creator not found')
  expect(missing.body).not.toContain('rel="canonical"')
  const { id } = await w.event(creator, { title: 'Dawn Chorus' })
  await w.event(creator, { title: 'Long Gone', startTime: new Date(Date.now() - 9 * DAY) })
  const page = await read(`/creators/${creator.id}`)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<title>Nora B. · Hooley</title>')
  expect(page.body).toContain(`<link rel="canonical" href="https://hooley.example/creators/${creator.id}"/>`)
  expect(page.body).toMatch(/<a href="https:\/\/row\.example"[^>]*rel="ugc nofollow noopener noreferrer"/)
  for (const text of ['Dawn Chorus', 'Long Gone', '>Follow<', 'Subscribe</button>']) expect(page.body).toContain(text)
  const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page.body)?.[1] ?? '{}'
  expect(JSON.parse(data)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Nora B.' } })
  for (const [format, type] of [
    ['rss', 'application/rss+xml'],
    ['json', 'application/feed+json'],
    ['ics', 'text/calendar'],
  ])
    expect(page.body).toMatch(
      new RegExp(`<link rel="alternate" type="${type?.replace('+', '\\+')}"[^>]*${creator.id}\\.${format}"`),
    )
  const event = await read(`/events/${id}`)
  expect(event.body).toMatch(new RegExp(`<a[^>]*rel="ugc nofollow noopener"[^>]*href="/creators/${creator.id}"`))
  expect(event.body).toContain('"organizer":{"@type":"Person","name":"Nora B."')
})

test('goes on page by page without JavaScript, and what goes on is not for search engines', async () => {
  const busy = await w.person()
  for (let n = 1; n <= 26; n++) await w.event(busy, { title: `Night ${n}.`, startTime: new Date(Date.now() + n * DAY) })
  for (let n = 1; n <= 8; n++) await w.event(busy, { title: `Old ${n}.`, startTime: new Date(Date.now() - n * DAY) })
  const first = (await read(`/creators/${busy.id}`)).body
  expect(first).toContain('Night 24.')
  expect(first).not.toContain('Night 25.')
  const cursor = /name="cursor" value="([^"]+)"/.exec(first)?.[1] ?? ''
  const second = (await read(`/creators/${busy.id}?cursor=${encodeURIComponent(cursor)}`)).body
  expect(second).toContain('Night 26.')
  expect(second).not.toContain('Night 1.')
  expect(second).toContain('<meta name="robots" content="noindex"/>')
  const past = (await read(`/creators/${busy.id}?when=past`)).body
  expect(past).toContain('Old 8.')
  expect(past).not.toContain('Night 1.')
  expect((await read(`/creators/${busy.id}?cursor=nonsense`)).statusCode).toBe(404)
  expect((await read('/creators/nonsense')).statusCode).toBe(404)
})

test('a new name and a new event show on another instance', async () => {
  const nora = await w.person({ firstName: 'Nora', lastName: 'Quirke' })
  const { id } = await w.event(nora, { title: 'Dawn Chorus' })
  const opened = await openDeps(w.deps.config, w.databaseUrl, w.deps.log, {}, NEVER_OLD)
  const other = await buildApp(opened.deps, { ready: opened.ready, buildDir: resolve('build') })
  try {
    await expect.poll(() => opened.deps.changes.isListening).toBe(true)
    const there = async (url: string) => (await other.inject(url)).body
    const urls = [`/creators/${nora.id}`, `/events/${id}`, `/feeds/creators/${nora.id}.rss`]
    for (const url of urls) expect(await there(url)).toContain('Nora Q.')
    const body = { firstName: 'Nora', lastName: 'Quirke', publicName: 'The Snug' }
    await nora.api.users.updateProfile({ body })
    for (const url of urls) await expect.poll(() => there(url)).toContain('The Snug')
    const event = { title: 'Dusk Chorus', description: 'Birds.', venue: 'Park', capacity: 9, isDraft: false }
    const times = { startTime: '2031-05-01T20:00:00Z', endTime: '2031-05-01T21:00:00Z' }
    await nora.api.events.create({ body: { ...event, ...times } })
    await expect.poll(() => there(urls[0]!)).toContain('Dusk Chorus')
  } finally {
    await other.close()
    await opened.close()
  }
})

test('/events is a feed as well, and says so; a feed with words is no missing page', async () => {
  const page = (await read('/events')).body
  expect(page).toContain('href="/feeds/events.rss"')
  expect(page).toContain('Subscribe</button>')
  expect((await read('/no-such-page')).statusCode).toBe(404)
  expect((await read('/feeds/events.ics?cursor=x&q=dawn')).headers['content-type']).toBe('text/calendar; charset=utf-8')
})
