// What a moderator hides is gone from every address that shows events, on every instance, and comes back when it is
// restored. The list of addresses is the product's own: a new page, call or route has to be named here.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../contract/durations.ts'
import { allEndpoints } from '../contract/api.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { shareCardPath } from '../contract/share-card.ts'
import { buildApp } from './app.ts'
import { featuredEvents } from './db/schema/featured.ts'
import { popularEvents } from './db/schema/popular.ts'
import { createLog } from './http/request-log.ts'
import { openDeps } from './open-deps.ts'
import type { Subject, Shown } from './test-support/module-rows.ts'
import { nameOf } from './test-support/injected-call.ts'
import { picture } from './test-support/pictures.ts'
import { CALLS, PAGES, ROUTES } from './test-support/public-addresses.ts'
import { soon } from './test-support/soon.ts'
import { makeSeries } from './test-support/series-scene.ts'
import { NEVER_OLD, openWorld, type Person, type World } from './test-support/world.ts'

const TITLE = 'Zephyrquarry Ceilidh'
const PICTURE = 'events/0123456789abcdef.jpg'

let w: World
let apps: FastifyInstance[]
let moderator: Person
let creator: Person
let subject: Subject
let closeOther: () => Promise<void>
const answered: string[] = []

beforeAll(async () => {
  const config = { features: new Set(FEATURE_NAMES), demo: false, payments: 'demo' as const }
  w = await openWorld({ pages: true, config })
  const other = await openDeps({ ...w.deps.config }, w.databaseUrl, createLog('silent'), {}, NEVER_OLD)
  const second = await buildApp(other.deps, {
    ready: other.ready,
    buildDir: resolve('build'),
    onRoute: ({ method, url }) => void ([method].flat().includes('GET') && answered.push(url)),
  })
  closeOther = async () => {
    await second.close()
    await other.close()
  }
  apps = [w.app, second]
  moderator = await w.person({ role: 'moderator' })
  creator = await w.person({ publicName: 'Zephyr Events' })
  const { seriesId, seriesDateId } = await makeSeries(w, creator, [], {
    title: TITLE,
    town: 'Dublin',
    latitude: 53.35,
    longitude: -6.26,
    categories: ['music'],
    startTime: new Date(Date.now() + DAY),
    imageUrl: PICTURE,
  })
  const event = { id: seriesDateId }
  await w.deps.storage.put(PICTURE, await picture({ width: 40, height: 20 }), 'image/jpeg')
  await w.deps.db.insert(featuredEvents).values({ eventId: event.id, place: 1 })
  await w.deps.db.insert(popularEvents).values({ eventId: event.id, place: 1, score: 2 })
  const fan = await w.person()
  await fan.api.favourites.save({ params: { eventId: event.id } })
  const cardPath = shareCardPath(await w.visitor.events.get({ params: { eventId: event.id } }))
  subject = {
    eventId: event.id,
    creatorId: creator.id,
    seriesId,
    cardPath,
    pictureKey: PICTURE,
    fanToken: fan.token,
    memberToken: (await w.person()).token,
  }
})
afterAll(async () => {
  await closeOther()
  await w.close()
})

const decide = (act: 'hide' | 'restore', reason: 'spam' | 'legal-order') =>
  moderator.api.moderation.decide({ body: { subject: { eventId: subject.eventId }, act, reason } })

const walked = () =>
  [...Object.entries(CALLS), ...Object.entries(PAGES), ...Object.entries(ROUTES)].flatMap(([name, named]) =>
    typeof named === 'string' ? [] : [named].flat().map((shown) => ({ name, shown })),
  )

async function look(app: FastifyInstance, shown: Shown, as: string | null) {
  const { url, token = as ?? undefined } = shown(subject)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { statusCode, body, headers: sent } = await app.inject({ url, headers })
  const isPicture = String(sent['content-type']).startsWith('image/')
  const isShown = isPicture ? statusCode === 200 : body.includes(TITLE) || body.includes(`/events/${subject.eventId}<`)
  return { statusCode, isShown }
}

/** Which of them show it now. */
async function showing(app: FastifyInstance, as: string | null = null) {
  const found: string[] = []
  for (const { name, shown } of walked())
    if ((await look(app, shown, as)).isShown) found.push(`${name}: ${shown(subject).url}`)
  return found
}

const all = () => walked().map(({ name, shown }) => `${name}: ${shown(subject).url}`)

