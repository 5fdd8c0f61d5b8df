// A defect of ours below a page: what the visitor sees, what a site around a frame shows, and what the log says.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { heardLog } from '../test-support/heard-log.ts'
import { world } from '../test-support/world.ts'

const URLS = ['/', '/events?q=nora@example.org', '/events/1', '/creators/1', '/popular-events', '/recommended-events']

test('a query that fails makes pages of 500 that tell nothing of it, and lines in the log without SQL', async () => {
  const { lines, log } = heardLog()
  const { app, deps } = await world({ pages: true, env: { FEATURES: 'all' }, deps: { log } })
  await deps.db.execute(sql`alter table events rename to nothing`)
  // console.error would fail this test: pages tell the log as well.
  for (const url of URLS) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([url, statusCode, headers['content-type']]).toEqual([url, 500, 'text/html; charset=utf-8'])
    expect(body).not.toMatch(/relation|42P01|Failed query|select "/)
  }
  const failed = lines.filter((line) => line.includes('request failed'))
  expect(failed.length).toBeGreaterThanOrEqual(URLS.length)
  for (const line of failed) expect(line).toContain('"code":"42P01"')
  expect(lines.join('')).not.toMatch(/select |nora@/)
})

test('in a frame the same stands as words, on any site', async () => {
  const { app, deps } = await world({ env: { FEATURES: 'all' } })
  await deps.db.execute(sql`alter table events rename to nothing`)
  for (const url of ['/embed/events/1', '/embed/creators/1']) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(500)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(body).toContain('This cannot be shown right now')
  }
})
