// A defect of ours below a page: what the visitor sees, what a site around a frame shows, and what the log says.
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import type { ServerBuild } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { capturedLog } from '../test-support/captured-log.ts'
import { world } from '../test-support/world.ts'
import { pageHandler } from './ssr.ts'

const URLS = ['/', '/events?q=nora@example.org', '/events/1', '/creators/1', '/popular-events', '/recommended-events']

test('a query that fails makes pages of 500 that tell nothing of it, and lines in the log without SQL', async () => {
  const { lines, log } = capturedLog()
  const { app, deps } = await world({ pages: true, env: { FEATURES: 'all' }, deps: { log } })
  await deps.db.execute(sql`alter table events rename to nothing`)
  // console.error would fail this test: pages tell the log as well.
  for (const url of URLS) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([url, statusCode, headers['content-type']]).toEqual([url, 500, 'text/html; charset=utf-8'])
    expect(body).not.toMatch(/relation|42P01|Failed query|select "|No events available/)
  }
  const failed = lines.filter((line) => line.includes('request failed'))
  expect(failed.length).toBeGreaterThanOrEqual(URLS.length)
  for (const line of failed) expect(line).toContain('"code":"42P01"')
  expect(lines.join('')).not.toMatch(/select |nora@/)
})

test('what goes wrong in a page itself is told to the log', async () => {
  const build = (await import(pathToFileURL('build/server/index.js').href)) as ServerBuild
  const reported: unknown[] = []
  const { response } = await pageHandler(build)({
    request: new Request('http://any/'),
    api: {} as Client,
    settings: null as never,
    nonce: 'n',
    report: (error: unknown) => reported.push(error),
    isMissingPageKnown: () => false,
  })
  expect(response.status).toBe(500)
  expect(reported.length).toBeGreaterThan(0)
  for (const error of reported) expect(error).toBeInstanceOf(TypeError)
})

test.each([
  ['a defect', 500, new Error('defect')],
  ['a database that is away', 503, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
])('in a frame %s is %i and is explained in words, on any site', async (_, status, error) => {
  const { app, deps } = await world({ env: { FEATURES: 'all' } })
  const queries = vi.spyOn(deps.db.$client, 'query').mockRejectedValue(error)
  onTestFinished(() => queries.mockRestore())
  for (const url of ['/embed/events/1', '/embed/creators/1']) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(status)
    expect(headers['x-frame-options']).toBeFalsy()
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(body).toContain('This cannot be shown right now')
  }
})
