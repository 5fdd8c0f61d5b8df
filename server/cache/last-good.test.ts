import Fastify from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import type { Make } from './in-flight.ts'
import type { Made } from './prepared-answer.ts'
import { ReadyBytes, type ReadyBytesOptions } from './ready-bytes.ts'
import { COUNTS, EVERYTHING, eventTag, LISTS, seatsTag, type Tag } from './tags.ts'

const away = () => Promise.reject(new AppError('unavailable'))
const never = () => new Promise<never>(() => undefined)

/** One page, how it is made next, and a clock for it. */
function onePage(tags: Tag[], options: ReadyBytesOptions = {}) {
  let now = 1_000_000
  let made = 0
  let lastGood = 0
  const page = (fields: Partial<Made> = {}) => ({ status: 200, headers: {}, body: `made ${made}`, tags, ...fields })
  let next: () => Promise<Made> = () => Promise.resolve(page())
  const ready = new ReadyBytes({ now: () => now, onLastGood: () => void lastGood++, ...options })
  const make: Make = () => {
    made++
    return next()
  }
  return {
    ready,
    page,
    ask: async () => {
      const { answer, source } = await ready.obtain('/page', '/*', make)
      return `${answer.encoded.plain.bytes.toString()}, ${source}`
    },
    pass: (ms: number) => void (now += ms),
    makeBy: (how: () => Promise<Made>) => void (next = how),
    made: () => made,
    lastGood: () => lastGood,
  }
}

async function madeOnce(tags: Tag[], options?: ReadyBytesOptions) {
  const p = onePage(tags, options)
  expect(await p.ask()).toBe('made 1, made')
  expect(await p.ask()).toBe('made 1, kept')
  return p
}

describe('while the database is away', () => {
  test('an answer that is too old is handed out all the same, for ten minutes, and counted', async () => {
    const p = await madeOnce([eventTag(1)])
    p.makeBy(away)
    p.pass(9 * MINUTE)
    expect(await p.ask()).toBe('made 1, last good')
    expect(p.lastGood()).toBe(1)
    p.pass(MINUTE)
    await expect(p.ask()).rejects.toThrow('busy')
    expect(p.lastGood()).toBe(1)
  })

  test('a page that says so itself (503) does not replace the last good one', async () => {
    const p = await madeOnce([LISTS])
    p.makeBy(() => Promise.resolve(p.page({ status: 503, body: 'sorry' })))
    p.pass(MINUTE)
    expect(await p.ask()).toBe('made 1, last good')
  })

  test.each([[[seatsTag(1)]], [[LISTS]], [[COUNTS]]])('what lacks only the news of %s is shown', async (told) => {
    const p = await madeOnce([eventTag(1), seatsTag(1), LISTS, COUNTS])
    p.ready.invalidate(...told)
    p.makeBy(away)
    expect(await p.ask()).toBe('made 1, last good')
  })

  test.each([[eventTag(1)], [EVERYTHING]])('what was changed or withdrawn (%s) is never shown again', async (told) => {
    const p = await madeOnce([eventTag(1), LISTS])
    p.ready.invalidate(told)
    p.makeBy(away)
    await expect(p.ask()).rejects.toThrow('busy')
  })

  test('a change of another event takes nothing away', async () => {
    const p = await madeOnce([eventTag(1)])
    p.ready.invalidate(eventTag(2), LISTS, COUNTS)
    expect(await p.ask()).toBe('made 1, kept')
  })

  test('what turned out to be gone is not shown again afterwards', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    p.makeBy(() => Promise.resolve(p.page({ status: 404, body: 'gone' })))
    expect(await p.ask()).toBe('gone, made')
    p.makeBy(away)
    await expect(p.ask()).rejects.toThrow('busy')
  })

  test('one request in half a second finds out whether it is back', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    p.makeBy(away)
    for (let n = 0; n < 5; n++) expect(await p.ask()).toBe('made 1, last good')
    expect(p.made()).toBe(2)
    p.pass(500)
    p.makeBy(() => Promise.resolve(p.page()))
    expect(await p.ask()).toBe('made 3, made')
    expect(await p.ask()).toBe('made 3, kept')
  })

  test('a defect is told, not hidden behind the last good answer', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    p.makeBy(() => Promise.reject(new Error('a defect')))
    await expect(p.ask()).rejects.toThrow('a defect')
  })
})

