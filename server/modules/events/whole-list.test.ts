import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import { createClient } from '../../../contract/client.ts'
import { Answer } from '../../http/answer.ts'
import { inProcessCallers } from '../../http/bind.ts'
import { openLine } from '../../http/large-answers.ts'
import { soon } from '../../test-support/soon.ts'
import { capturedLog } from '../../test-support/captured-log.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { listEventRows, type EventFilter } from './list-queries.ts'
import { toEvent } from './queries.ts'
import { eventRoutes } from './routes.ts'
import { openWholeLists, type ReadPage } from './whole-list.ts'

const EVENTS = 3_000

let w: World
let creator: Person
let address: string

/** Long descriptions: about 4 MB in all, and events of every stretch, many of them on now and at the same moment. */
beforeAll(async () => {
  w = await openWorld({ env: { TRUST_PROXY: '1' } })
  creator = await w.person()
  await w.deps.db.$client.query(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     select $1, 'Evening ' || n, repeat('é', 500 + n % 300), 'Somewhere',
       date_trunc('minute', now()) + (n / 3 - 500) * interval '1 hour',
       date_trunc('minute', now()) + (n / 3 - 400) * interval '1 hour',
       'Europe/Dublin', case when n % 10 = 0 then 'draft' else 'published' end, 100
     from generate_series(1, ${EVENTS}) as n`,
    [creator.id],
  )
  await w.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`
})
afterAll(() => w.close())

/** As it was answered before it was streamed: all rows at once. */
async function allAtOnce(filter: Partial<EventFilter>) {
  const rows = await listEventRows(w.deps.db, { userId: null, ...filter }, w.deps.clock())
  return JSON.stringify(rows.items.map((row) => toEvent(row, { userId: filter.userId ?? null })))
}

test.each<[string, boolean, Partial<EventFilter>]>([
  ['', false, {}],
  ['', true, {}],
  ['?when=upcoming', false, { when: 'upcoming' }],
  ['?when=past', false, { when: 'past' }],
  ['?creator=me', true, { creator: 'me' }],
])('the whole list %s (signed in: %s) has the bytes of one that is read at once', async (query, isMember, filter) => {
  const headers = isMember ? { authorization: `Bearer ${creator.token}` } : {}
  const { body, statusCode } = await w.app.inject({ url: `/api/all-events${query}`, headers })
  expect(statusCode).toBe(200)
  expect(body.length).toBeGreaterThan(1_000_000)
  expect(body === (await allAtOnce({ ...filter, userId: isMember ? creator.id : null }))).toBe(true)
})

test('the whole of a search, too, is streamed, every event once', async () => {
  const { body } = await w.app.inject('/api/all-events?q=evening')
  const found = JSON.parse(body) as { id: number }[]
  const all = JSON.parse(await allAtOnce({})) as { id: number }[]
  expect(found.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
})

test('from a cursor on it is the rest', async () => {
  const first = await w.visitor.events.list({ query: { limit: 100 } })
  const rest = await w.visitor.events.list({ query: { cursor: first.next ?? '' } })
  expect(first.items.length + rest.items.length).toBe(EVENTS * 0.9)
})

test('an empty list is an empty array', async () => {
  expect((await w.app.inject('/api/all-events?q=nothing-like-it')).body).toBe('[]')
})

const event = (id: number) => ({ id, description: 'x'.repeat(1_000) }) as Event

/** So many events by the thousand bytes; tells how many pages were asked for. */
function source(count: number) {
  const asked: number[] = []
  const read: ReadPage = (limit, cursor = '0') => {
    asked.push(limit)
    const from = Number(cursor)
    const items = Array.from({ length: Math.min(limit, count - from) }, (_, n) => event(from + n))
    const next = from + items.length
    return Promise.resolve({ items, next: next < count ? String(next) : null })
  }
  return { read, asked }
}

const streamOf = async (read: ReadPage, line = openLine()) => {
  const answer = await openWholeLists(line).answer(read, 'a')
  if (!(answer instanceof Answer)) throw new Error('this was to be a large answer')
  return answer.body as Readable
}

test('a slow reader makes the database wait, and one that goes away ends the reading and its turn', async () => {
  const line = openLine({ most: 1, patienceMs: 60_000, mostWaiting: 10 })
  const { read, asked } = source(1_000_000)
  const stream = await streamOf(read, line)
  const measured = asked.length
  const next = line.enter('b')
  let isNext = false
  void next.then(() => (isNext = true))
  stream.read()
  await soon(() => expect(asked.length).toBeGreaterThan(measured))
  for (let n = 0; n < 50; n++) await new Promise(setImmediate)
  expect(asked.length - measured, 'a few ahead, not all').toBeLessThan(6)
  expect(isNext).toBe(false)
  stream.destroy()
  await next
})

test('a reader that is gone before it began ends its turn too', async () => {
  const line = openLine({ most: 1, patienceMs: 60_000, mostWaiting: 10 })
  const stream = await streamOf(source(5_000).read, line)
  stream.destroy()
  await line.enter('a')
})

test('a large event makes for few at a time', async () => {
  const asked: number[] = []
  const read: ReadPage = (limit, cursor = '0') => {
    asked.push(limit)
    const items = Array.from({ length: limit }, () => ({ id: 1, description: 'x'.repeat(50_000) }) as Event)
    return Promise.resolve({ items, next: cursor === '99' ? null : '99' })
  }
  const stream = await streamOf(read)
  stream.resume()
  await soon(() => expect(asked).toEqual([100, 100, 1]))
})

/** Opens the whole list as somebody who takes nothing yet. */
const open = (from: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}/api/all-events`, { headers: { 'x-forwarded-for': from }, agent: false }, resolve).on(
      'error',
      reject,
    )
  })

test('one large answer is under way for a network; a small one and a page of the list wait for nobody', async () => {
  const first = await open('192.0.2.1')
  let second: IncomingMessage | undefined
  const waiting = open('192.0.2.1').then((response) => (second = response))
  const other = await open('192.0.2.2')
  for (const url of ['/api/all-events?limit=24', '/api/all-events?q=evening%2012']) {
    const { statusCode } = await w.app.inject({ url, headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(statusCode).toBe(200)
  }
  expect(second).toBeUndefined()
  first.destroy()
  await waiting
  expect(second?.statusCode).toBe(200)
  for (const response of [second, other]) response?.destroy()
})

test('five networks: four are served, the fifth follows when one has gone away', async () => {
  const networks = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1']
  const open4 = await Promise.all(networks.map(open))
  let fifth: IncomingMessage | undefined
  const waiting = open('192.0.2.5').then((response) => (fifth = response))
  await w.app.inject('/api/all-events?limit=1')
  expect(fifth).toBeUndefined()
  open4[0]?.destroy()
  await waiting
  for (const response of [...open4, fifth]) response?.destroy()
})

test('a page that is rendered can ask for a page of a list, and not for all of it', async () => {
  const { lines, log } = capturedLog()
  const client = createClient(inProcessCallers(eventRoutes(w.deps), log)(() => undefined))
  expect((await client.events.list({ query: { limit: 3 } })).items).toHaveLength(3)
  await expect(client.events.list()).rejects.toMatchObject({ statusCode: 500, message: '' })
  expect(lines.join('')).toContain('must ask for lists with a limit')
})
