import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { shareCardPath } from '../../../contract/share-card.ts'
import { events } from '../../db/schema/events.ts'
import { uploadClient } from '../../test-support/upload-client.ts'
import { rates } from '../../modules.ts'
import { world } from '../../test-support/world.ts'

const body = {
  title: 'Pub Quiz',
  description: 'Six rounds.',
  venue: 'The Crane, Galway',
  startTime: '2031-03-03T19:30',
  endTime: '2031-03-03T22:00',
  timeZone: 'Europe/Dublin',
  capacity: 40,
  isDraft: false,
}

const open = async (env: Record<string, string> = {}) => {
  const w = await world({ env })
  const { api } = await w.person()
  const event = await api.events.create({ body })
  const params = { eventId: event.id }
  const change = (fields: Partial<EventBodyInput>) => api.events.update({ params, body: { ...body, ...fields } })
  return { ...w, api, params, first: event, change }
}

test('a card is a JPEG that may be kept for ever; shared caches ask again', async () => {
  const { app, first } = await open()
  const path = shareCardPath(first)
  const { statusCode, headers, rawPayload } = await app.inject(path)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect((await app.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(304)
  expect((await app.inject(`${path}?fbclid=x`)).rawPayload.equals(rawPayload)).toBe(true)
})

test('its address changes with every word and picture in it, and with nothing else', async () => {
  const { first, change, api, params } = await open()
  const paths = [shareCardPath(first)]
  for (const fields of [
    { title: 'Pub Quiz 2' },
    { startTime: '2031-03-03T19:00' },
    { timeZone: 'Europe/Paris' },
    { venue: 'The Crane, Cork' },
    { isVirtual: true, venue: 'https://zoom.us/j/123456789' },
    { posterSeed: 'k3v' },
  ])
    paths.push(shareCardPath(await change(fields)))
  expect(new Set(paths).size).toBe(paths.length)
  const before = await change({})
  const same = await change({ description: 'Seven rounds.', capacity: 41, endTime: '2031-03-03T23:00' })
  expect(same.version).toBeGreaterThan(before.version)
  expect(shareCardPath(same)).toBe(shareCardPath(before))
  expect(shareCardPath(await api.events.cancel({ params, body: {} }))).not.toBe(shareCardPath(before))
})

test('an address of before leads to the card of now, and is never drawn', async () => {
  const { app, first, change } = await open()
  const path = shareCardPath(first)
  const old = await app.inject(path)
  const now = await change({ title: 'Pub Quiz 2' })
  const moved = await app.inject(path)
  expect(moved.statusCode).toBe(302)
  expect(moved.headers).toMatchObject({ location: shareCardPath(now), 'cache-control': 'public, max-age=300' })
  expect((await app.inject(shareCardPath(now))).rawPayload.equals(old.rawPayload)).toBe(false)
})

test('a flood of invented addresses draws nothing', async () => {
  const { app, first, deps } = await open({ RATE_LIMITS: 'on' })
  for (let used = 0; used < rates.drawing!.points; used++) await deps.limits.take('drawing', '127.0.0.1')
  // Whatever would have to be drawn is refused from here on.
  expect((await app.inject(shareCardPath(first))).statusCode).toBe(429)
  for (const hash of ['a', 'zzzz', '0123456789abcdef'])
    expect((await app.inject(`/images/events/card-${first.id}-${hash}.jpg`)).statusCode).toBe(302)
  for (const file of [
    `${first.id}-A.jpg`,
    `${first.id}-.jpg`,
    `${first.id}-a.png`,
    `-a.jpg`,
    `999999999-a.jpg`,
    `%00-a.jpg`,
  ])
    expect((await app.inject(`/images/events/card-${file}`)).statusCode).toBe(404)
})

test('what nobody may see has no card', async () => {
  const { app, first, change, deps, api, params } = await open()
  const path = shareCardPath(first)
  expect((await app.inject(path)).statusCode).toBe(200)
  await change({ isDraft: true })
  expect((await app.inject(path)).statusCode).toBe(404)
  await change({})
  expect((await app.inject(path)).statusCode).toBe(200)
  await deps.db.update(events).set({ hiddenAt: new Date() }).where(eq(events.id, first.id))
  expect((await app.inject(path)).statusCode).toBe(404)
  await deps.db.update(events).set({ hiddenAt: null }).where(eq(events.id, first.id))
  await api.events.remove({ params })
  expect((await app.inject(path)).statusCode).toBe(404)
})

test("the event's own picture is in it; without a picture it is the poster", async () => {
  const w = await world()
  const creator = await w.person()
  const teal = sharp({ create: { width: 1700, height: 1000, channels: 3, background: '#0f6e6a' } })
  const { key } = await uploadClient(w).upload(creator, await teal.png().toBuffer(), 'image/png')
  const colourOf = async (imageUrl: string | null) => {
    const event = await creator.api.events.create({ body: { ...body, imageUrl } })
    const { rawPayload } = await w.app.inject(shareCardPath(event))
    const right = await sharp(rawPayload).extract({ left: 700, top: 0, width: 500, height: 630 }).png().toBuffer()
    const { channels } = await sharp(right).stats()
    return channels.map(({ mean }) => Math.round(mean / 4))
  }
  const expected = [0x0f, 0x6e, 0x6a].map((value) => Math.round(value / 4))
  expect(await colourOf(key)).toEqual(expected)
  expect(await colourOf(null)).not.toEqual(expected)
})
