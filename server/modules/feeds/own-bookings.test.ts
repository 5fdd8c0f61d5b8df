// A member's own bookings at a secret address.
import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import { events } from '../../db/schema/events.ts'
import { capturedLog } from '../../test-support/captured-log.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ env: { PUBLIC_URL: 'https://hooley.example' } })
  creator = await w.person()
})
afterAll(() => w.close())

const get = (url: string, headers = {}) => w.app.inject({ url: new URL(url).pathname, headers })
const make = async (person: Person, key?: string) =>
  (await person.api.feeds.renew(key ? { headers: { 'idempotency-key': key } } : {})).url

const entriesOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file) as unknown[]).getAllSubcomponents('vevent').map((component) => ({
    uid: component.getFirstPropertyValue('uid'),
    status: component.getFirstPropertyValue('status'),
    sequence: component.getFirstPropertyValue('sequence'),
    location: component.getFirstPropertyValue('location'),
  }))

test('shows current bookings as the emails do, with the link of a virtual event', async () => {
  const anna = await w.person()
  const venue = 'https://meet.example/secret'
  const event = await w.event(creator, { isVirtual: true, venue })
  const off = await w.event(creator)
  const back = await w.event(creator)
  const book = async (eventId: number) => (await anna.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })).id
  const [stays, cancelled, returned] = [await book(event.id), await book(off.id), await book(back.id)]
  await creator.api.events.cancel({ params: { eventId: off.id }, body: {} })
  await anna.api.tickets.return({ params: { ticketId: returned }, body: {} })
  await anna.api.tickets.return({ params: { ticketId: stays }, body: { numberOfTickets: 1 } })
  const answer = await get(await make(anna))
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(entriesOf(answer.body)).toEqual([
    { uid: `booking-${stays}@${w.deps.config.calendarDomain}`, status: 'CONFIRMED', sequence: 1, location: venue },
    {
      uid: `booking-${cancelled}@${w.deps.config.calendarDomain}`,
      status: 'CANCELLED',
      sequence: 1,
      location: off.venue,
    },
  ])
})

test('has an ETag that stays while nothing changes', async () => {
  const anna = await w.person()
  const { id } = await w.event(creator)
  await anna.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
  const url = await make(anna)
  const { etag } = (await get(url)).headers
  const again = await get(url, { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await w.deps.db.update(events).set({ version: 9, updatedAt: new Date() }).where(eq(events.id, id))
  expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200)
})

test('a new address ends the one before; ended, it is gone', async () => {
  const anna = await w.person()
  const first = await make(anna)
  const second = await make(anna)
  expect(second).not.toBe(first)
  expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200])
  for (let n = 0; n < 2; n++) await anna.api.feeds.end()
  expect((await get(second)).statusCode).toBe(404)
})

test('a repeated key answers the same address, and another person’s key another', async () => {
  const [anna, ben] = [await w.person(), await w.person()]
  const url = await make(anna, 'pressed-once')
  expect(await make(anna, 'pressed-once')).toBe(url)
  expect(await make(ben, 'pressed-once')).not.toBe(url)
  expect((await get(url)).statusCode).toBe(200)
})

test('only a hash of the secret is stored, and a guess finds nothing', async () => {
  const anna = await w.person()
  const secret = new URL(await make(anna)).pathname.split('/').at(-1)!.replace('.ics', '')
  const { rows } = await w.deps.db.execute<{ row: string }>(sql`select f::text as row from calendar_feeds f`)
  expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  expect(await w.deps.db.$count(calendarFeeds, eq(calendarFeeds.userId, anna.id))).toBe(1)
  for (const guess of ['x', `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, `${secret}%00`, '..%2f..'])
    expect((await w.app.inject(`/feeds/bookings/${guess}.ics`)).statusCode).toBe(404)
})

test('the secret is in no line of the log', async () => {
  const { lines, log } = capturedLog()
  const logged = await openWorld({ deps: { log } })
  try {
    const url = await make(await logged.person())
    await logged.app.inject(new URL(url).pathname)
    await logged.deps.db.execute(sql`drop table calendar_feeds`)
    expect((await logged.app.inject(new URL(url).pathname)).statusCode).toBe(500)
    expect(lines.join('')).toContain('/feeds/bookings/:file')
    expect(lines.join('')).not.toContain(url.split('/').at(-1)!.replace('.ics', ''))
  } finally {
    await logged.close()
  }
})
