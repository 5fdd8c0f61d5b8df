import { expect, test } from 'vitest'
import { world } from '../test-support/world.ts'
import { RATES } from './rate-limits.ts'

test('the limits are those of the decisions', () => {
  const [minute, hour] = [60, 3600]
  expect(RATES).toMatchObject({
    signInAccount: { points: 10, seconds: 15 * minute },
    signInAddress: { points: 100, seconds: 15 * minute },
    signUp: { points: 30, seconds: hour },
    forgotPassword: { points: 30, seconds: hour },
    mailToAccount: { points: 5, seconds: hour },
    booking: { points: 60, seconds: minute },
    upload: { points: 30, seconds: hour },
    everythingElse: { points: 600, seconds: minute },
  })
})

test('the 601st call of an address in a minute is told when to come back, other addresses and health are not', async () => {
  const { app } = await world({ env: { RATE_LIMITS: 'on' } })
  const statusOf = async (remoteAddress: string, url = '/api/users/profile') =>
    (await app.inject({ url, remoteAddress })).statusCode
  const first = await Promise.all(Array.from({ length: 600 }, () => statusOf('192.0.2.1')))
  expect(new Set(first)).toEqual(new Set([401]))
  const refused = await app.inject({ url: '/api/users/profile', remoteAddress: '192.0.2.1' })
  expect(refused.json()).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: 'Too many requests. Please try again in a moment.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await statusOf('192.0.2.2')).toBe(401)
  expect(await statusOf('192.0.2.1', '/api/health')).toBe(200)
})
