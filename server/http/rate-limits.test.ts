import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiError } from '../../contract/api-error.ts'
import { freePort } from '../test-support/free-port.ts'
import { mails } from '../db/schema/mails.ts'
import { world } from '../test-support/world.ts'
import { BoundedRateLimiter } from './bounded-rate-limiter.ts'
import { rates } from '../modules.ts'
import { createRateLimits, noRateLimits, SHARED_RATES, type RateLimits } from './rate-limits.ts'

const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(
  existsSync,
)

/** A Redis of our own that keeps nothing. */
async function startRedis(port: number) {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(REDIS ?? '', args, { stdio: 'ignore', cwd: '/tmp' })
  const gone = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(stop)
  return stop
}

async function connected(port: number): Promise<Redis> {
  const redis = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: () => 50,
  })
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  await expect.poll(() => redis.status).toBe('ready')
  return redis
}

const refusal = (limits: RateLimits, key: string) =>
  limits.take('booking', key).then(
    () => 'taken',
    (error: unknown) => error,
  )

async function takeAll(limits: RateLimits, key: string, points: number = SHARED_RATES.booking.points) {
  for (let n = 0; n < points; n++) await limits.take('booking', key)
}

const tooMany: unknown = expect.objectContaining({
  code: 'too_many_requests',
  retryAfterSeconds: expect.any(Number) as number,
})

test('the rates are those of the decisions', () => {
  expect(rates).toMatchObject({
    signInAccount: { points: 10, seconds: 900 },
    signInAddress: { points: 100, seconds: 900 },
    signUp: { points: 30, seconds: 3600 },
    forgotPassword: { points: 30, seconds: 3600 },
    mailToAccount: { points: 5, seconds: 3600 },
    booking: { points: 60, seconds: 60 },
    upload: { points: 30, seconds: 3600 },
    createEventWhenNew: { points: 50, seconds: 86_400 },
    createEvent: { points: 200, seconds: 86_400 },
    saveEventWhenNew: { points: 1_000, seconds: 86_400 },
    saveEvent: { points: 5_000, seconds: 86_400 },
    everythingElse: { points: 600, seconds: 60 },
  })
})

test.each([
  ['counted', createRateLimits(undefined, rates)],
  ['off', noRateLimits(rates)],
])('a limit that no module brings is a mistake, while limits are %s', async (_, limits) => {
  await expect(limits.take('boking', 'nora')).rejects.toThrow('No module brings a rate limit "boking".')
  await expect(limits.take('booking', 'nora')).resolves.toBeUndefined()
})

describe('within one process', () => {
  test('however many keys there are, so many are kept; those used last stay', async () => {
    const limiter = new BoundedRateLimiter({ points: 2, duration: 60 }, 1_000)
    for (let n = 0; n < 100_000; n++) {
      await limiter.consume(`key ${n}`)
      if (n % 500 === 0) await limiter.consume('busy', 1).catch(() => undefined)
    }
    expect(limiter.size).toBe(1_000)
    await expect(limiter.consume('busy')).rejects.toMatchObject({ remainingPoints: 0 })
    expect(await limiter.get('key 99999')).toMatchObject({ consumedPoints: 1 })
    expect(await limiter.get('key 0')).toBeNull()
  })

  test('keys whose time is over make room by themselves', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const limiter = new BoundedRateLimiter({ points: 2, duration: 60 }, 1_000)
    for (let n = 0; n < 900; n++) await limiter.consume(`key ${n}`)
    vi.setSystemTime(Date.now() + 60_000)
    await limiter.consume('another')
    expect(limiter.size).toBe(1)
  })

  test('what is given back when its time is over is no present', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const limits = createRateLimits(undefined, rates)
    await limits.take('booking', 'nora')
    vi.setSystemTime(Date.now() + 60_000)
    await limits.giveBack('booking', 'nora')
    await takeAll(limits, 'nora')
    expect(await refusal(limits, 'nora')).toEqual(tooMany)
  })

  test('what is used up is refused until its time is over, to that account alone', async () => {
    const limits = createRateLimits(undefined, rates)
    await takeAll(limits, 'nora')
    expect(await refusal(limits, 'nora')).toEqual(tooMany)
    expect(await refusal(limits, 'aoife')).toBe('taken')
  })
})

