import { expect, test } from 'vitest'
import { world } from '../test-support/world.ts'

test('the service worker is checked for a new one each time, and may ask this site alone', async () => {
  const { app } = await world({ pages: true })
  const answer = await app.inject({ url: '/sw.js' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(answer.body).toContain('respondWith')
  expect(answer.rawPayload.length).toBeLessThan(6_000)
  const again = await app.inject({ url: '/sw.js', headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('SERVICE_WORKER=off: what is found in its place takes it away, and pages keep no tickets', async () => {
  const { app } = await world({ pages: true, env: { SERVICE_WORKER: 'off' } })
  const { body } = await app.inject({ url: '/sw.js' })
  expect(body).toContain('unregister')
  expect(body).not.toContain('respondWith')
  expect((await app.inject({ url: '/my-bookings' })).body).toMatch(/keepsTickets\\?",false/)
})

test('a setting that is neither on nor off stops the start with a sentence', async () => {
  await expect(world({ env: { SERVICE_WORKER: 'maybe' } })).rejects.toThrow('SERVICE_WORKER must be on or off')
})
