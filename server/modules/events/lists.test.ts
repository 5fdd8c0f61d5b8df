import { expect, test } from 'vitest'
import type { Client } from '../../../contract/client.ts'
import { world, type EventFields } from '../../test-support/world.ts'
import { cursorOf } from './cursor.ts'

const NOON = new Date('2026-11-15T12:00:00Z')
const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000)
const lasting = (from: number, to: number): EventFields => ({ startTime: hours(from), endTime: hours(to) })

/** A server whose clock stays at noon until it is moved. */
async function atNoon() {
  const time = { now: NOON }
  const w = await world({ deps: { clock: () => time.now } })
  return { w, time, creator: await w.person() }
}

const titles = (events: { title: string }[]) => events.map(({ title }) => title)

async function titlesOfAllPages(api: Client, query: { limit: number; when?: 'upcoming' | 'past'; creator?: 'me' }) {
  const read: string[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await api.events.list({ query: { ...query, ...(cursor ? { cursor } : {}) } })
    expect(items.length).toBeLessThanOrEqual(query.limit)
    read.push(...titles(items))
    cursor = next ?? undefined
  } while (cursor)
  return read
}

test('upcoming events come first by start, then past ones, newest first, and without a query it is all of them', async () => {
  const { w, creator } = await atNoon()
  await w.event(creator, { title: 'past, older', ...lasting(-50, -48) })
  await w.event(creator, { title: 'tomorrow', ...lasting(24, 26) })
  await w.event(creator, { title: 'on now', ...lasting(-1, 1) })
  await w.event(creator, { title: 'past, newer', ...lasting(-10, -8) })
  await w.event(creator, { title: 'tonight', ...lasting(8, 10) })
  await w.event(creator, { title: 'ends this moment', ...lasting(-2, 0) })
  const order = ['on now', 'tonight', 'tomorrow', 'ends this moment', 'past, newer', 'past, older']

  const { items, next } = await w.visitor.events.list()
  expect(titles(items)).toEqual(order)
  expect(next).toBeNull()
  expect(titles((await w.visitor.events.list({ query: { when: 'upcoming' } })).items)).toEqual(order.slice(0, 3))
  expect(titles((await w.visitor.events.list({ query: { when: 'past' } })).items)).toEqual(order.slice(3))
  for (const limit of [1, 2, 3, 6]) expect(await titlesOfAllPages(w.visitor, { limit })).toEqual(order)
})

test('events that start at the same moment are each on exactly one page', async () => {
  const { w, creator } = await atNoon()
  const expected: string[] = []
  for (const from of [-5, 3]) {
    for (let n = 0; n < 5; n++) {
      await w.event(creator, { title: `${from}/${n}`, ...lasting(from, from + 2) })
    }
  }
  for (const n of [0, 1, 2, 3, 4]) expected.push(`3/${n}`)
  for (const n of [4, 3, 2, 1, 0]) expected.push(`-5/${n}`)
  expect(await titlesOfAllPages(w.visitor, { limit: 2 })).toEqual(expected)
})

test('an event that begins or ends while somebody reads is neither lost nor shown twice', async () => {
  const { w, time, creator } = await atNoon()
  for (const n of [1, 2, 3, 4, 5]) await w.event(creator, { title: `at ${n}`, ...lasting(n, n + 1) })
  const first = await w.visitor.events.list({ query: { limit: 2 } })
  expect(titles(first.items)).toEqual(['at 1', 'at 2'])

  time.now = hours(4.5)
  const rest = await w.visitor.events.list({ query: { limit: 10, cursor: first.next ?? '' } })
  expect(titles(rest.items)).toEqual(['at 3', 'at 4', 'at 5'])
  const upcoming = await w.visitor.events.list({ query: { limit: 10, when: 'upcoming', cursor: first.next ?? '' } })
  expect(titles(upcoming.items), 'what has ended since is not upcoming').toEqual(['at 4', 'at 5'])
})