describe('while the database is slow', () => {
  test.each([
    [1, 300],
    [4, 1_200],
  ])('a newer answer is waited for as long as the patience of %i says: %i ms', async (patience, ms) => {
    const p = await madeOnce([eventTag(1)], { patience })
    p.pass(MINUTE)
    p.makeBy(never)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let answer: string | undefined
    void p.ask().then((text) => (answer = text))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer).toBe('made 1, last good')
  })

  test('nobody waits long for a newer answer, and the next one not at all', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    p.makeBy(never)
    expect(await p.ask()).toBe('made 1, last good')
    expect(await p.ask()).toBe('made 1, last good')
    expect(p.made()).toBe(2)
  })

  test('the newer answer is kept when it comes', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    const { promise, resolve } = Promise.withResolvers<Made>()
    p.makeBy(() => promise)
    expect(await p.ask()).toBe('made 1, last good')
    resolve(p.page({ body: 'at last' }))
    await expect.poll(p.ask).toBe('at last, kept')
  })

  test('a change that is told while somebody waits withdraws the last good answer for them too', async () => {
    const p = await madeOnce([eventTag(1)])
    p.pass(MINUTE)
    p.makeBy(never)
    const asked = p.ask()
    p.ready.invalidate(eventTag(1))
    p.makeBy(() => Promise.resolve(p.page({ body: 'changed' })))
    expect(await asked).toBe('changed, made')
  })

  test('without a last good answer it is 503 after the time limit, and nobody joins what never ends', async () => {
    const p = onePage([], { timeLimitMs: 20 })
    const signals: AbortSignal[] = []
    const hang: Make = (signal) => {
      signals.push(signal)
      return never()
    }
    await expect(p.ready.obtain('/page', '/*', hang)).rejects.toMatchObject({ statusCode: 503 })
    expect(signals[0]?.aborted).toBe(true)
    expect(await p.ask()).toBe('made 1, made')
  })

  test('what is still in flight after the limit is not joined either', async () => {
    const p = onePage([], { timeLimitMs: 200 })
    p.makeBy(never)
    const first = p.ask().catch(() => 'given up')
    p.pass(200)
    p.makeBy(() => Promise.resolve(p.page()))
    expect(await p.ask()).toBe('made 2, made')
    expect(await first).toBe('given up')
  })
})

describe('what is made while a change is told', () => {
  async function announcedSince(tag: Tag) {
    const p = onePage([eventTag(1), seatsTag(1)])
    const { promise, resolve } = Promise.withResolvers<Made>()
    p.makeBy(() => promise)
    const first = p.ask()
    p.ready.invalidate(tag)
    return { ...p, first, finish: () => resolve(p.page({ body: 'before the change' })) }
  }

  test('is not handed to those who ask after it, and does not replace what they got', async () => {
    const { ask, makeBy, page, first, finish } = await announcedSince(seatsTag(1))
    makeBy(() => Promise.resolve(page({ body: 'after the change' })))
    expect(await ask()).toBe('after the change, made')
    finish()
    expect(await first).toBe('before the change, made')
    expect(await ask()).toBe('after the change, kept')
  })

  test.each([
    ['serves as the last good answer after a seat count', seatsTag(1), 'before the change, last good'],
    ['is forgotten after an edit', eventTag(1), 'busy'],
  ])('%s', async (_name, tag, expected) => {
    const { ask, makeBy, first, finish } = await announcedSince(tag)
    finish()
    await first
    makeBy(away)
    expect(await ask().catch((error: Error) => error.message)).toContain(expected)
  })
})

describe('while other instances cannot tell us of changes', () => {
  test('an answer is fresh for half a second, and is made again when it is requested later', async () => {
    const p = await madeOnce([eventTag(1)])
    p.ready.setConnected(false)
    p.pass(499)
    expect(await p.ask()).toBe('made 1, kept')
    p.pass(501)
    expect(await p.ask()).toMatch(/^made \d, made$/)
  })

  test('it stays the last good answer', async () => {
    const p = await madeOnce([eventTag(1)])
    p.ready.setConnected(false)
    p.makeBy(away)
    p.pass(MINUTE)
    expect(await p.ask()).toBe('made 1, last good')
  })

  test('after reconnecting everything is made again, however young, and stays fresh as usual', async () => {
    const p = await madeOnce([eventTag(1)])
    p.ready.setConnected(false)
    p.ready.setConnected(true)
    expect(await p.ask()).toBe('made 2, made')
    p.pass(10_000)
    expect(await p.ask()).toBe('made 2, kept')
  })

  test('what was being read when the connection came back is not fresh', async () => {
    const p = onePage([eventTag(1)])
    const { promise, resolve } = Promise.withResolvers<Made>()
    p.makeBy(() => promise)
    const first = p.ask()
    p.ready.setConnected(true)
    resolve(p.page())
    await first
    p.makeBy(() => Promise.resolve(p.page()))
    expect(await p.ask()).toBe('made 2, made')
  })
})

test('what was being read when the connection came back is not handed to those who ask later', async () => {
  const p = onePage([eventTag(1)])
  p.makeBy(never)
  void p.ask().catch(() => undefined)
  p.ready.setConnected(true)
  p.makeBy(() => Promise.resolve(p.page()))
  expect(await p.ask()).toBe('made 2, made')
})

test('a last good answer says so, and nobody on the way may keep it or call it unchanged', async () => {
  const p = onePage([])
  const app = Fastify()
  onTestFinished(() => app.close())
  const made: Made = {
    status: 200,
    headers: { 'cache-control': 'public, no-cache', 'x-kept': 'yes' },
    body: 'x',
    tags: [],
  }
  let how: () => Promise<Made> = () => Promise.resolve(made)
  app.get('/page', (request, reply) => p.ready.answer(request, reply, '/page', () => how()))
  const { headers: before } = await app.inject('/page')
  expect(before).not.toHaveProperty('x-hooley-stale')
  how = away
  p.pass(MINUTE)
  const stale = await app.inject({ url: '/page', headers: { 'if-none-match': String(before.etag) } })
  expect(stale.statusCode).toBe(200)
  expect(stale.body).toBe('x')
  expect(stale.headers).toMatchObject({ 'cache-control': 'no-store', 'x-hooley-stale': '1', 'x-kept': 'yes' })
  expect(stale.headers).not.toHaveProperty('etag')
})