// Debian: apt-get install redis-server.
describe.skipIf(!REDIS)('with a real Redis', () => {
  test('two instances count together', async () => {
    const port = await freePort()
    await startRedis(port)
    const [one, other] = [
      createRateLimits(await connected(port), rates),
      createRateLimits(await connected(port), rates),
    ]
    await takeAll(one, 'nora', 30)
    await takeAll(other, 'nora', 30)
    expect(await refusal(one, 'nora')).toEqual(tooMany)
    expect(await refusal(other, 'nora')).toEqual(tooMany)
  })

  test('while Redis is away each process counts for itself, and together again when it is back', async () => {
    const port = await freePort()
    const stop = await startRedis(port)
    const redis = await connected(port)
    const limits = createRateLimits(redis, rates)
    await stop()
    await expect.poll(() => redis.status).not.toBe('ready')
    await takeAll(limits, 'nora')
    expect(await refusal(limits, 'nora')).toEqual(tooMany)
    await startRedis(port)
    await expect.poll(() => redis.status).toBe('ready')
    await limits.take('booking', 'aoife')
    expect(await redis.keys('hooley:booking:*')).toEqual(['hooley:booking:aoife'])
  })
})

describe('over HTTP', () => {
  test('an address may make 600 calls a minute, then reads when to come back; pages and health are not counted', async () => {
    const { app } = await world({ env: { RATE_LIMITS: 'on' } })
    const ask = (url: string) => app.inject({ url, remoteAddress: '192.0.2.7' })
    for (let n = 0; n < 600; n++) expect((await ask('/api/geo/city?lat=1&lng=1')).statusCode).not.toBe(429)
    const refused = await ask('/api/all-events')
    expect(refused.json()).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Too many requests. Please try again in a moment.',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('/api/nothing-here')).statusCode).toBe(429)
    expect((await ask('/api/health')).statusCode).toBe(200)
    expect((await ask('/uploads/events/none.webp')).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/all-events', remoteAddress: '192.0.2.8' })).statusCode).toBe(200)
  })

  test('what a client claims to be its address counts only behind a proxy that is trusted', async () => {
    const ask = async (trust: string) => {
      const { app } = await world({ env: { RATE_LIMITS: 'on', TRUST_PROXY: trust } })
      const statuses = await Promise.all(
        Array.from({ length: 32 }, async (_, n) => {
          const headers = { 'x-forwarded-for': `198.51.100.${n}` }
          const payload = { email: `nobody${n}@example.org` }
          return (await app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload })).statusCode
        }),
      )
      return statuses.filter((status) => status === 429).length
    }
    expect(await ask('off')).toBe(2)
    expect(await ask('1')).toBe(0)
    expect(await ask('on')).toBe(0)
  })

  test.each(['on', '1', '127.0.0.1'])(
    'with TRUST_PROXY=%s what a client wrote before the proxy did is not believed',
    async (trust) => {
      const { app } = await world({ env: { RATE_LIMITS: 'on', TRUST_PROXY: trust } })
      const ask = async (n: number) => {
        const headers = { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` }
        const payload = { email: `nobody${n}@example.org` }
        return (await app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload })).statusCode
      }
      const statuses = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(n)))
      expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    },
  )

  test.each([
    ['a /64 is one caller', (n: number) => `2001:db8:1:2:${n.toString(16)}::1`, 600],
    ['a /48 is ten callers', (n: number) => `2001:db8:1:${n.toString(16)}::1`, 6000],
    ['IPv4 in an IPv6 coat is IPv4', (n: number) => (n % 2 ? '192.0.2.7' : '::ffff:192.0.2.7'), 600],
  ])('of IPv6 %s', async (_what, address, allowed) => {
    const { app } = await world({ env: { RATE_LIMITS: 'on' } })
    const ask = async (n: number) =>
      (await app.inject({ url: '/api/nothing-here', remoteAddress: address(n) })).statusCode
    let taken = 0
    for (let n = 0; n < allowed + 3; n++) if ((await ask(n)) === 404) taken++
    expect(taken).toBe(allowed)
  })

  test('an account books at most 60 times a minute, and uploads at most 30 times an hour', async () => {
    const { person, event } = await world({ env: { RATE_LIMITS: 'on' } })
    const nora = await person()
    const { id: eventId } = await event(nora, { capacity: 1000 })
    const statuses = (calls: Promise<unknown>[]) =>
      Promise.all(
        calls.map((call) =>
          call.then(
            () => 200,
            (error: unknown) => (error as ApiError).status,
          ),
        ),
      )
    const booked = await statuses(
      Array.from({ length: 62 }, () => nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })),
    )
    expect(booked.filter((status) => status === 429)).toHaveLength(2)
    const query = { fileName: 'a.png', fileType: 'image/png' } as const
    const uploads = await statuses(Array.from({ length: 31 }, () => nora.api.storage.presignedUrl({ query })))
    expect(uploads.filter((status) => status === 429)).toHaveLength(1)
  })

  test('nobody can be flooded with reset links: five an hour, then silence with the same answer', async () => {
    const { app, person, deps } = await world({ env: { RATE_LIMITS: 'on' } })
    const { email } = await person()
    const answers = new Set<string>()
    for (let n = 0; n < 8; n++) {
      const { body } = await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
      answers.add(body)
    }
    expect(answers.size).toBe(1)
    expect(await deps.db.$count(mails)).toBe(5)
  })
})
