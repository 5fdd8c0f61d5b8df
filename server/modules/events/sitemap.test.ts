import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../../test-support/world.ts'

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

test('the sitemap names the pages and every published event, and no draft', async () => {
  const { app, person, event } = await world({ env: { PUBLIC_URL: 'https://hooley.example' } })
  const creator = await person()
  const { id } = await event(creator)
  const draft = await event(creator, { status: 'draft' })
  const other = await person()
  await event(other, { status: 'draft' })
  const response = await app.inject('/sitemap.xml')
  // What is hidden has to be gone from caches too.
  expect(response.headers['cache-control']).toBe('public, max-age=60')
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(response.body).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const found = addresses(response.body)
  expect(found).toContain('https://hooley.example/')
  expect(found).toContain('https://hooley.example/terms')
  expect(found).toContain(`https://hooley.example/events/${id}`)
  expect(found).toContain(`https://hooley.example/creators/${creator.id}`)
  expect(found).not.toContain(`https://hooley.example/events/${draft.id}`)
  expect(found).not.toContain(`https://hooley.example/creators/${other.id}`)
  expect(found).not.toContain('https://hooley.example/featured')
  expect(response.body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

test('a long sitemap is an index of parts, none over the limit', async () => {
  const { app, deps, person, event } = await world({ env: { PUBLIC_URL: 'https://hooley.example' } })
  const creator = await person()
  const first = await event(creator)
  await deps.db.execute(sql`alter sequence events_id_seq restart with 16490`)
  await deps.db.execute(sql`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
    select ${creator.id}, 'Night ' || n, 'd', 'v', now(), now() + interval '1 hour', 'Europe/Dublin', 'published', 5
    from generate_series(1, 4500) n`)
  expect(addresses((await app.inject('/sitemap.xml')).body)).toEqual([
    'https://hooley.example/sitemap-1.xml',
    'https://hooley.example/sitemap-2.xml',
  ])
  const one = addresses((await app.inject('/sitemap-1.xml')).body)
  const two = addresses((await app.inject('/sitemap-2.xml')).body)
  expect(one).toContain('https://hooley.example/')
  expect(one).toContain(`https://hooley.example/events/${first.id}`)
  expect(one).toContain('https://hooley.example/events/16500')
  // Their creator's page is in the part of the first one alone.
  expect([...one, ...two].filter((address) => address?.includes('/creators/'))).toEqual([
    `https://hooley.example/creators/${creator.id}`,
  ])
  expect(two).toHaveLength(4500 - 11)
  expect(new Set([...one, ...two]).size).toBe(one.length + two.length)
  for (const part of ['3', '0', 'x']) expect((await app.inject(`/sitemap-${part}.xml`)).statusCode).toBe(404)
})

test('robots are told where the sitemap is, and what is not for them', async () => {
  const { app } = await world({ env: { PUBLIC_URL: 'https://hooley.example' } })
  const { body, headers } = await app.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('User-agent: *\n')
  expect(body).toContain('Disallow: /api/\n')
  expect(body).toContain('Disallow: /account\n')
  expect(body).toContain('Sitemap: https://hooley.example/sitemap.xml\n')
})

test('programs are told of feeds, OpenAPI and JSON-LD, at addresses that are there', async () => {
  const { app } = await world({ env: { PUBLIC_URL: 'https://hooley.example' } })
  const { body, headers } = await app.inject('/llms.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('JSON-LD')
  const addresses = [...body.matchAll(/\]\(https:\/\/hooley\.example([^)]+)\)/g)].map(([, path]) => path ?? '')
  expect(addresses).toHaveLength(6)
  for (const path of addresses) expect([path, (await app.inject(path)).statusCode]).toEqual([path, 200])
})