describe('every address is named', () => {
  test('calls that read', () => {
    const reading = allEndpoints.filter(({ method }) => method === 'GET').map(nameOf)
    expect(Object.keys(CALLS).toSorted()).toEqual(reading.toSorted())
  })

  test('pages', () => {
    const source = readFileSync('app/routes.ts', 'utf8')
    const paths = [...source.matchAll(/\broute\('([^']+)'/g)].map(([, path = '']) => path)
    expect(Object.keys(PAGES).toSorted()).toEqual(['', ...paths].toSorted())
  })

  test('what else the server answers', () => {
    const isFile = (path: string) => existsSync(join('build/client', path))
    const others = [...new Set(answered)].filter((path) => !path.startsWith('/api') && !isFile(path))
    expect(Object.keys(ROUTES).toSorted()).toEqual(others.toSorted())
  })
})

describe('what is unlisted', () => {
  const present = () => creator.api.events.get({ params: { eventId: subject.eventId } })
  const save = async (visibility: 'public' | 'unlisted') => {
    const { title, description, venue, town, startTime, endTime, capacity, version } = await present()
    const body = { title, description, venue, town, startTime, endTime, capacity, version, visibility }
    return creator.api.events.update({ params: { eventId: subject.eventId }, body })
  }
  // Nobody finds a picture by counting: its name is random.
  const showingIt = async (app: FastifyInstance, as: string | null) =>
    (await showing(app, as)).filter((name) => !name.startsWith('/uploads/'))
  const ways = (key: string) => {
    const asked = `key=${key}`
    const page = `/events/${subject.eventId}`
    return {
      page: `${page}?${asked}`,
      data: `${page}.data?${asked}`,
      call: `/api/all-events/${subject.eventId}?${asked}`,
      calendar: `/api/all-events/${subject.eventId}/calendar.ics?${asked}`,
      frame: `/embed${page}?${asked}`,
      poster: `${page}/poster?${asked}`,
      card: `${subject.cardPath}?${asked}`,
      oembed: `/api/oembed?url=${encodeURIComponent(`http://localhost:3000${page}?${asked}`)}`,
    }
  }
  const statuses = async (app: FastifyInstance, key: string) => {
    const found: Record<string, number> = {}
    for (const [name, url] of Object.entries(ways(key))) found[name] = (await app.inject({ url })).statusCode
    return found
  }
  const all = (status: number) => Object.fromEntries(Object.keys(ways('')).map((name) => [name, status]))

  test('is gone from every address within a second, for visitors and members; its key alone shows it', async () => {
    const [here, there] = apps as [FastifyInstance, FastifyInstance]
    for (const app of apps)
      for (const as of [null, subject.memberToken]) expect(await showingIt(app, as)).not.toEqual([])
    const { key = '' } = await save('unlisted')
    const changedAt = Date.now()
    expect(key).toMatch(/^[\w-]{22}$/)
    await expect.poll(async () => (await there.inject(`/events/${subject.eventId}`)).statusCode).toBe(404)
    expect(Date.now() - changedAt).toBeLessThan(1_000)
    for (const app of apps)
      for (const as of [null, subject.memberToken, subject.fanToken]) expect(await showingIt(app, as)).toEqual([])
    for (const app of apps) {
      expect(await statuses(app, key)).toEqual(all(200))
      expect(await statuses(app, 'A'.repeat(22))).toEqual(all(404))
      for (const url of Object.values(ways(key))) {
        const { headers } = await app.inject({ url })
        expect([url, headers['cache-control']]).toEqual([url, expect.stringContaining('no-store')])
        if (!url.startsWith('/api')) expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer'])
      }
      const page = await app.inject({ url: ways(key).page })
      expect(page.body).toContain('<meta name="robots" content="noindex"')
      expect(page.body).toMatch(new RegExp(`og:image" content="[^"]+\\?key=${key}"`))
      expect(page.headers['cache-control']).toBe('private, no-store')
    }
    // The old link ends at once, also on the other instance.
    const renewed = (await creator.api.events.renewLink({ params: { eventId: subject.eventId } })).key ?? ''
    for (const app of [here, there]) {
      expect(await statuses(app, key)).toEqual(all(404))
      expect(await statuses(app, renewed)).toEqual(all(200))
    }
    await save('public')
    await soon(async () => {
      for (const app of apps) expect((await app.inject(`/events/${subject.eventId}`)).statusCode).toBe(200)
    })
    await expect(creator.api.events.renewLink({ params: { eventId: subject.eventId } })).rejects.toMatchObject({
      status: 409,
    })
  })
})

describe('what is hidden', () => {
  test('is shown by all of them before', async () => {
    for (const app of apps) expect(await showing(app)).toEqual(all())
  })

  test('is gone from all of them, at once here and soon on the other instance, and back when it is restored', async () => {
    const [here, there] = apps as [FastifyInstance, FastifyInstance]
    await decide('hide', 'spam')
    expect(await showing(here)).toEqual([])
    await soon(async () => expect(await showing(there)).toEqual([]))
    for (const app of apps) {
      const page = await app.inject({ url: `/events/${subject.eventId}` })
      expect(page.statusCode).toBe(410)
      expect(page.body).toContain('This event is no longer shown on Hooley.')
      expect((await app.inject({ url: `/embed/events/${subject.eventId}` })).statusCode).toBe(410)
      expect((await app.inject({ url: `/api/all-events/${subject.eventId}` })).statusCode).toBe(404)
    }
    await decide('restore', 'spam')
    expect(await showing(here)).toEqual(all())
    await soon(async () => expect(await showing(there)).toEqual(all()))
  })

  test('by the order of a court answers 451, and says so', async () => {
    await decide('hide', 'legal-order')
    const url = `/events/${subject.eventId}`
    for (const app of apps) {
      await soon(async () => expect((await app.inject({ url })).statusCode).toBe(451))
      expect((await app.inject({ url })).body).toContain('This event is not shown because of a legal order.')
      for (const other of [`/embed${url}`, `${url}/poster`])
        expect((await app.inject({ url: other })).statusCode).toBe(451)
    }
    await decide('restore', 'legal-order')
  })
})
