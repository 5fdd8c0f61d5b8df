import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backOffSeconds, codeLocationOf, reasonOf } from './failure.ts'
import { GiveUp } from './job.ts'
import { retryUntilWritten } from './retry-until-written.ts'

// Nobody waits here: what would be waited for is written down, and the clock goes on by it.
const waits: number[] = []
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: ((ms: number) => {
    waits.push(ms)
    vi.advanceTimersByTime(ms)
    return Promise.resolve()
  }) as never,
}))

test('each try waits for twice as long, an hour at most, and up to a fifth more', () => {
  expect([1, 2, 3, 7, 8, 20].map((attempts) => backOffSeconds(attempts, () => 0))).toEqual([
    30, 60, 120, 1_920, 3_600, 3_600,
  ])
  expect(backOffSeconds(1, () => 0.5)).toBeCloseTo(33)
  expect(backOffSeconds(8, () => 1)).toBeCloseTo(4_320)
})

test('the reason is a code, never a sentence', () => {
  expect(
    reasonOf(Object.assign(new Error('550 nora@example.org is unknown'), { code: 'EENVELOPE', responseCode: 550 })),
  ).toBe('EENVELOPE 550')
  expect(reasonOf(new Error('outside', { cause: { code: '40001' } }))).toBe('40001')
  expect(reasonOf(new TypeError('x is not a function'))).toBe('TypeError')
  expect(reasonOf(new GiveUp('unknown template'))).toBe('unknown template')
})

test('the place is the first of ours, and not that of the lane', () => {
  const stack = [
    'Error: nora@example.org',
    '    at connect (node:net:1:1)',
    '    at runOne (/srv/hooley/server/jobs/lane.ts:99:5)',
    '    at send (/srv/hooley/server/mail/smtp.ts:20:11)',
    '    at other (/srv/hooley/server/mail/mails.ts:7:1)',
  ].join('\n')
  expect(codeLocationOf(Object.assign(new Error(), { stack }))).toBe('server/mail/smtp.ts:20:11')
  expect(codeLocationOf(Object.assign(new Error(), { stack: undefined }))).toBeUndefined()
  expect(codeLocationOf(Object.assign(new Error(), { stack: 'Error\n    at x (node:net:1:1)' }))).toBeUndefined()
})

describe('what has to be written down', () => {
  beforeEach(() => {
    waits.length = 0
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => void vi.useRealTimers())

  const failing = (times: number, error: Error) => {
    let tries = 0
    const write = () => (tries++ < times ? Promise.reject(error) : Promise.resolve('heard'))
    return { write, tries: () => tries }
  }
  const away = new Error('away', { cause: { code: '57P01' } })

  test('is tried after 0.1, 0.2, 0.4 s and so on, every two seconds at last, until it is heard', async () => {
    const { write, tries } = failing(7, away)
    expect(await retryUntilWritten(write, () => false)).toBe('heard')
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000])
    expect(tries()).toBe(8)
  })

  test.each(['22001', '23505'])('is not tried again when it is what is wrong (%s)', async (code) => {
    const { write, tries } = failing(9, new Error('refused', { cause: { code } }))
    await expect(retryUntilWritten(write, () => false)).rejects.toThrow('refused')
    expect(tries()).toBe(1)
  })

  test('is given up when the process stops, and after ten minutes', async () => {
    const stopping = failing(9, away)
    await expect(retryUntilWritten(stopping.write, () => true)).rejects.toThrow('away')
    expect(stopping.tries()).toBe(1)
    await expect(retryUntilWritten(failing(Infinity, new Error('no code')).write, () => false)).rejects.toThrow(
      'no code',
    )
    const waited = waits.reduce((sum, ms) => sum + ms, 0)
    expect(waited).toBeGreaterThan(600_000)
    expect(waited - 2_000).toBeLessThanOrEqual(600_000)
  })
})
