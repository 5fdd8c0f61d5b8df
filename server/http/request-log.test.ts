import { expect, test } from 'vitest'
import { capturedLog } from '../test-support/captured-log.ts'
import { world } from '../test-support/world.ts'

test('an answer is one structured line with its request id and the pattern of its route', async () => {
  const { lines, log } = capturedLog()
  const { app } = await world({ deps: { log } })
  const response = await app.inject({ method: 'GET', url: '/api/all-events/999?token=s3cret' })
  const line = JSON.parse(lines.find((text) => text.includes('answered')) ?? '{}') as Record<string, unknown>
  expect(line).toMatchObject({
    method: 'GET',
    route: '/api/all-events/:eventId',
    status: 404,
    requestId: response.headers['x-request-id'],
  })
  expect(lines.join('')).not.toContain('s3cret')
})

test('no password, token or mail address reaches the log, whatever is handed to it', () => {
  const { lines, log } = capturedLog()
  log.info({ password: 's3cret', user: { email: 'nora@example.org', token: 's3cret' } }, 'careless')
  const cause = Object.assign(new Error('Key (lower(email))=(nora@example.org) already exists.'), {
    code: '23505',
    detail: 'nora@example.org',
  })
  log.error({ err: new Error('Failed query: insert into users\nparams: nora@example.org,s3cret', { cause }) }, 'failed')
  expect(lines.join('')).not.toMatch(/s3cret|nora@example\.org|insert into/)
  expect(lines.join('')).toContain('Failed query')
  expect(lines.join('')).toContain('23505')
})
