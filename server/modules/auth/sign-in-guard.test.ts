import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiError } from '../../../contract/api-error.ts'
import { AppError } from '../../../contract/errors.ts'
import { createRateLimits, type RateLimits } from '../../http/rate-limits.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'
import { rates } from '../../modules.ts'
import { guarded, type Guesser } from './sign-in-guard.ts'

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (result) => (result === null ? 'tried' : 'in'),
    (error: { retryAfterSeconds?: number }) => `wait ${error.retryAfterSeconds}`,
  )

describe('guessing a password', () => {
  let limits: RateLimits
  const nora: Guesser = { kind: 'sign-in', account: 7, ip: '192.0.2.1' }
  const guess = (who = nora) => outcome(guarded(limits, who, () => Promise.resolve(null)))
  const right = (who = nora) => outcome(guarded(limits, who, () => Promise.resolve({ id: 1 })))
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00Z') })
    limits = createRateLimits(undefined, rates)
  })
  afterEach(() => vi.useRealTimers())

  test('is free ten times, then each try waits longer than the one before, at most half a minute', async () => {
    for (let i = 0; i < 10; i++) expect(await guess()).toBe('tried')
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      expect(await guess()).toBe(`wait ${seconds}`)
      later(seconds)
      expect(await guess()).toBe('tried')
    }
  })

  test('does not lock the owner out: after the pause the right password opens, and all is forgiven', async () => {
    for (let i = 0; i < 10; i++) await guess()
    expect(await right()).toBe('wait 2')
    later(2)
    expect(await right()).toBe('in')
    for (let i = 0; i < 10; i++) expect(await guess()).toBe('tried')
  })

  test('is forgotten after a quarter of an hour', async () => {
    for (let i = 0; i < 10; i++) await guess()
    later(15 * 60)
    for (let i = 0; i < 10; i++) expect(await guess()).toBe('tried')
  })

  test('a thousand at once from one network are no more than ten one after another', async () => {
    const results = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => guess({ ...nora, ip: `2001:db8:7:${i.toString(16)}::1` })),
    )
    expect(results.filter((result) => result === 'tried')).toHaveLength(10)
  })

  test('a thousand at once from everywhere are no more than fifty, and then one at a time', async () => {
    const anywhere = (i: number) => ({ ...nora, ip: `198.51.${i % 250}.${i % 251}` })
    const results = await Promise.all(Array.from({ length: 1000 }, (_, i) => guess(anywhere(i))))
    expect(results.filter((result) => result === 'tried')).toHaveLength(9 + 40 + 1)
    later(30)
    const next = await Promise.all(Array.from({ length: 1000 }, (_, i) => guess(anywhere(i))))
    expect(next.filter((result) => result === 'tried')).toHaveLength(1)
  })

  test('from one network without end does not keep the owner out anywhere else', async () => {
    const owner = { ...nora, ip: '203.0.113.5' }
    let tried = 0
    for (let second = 0; second < 15 * 60 - 1; second++) {
      if ((await guess()) === 'tried') tried++
      later(1)
    }
    expect(tried).toBe(42)
    expect(await guess(owner)).toBe('tried')
    expect(await guess(owner)).toBe('wait 30')
    later(30)
    expect(await right(owner)).toBe('in')
  })

  test('cannot be counted against another account by a clever spelling', async () => {
    expect(await right()).toBe('in')
    const spellings = ['7 192.0.2.1', '7', '["sign-in",7]', '["sign-in",7,"192.0.2.1"]', 'sign-in,7', 'user 7']
    for (const account of spellings) for (let i = 0; i < 12; i++) await guess({ ...nora, account, ip: '198.51.100.9' })
    for (let i = 0; i < 9; i++) expect(await guess()).toBe('tried')
    expect(await guess({ ...nora, kind: 'change-password' })).toBe('tried')
  })

  test('at sign-in does not use up the tries at a change of password, nor the other way round', async () => {
    const change: Guesser = { ...nora, kind: 'change-password' }
    for (let i = 0; i < 11; i++) await guess()
    for (let i = 0; i < 10; i++) expect(await guess(change)).toBe('tried')
    later(15 * 60)
    for (let i = 0; i < 11; i++) await guess(change)
    for (let i = 0; i < 10; i++) expect(await guess()).toBe('tried')
  })

  test('is not what happens when the password could not be looked at: nothing is counted', async () => {
    const busy = () => outcome(guarded(limits, nora, () => Promise.reject(new AppError('unavailable'))))
    for (let i = 0; i < 150; i++) expect(await busy()).toBe('wait undefined')
    for (let i = 0; i < 10; i++) expect(await guess()).toBe('tried')
    later(2)
    // Nor does it use up the one try of a pause.
    expect(await busy()).toBe('wait undefined')
    expect(await guess()).toBe('tried')
  })

  test('from elsewhere does not slow the owner where they have signed in before', async () => {
    expect(await right()).toBe('in')
    for (let i = 0; i < 12; i++) await guess({ ...nora, ip: '198.51.100.9' })
    expect(await guess({ ...nora, ip: '198.51.100.9' })).toMatch(/^wait/)
    expect(await right()).toBe('in')
  })

  test('of many accounts from one address ends after a hundred failures', async () => {
    for (let i = 0; i < 100; i++) await guess({ ...nora, account: i })
    expect(await guess({ ...nora, account: 'another@example.org' })).toBe('wait 900')
    expect(await guess({ ...nora, account: 'another@example.org', ip: '192.0.2.2' })).toBe('tried')
  })

  test('successful sign-ins do not count against an address', async () => {
    for (let i = 0; i < 150; i++) expect(await right({ ...nora, account: i })).toBe('in')
  })
})