test('the next page is named in the Link header, and only while there is one', async () => {
  const { w, creator } = await atNoon()
  for (const n of [1, 2, 3]) await w.event(creator, { title: `at ${n}`, ...lasting(n, n + 1) })
  const first = await w.app.inject('/api/all-events?when=upcoming&limit=2')
  const next = /^<(\/api\/all-events\?[^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1]
  expect(next).toContain('limit=2&when=upcoming&cursor=')
  const second = await w.app.inject(next ?? '')
  expect(titles(second.json())).toEqual(['at 3'])
  expect(second.headers.link).toBeUndefined()
})

test('drafts stand in the lists of their creator alone, in their place, on every page', async () => {
  const { w, creator } = await atNoon()
  const other = await w.person()
  for (const n of [1, 2, 3, 4]) {
    await w.event(n % 2 ? creator : other, {
      title: `at ${n}`,
      status: n > 2 ? 'draft' : 'published',
      ...lasting(n, n + 1),
    })
    await w.event(n % 2 ? creator : other, {
      title: `before ${n}`,
      status: n > 2 ? 'draft' : 'published',
      ...lasting(-n - 2, -n - 1),
    })
  }
  const published = ['at 1', 'at 2', 'before 1', 'before 2']
  const withOwn = ['at 1', 'at 2', 'at 3', 'before 1', 'before 2', 'before 3']
  expect(titles((await w.visitor.events.list()).items)).toEqual(published)
  expect(titles((await creator.api.events.list()).items)).toEqual(withOwn)
  for (const limit of [1, 2, 5]) {
    expect(await titlesOfAllPages(w.visitor, { limit })).toEqual(published)
    expect(await titlesOfAllPages(creator.api, { limit })).toEqual(withOwn)
  }
})

test('creator=me gives the own events only, drafts too, and asks who is not signed in to do so', async () => {
  const { w, creator } = await atNoon()
  const other = await w.person()
  await w.event(other, { title: 'of another', ...lasting(1, 2) })
  await w.event(creator, { title: 'my draft', status: 'draft', ...lasting(3, 4) })
  await w.event(creator, { title: 'my event', ...lasting(2, 3) })
  await w.event(creator, { title: 'my past', ...lasting(-3, -2) })
  const mine = ['my event', 'my draft', 'my past']
  expect(titles((await creator.api.events.list({ query: { creator: 'me' } })).items)).toEqual(mine)
  expect(await titlesOfAllPages(creator.api, { limit: 1, creator: 'me' })).toEqual(mine)
  await expect(w.visitor.events.list({ query: { creator: 'me' } })).rejects.toMatchObject({ status: 401 })
})

test('ids gives the events asked for, as far as they exist and may be seen', async () => {
  const { w, creator } = await atNoon()
  const [a, b, draft] = [
    await w.event(creator, { title: 'a', ...lasting(2, 3) }),
    await w.event(creator, { title: 'b', ...lasting(1, 2) }),
    await w.event(creator, { title: 'draft', status: 'draft', ...lasting(4, 5) }),
  ]
  await w.event(creator, { title: 'not asked for' })
  const ids = `${a.id},${b.id},${draft.id},999,9999999999`
  expect(titles((await w.visitor.events.list({ query: { ids } })).items)).toEqual(['b', 'a'])
  expect(titles((await creator.api.events.list({ query: { ids } })).items)).toEqual(['b', 'a', 'draft'])
  expect((await w.visitor.events.list({ query: { ids: '9999999999' } })).items).toEqual([])
  await expect(w.visitor.events.list({ query: { ids: '1,x' } })).rejects.toMatchObject({ status: 400 })
})

test('q finds words without case and accents, and signs are no patterns', async () => {
  const { w, creator } = await atNoon()
  for (const title of ['Céilí Mór', 'Night of 100% wool', 'Snake_case', String.raw`back\slash`, 'nothing']) {
    await w.event(creator, { title })
  }
  const find = async (q: string) => titles((await w.visitor.events.list({ query: { q } })).items)
  expect(await find('CEILI')).toEqual(['Céilí Mór'])
  expect(await find('100%')).toEqual(['Night of 100% wool'])
  expect(await find('snake_case')).toEqual(['Snake_case'])
  expect(await find('ake_cas'), 'a part of the title').toEqual(['Snake_case'])
  expect(await find(String.raw`back\slash`)).toEqual([String.raw`back\slash`])
  for (const q of ['%', '_', '\\', 'n_t%ing', 'x_z']) expect(await find(q), q).toEqual([])
  expect(await find('zzz')).toEqual([])
})

test('near finds what lies within so many kilometres, also across the date line and at the poles', async () => {
  const { w, creator } = await atNoon()
  const places: [string, number, number][] = [
    ['Dublin', 53.35, -6.26],
    ['Bray, 19 km', 53.2, -6.11],
    ['Galway, 187 km', 53.27, -9.05],
    ['Fiji, east', -17, 179.9],
    ['Fiji, west', -17, -179.9],
    ['North Pole', 90, 0],
  ]
  for (const [title, latitude, longitude] of places) await w.event(creator, { title, latitude, longitude })
  await w.event(creator, { title: 'nowhere' })
  const near = async (at: string, within?: number) =>
    titles((await w.visitor.events.list({ query: { near: at, ...(within ? { within } : {}) } })).items)
  expect(await near('53.35,-6.26')).toEqual(['Dublin', 'Bray, 19 km'])
  expect(await near('53.35,-6.26', 10)).toEqual(['Dublin'])
  expect(await near('53.35,-6.26', 200)).toEqual(['Dublin', 'Bray, 19 km', 'Galway, 187 km'])
  expect(await near('-17,180', 30)).toEqual(['Fiji, east', 'Fiji, west'])
  expect(await near('89.9,100', 30)).toEqual(['North Pole'])
  expect(await near('-53.35,173.74', 20_040), 'the far side of the earth').toHaveLength(places.length)
})

test('a list asked for with a query that makes no sense answers 400 in one sentence', async () => {
  const { w } = await atNoon()
  const queries = [
    'limit=0',
    'limit=101',
    'limit=many',
    'when=soon',
    'creator=you',
    'near=91,0',
    'near=53',
    'within=5',
    'near=53,6&within=-1',
    'cursor=nonsense',
    'cursor=coming.-zzzzzzzzz.1.1',
    `cursor=${cursorOf({ id: 2 ** 31, startTime: NOON, endTime: NOON }, NOON)}`,
    `when=past&cursor=${cursorOf({ id: 1, startTime: hours(2), endTime: hours(3) }, NOON)}`,
  ]
  for (const query of queries) {
    const response = await w.app.inject(`/api/all-events?${query}`)
    expect(response.json(), query).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  }
})
