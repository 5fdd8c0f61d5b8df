// What /events reads from its address, by which features are on; and what a flood of addresses does to what is kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../contract/durations.ts'
import { ReadyBytes } from './cache/ready-bytes.ts'
import { openWorld, type World } from './test-support/world.ts'

async function openWith(features: ('search' | 'filters' | 'nearby')[]) {
  const w = await openWorld({ pages: true, config: { features: new Set(features) } })
  const creator = await w.person()
  const at = (days: number) => ({ startTime: new Date(w.deps.clock().getTime() + days * DAY) })
  await w.event(creator, { title: 'Fiddle Night', latitude: 53.34, longitude: -6.26, ...at(1) })
  await w.event(creator, { title: 'Chess Club', isVirtual: true, ...at(2) })
  return w
}

const textOf = async (w: World, url: string) => {
  const { statusCode, body } = await w.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
  return {
    statusCode,
    text: body.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '').replace(/<!-- -->/g, ''),
  }
}

describe('with the features off', () => {
  let w: World
  beforeAll(async () => {
    w = await openWith([])
  })
  afterAll(() => w.close())

  test('the address says nothing, to the byte', async () => {
    const plain = (await w.app.inject('/events')).body
    for (const query of ['q=chess', 'when=nonsense', 'place=Dublin&kind=online&sort=newest', 'near=53.3,-6.3'])
      expect((await w.app.inject(`/events?${query}`)).body === plain, query).toBe(true)
  })
})

describe('with the features on', () => {
  let w: World
  beforeAll(async () => {
    w = await openWith(['search', 'filters', 'nearby'])
  })
  afterAll(() => w.close())

  test.each([
    ['q=fidle', ['1 event found', 'Fiddle Night'], ['Chess Club']],
    ['kind=online', ['1 event found', 'Chess Club', 'Remove Online'], ['Fiddle Night']],
    ['place=Dublin&within=5', ['1 event found', 'Fiddle Night', 'km away', 'Remove Within 5 km of Dublin'], []],
    ['near=53.3,-6.3&sort=nearest', ['1 event found', 'Fiddle Night'], ['Chess Club', 'km away']],
    ['when=soon', ['When must be today', '2 events found'], []],
    ['place=Nowhere&kind=online', ['We don’t know a town called Nowhere.', 'Chess Club'], ['Fiddle Night']],
    ['sort=nearest', ['To sort by nearest, please choose a town', '2 events found'], []],
    ['q=chess+samba', ['Nothing found for', 'chess samba', 'Chess Club', '1 event found'], []],
    ['q=xyzzy', ['No events found', 'Nothing found. Try fewer words'], ['Chess Club']],
    ['q=%3Cscript%3Ealert(1)%3C/script%3E', ['No events found'], ['<script>alert']],
    ['when=&place=&kind=&category=&sort=&q=', ['Fiddle Night', 'Chess Club'], ['found']],
    ['utm_source=mail', ['Fiddle Night', 'Chess Club'], ['found']],
  ])('/events?%s', async (query, there, notThere) => {
    const { statusCode, text } = await textOf(w, `/events?${query}`)
    expect(statusCode).toBe(200)
    for (const words of there) expect(text).toContain(words)
    for (const words of notThere) expect(text).not.toContain(words)
  })

  test('bytes of every kind are answered with a page', async () => {
    for (const query of [
      'q=%00',
      'q=%ff',
      'q=%F0%9F%A6%84',
      'near=%00',
      'category=%27',
      `q=${'a'.repeat(3_000)}`,
      'q=a&q=b',
    ])
      expect((await w.app.inject(`/events?${query}`)).statusCode, query).toBe(200)
  })

  test('an event that is hidden is gone from result pages at once', async () => {
    const creator = await w.person()
    const { id } = await creator.api.events.create({
      body: {
        title: 'Ukulele',
        description: 'x',
        venue: 'x',
        capacity: 1,
        isDraft: false,
        startTime: '2030-01-01T10:00',
        endTime: '2030-01-01T11:00',
      },
    })
    expect((await textOf(w, '/events?q=ukulele')).text).toContain('1 event found')
    await creator.api.events.remove({ params: { eventId: id } })
    expect((await textOf(w, '/events?q=ukulele')).text).toContain('No events found')
  })
})

test('50,000 different questions push no page out and take no more memory than they may', async () => {
  const ready = new ReadyBytes({ maxBytes: 3_000_000 })
  const keep = (address: string) =>
    ready.obtain(address, '', () =>
      Promise.resolve({ status: 200, headers: {}, body: 'x'.repeat(2_000), tags: ['lists'] }),
    )
  const pages = ['/', '/events', ...Array.from({ length: 100 }, (_, n) => `/events/${n}`)]
  for (const page of pages) await keep(page)
  for (let n = 0; n < 50_000; n++) await keep(`/events?q=${n}`)
  expect(pages.filter((page) => !ready.find(page, undefined))).toEqual([])
  expect(ready.bytes).toBeLessThanOrEqual(3_000_000)
})