describe('over HTTP', () => {
  const answer = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: ApiError) => [error.status, error.message, error.retryAfterSeconds],
    )

  test('the eleventh wrong password answers 429 with Retry-After, for an unknown account just the same', async () => {
    const { visitor, person } = await world({ env: { RATE_LIMITS: 'on' } })
    const nora = await person({ passwordHash: await hashPassword('correct horse') })
    for (const email of [nora.email, 'who@example.org']) {
      const login = () => answer(visitor.auth.login({ body: { email, password: 'wrong' } }))
      for (let i = 0; i < 10; i++) expect(await login()).toEqual([401, 'Invalid email or password', undefined])
      expect(await login()).toEqual([429, 'Too many requests. Please try again in a moment.', expect.any(Number)])
    }
  })

  test('an address that is spelt with other letters does not give ten more guesses', async () => {
    const { app, person } = await world({ env: { RATE_LIMITS: 'on' } })
    await person({ email: 'victim.iii@example.org', passwordHash: await hashPassword('correct horse') })
    const login = async (email: string, password: string) =>
      (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode
    // PostgreSQL reads İ as i.
    expect(await login('vİctim.iii@example.org', 'correct horse')).toBe(401)
    const spellings = ['victim.iii@example.org', 'VICTIM.iii@example.org', 'vIctim.IiI@Example.ORG']
    for (let i = 0; i < 10; i++) expect(await login(spellings[i % 3] ?? '', 'wrong')).toBe(401)
    for (const email of spellings) expect(await login(email, 'wrong')).toBe(429)
  })

  test('a stolen token does not let anybody guess the password either', async () => {
    const { person } = await world({ env: { RATE_LIMITS: 'on' } })
    const { api } = await person({ passwordHash: await hashPassword('correct horse') })
    const change = () =>
      answer(api.users.changePassword({ body: { currentPassword: 'wrong', newPassword: 'battery staple' } }))
    for (let i = 0; i < 10; i++) expect(await change()).toEqual([400, 'Current password is incorrect', undefined])
    expect(await change()).toEqual([429, 'Too many requests. Please try again in a moment.', 2])
  })

  test('an address signs up, and asks for reset links, thirty times an hour', async () => {
    const { visitor } = await world({ env: { RATE_LIMITS: 'on' } })
    const asked = await Promise.all(
      Array.from({ length: 31 }, (_, i) =>
        answer(visitor.auth.forgotPassword({ body: { email: `person${i}@example.org` } })),
      ),
    )
    expect(asked.filter((result) => result === 'accepted')).toHaveLength(30)
    const name = { firstName: 'Nora', lastName: 'Byrne', password: 'correct horse' }
    const signedUp = await Promise.all(
      Array.from({ length: 31 }, (_, i) =>
        answer(visitor.auth.register({ body: { ...name, email: `person${i}@example.org` } })),
      ),
    )
    expect(signedUp.filter((result) => result === 'accepted')).toHaveLength(30)
    expect(signedUp.find((result) => result !== 'accepted')).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again in \d+ minutes\.$/),
      expect.any(Number),
    ])
  })
})
