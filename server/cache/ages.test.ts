// How long an answer is fresh, when it is renewed in advance, and what is kept at all.
import Fastify from 'fastify'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import type { Made } from './prepared-answer.ts'
import { ReadyBytes, type ReadyBytesOptions } from './ready-bytes.ts'
import { eventTag } from './tags.ts'

describe('before an answer gets too old', () => {
  const MAX_AGE = 400

  function serveCounted() {
    let made = 0
    let now = 1_000_000
    let hold = Promise.resolve()
    const ready = new ReadyBytes({ maxAgeMs: MAX_AGE, now: () => now })
    const app = Fastify()
    app.get('/page', (request, reply) =>
      ready.answer(request, reply, '/page', async () => {
        const body = `made ${++made}`
        await hold
        return { status: 200, headers: { 'content-type': 'text/plain' }, body, tags: ['event:1'] }
      }),
    )
    onTestFinished(() => app.close())
    const ask = async () => (await app.inject({ url: '/page' })).body
    const pass = (part: number) => void (now += MAX_AGE * part)
    return { ask, pass, ready, made: () => made, holdWith: (until: Promise<void>) => void (hold = until) }
  }

  test('it is renewed while the old one is still served, and nobody waits', async () => {
    const { ask, pass, holdWith, made } = serveCounted()
    expect(await ask()).toBe('made 1')
    pass(0.8)
    const { promise, resolve } = Promise.withResolvers<void>()
    holdWith(promise)
    expect([await ask(), await ask()]).toEqual(['made 1', 'made 1'])
    expect(made()).toBe(2)
    resolve()
    await expect.poll(ask).toBe('made 2')
    // The new one counts from its own beginning: the old one's time would be over by now.
    pass(0.4)
    expect(await ask()).toBe('made 2')
    expect(made()).toBe(2)
  })

  test('a change during the renewal discards both', async () => {
    const { ask, pass, ready, holdWith } = serveCounted()
    expect(await ask()).toBe('made 1')
    pass(0.8)
    const { promise, resolve } = Promise.withResolvers<void>()
    holdWith(promise)
    expect(await ask()).toBe('made 1')
    ready.invalidate('event:1')
    resolve()
    expect(await ask()).toBe('made 3')
  })
})

test('however many feeds are asked for, they push out neither pages nor searches, and take no more than their share', async () => {
  const ready = new ReadyBytes({ maxBytes: 1_200_000 })
  const keep = (address: string, size: number) =>
    ready.obtain(address, 'route', () =>
      Promise.resolve({ status: 200, headers: {}, body: 'x'.repeat(size), tags: [] }),
    )
  await keep('/events/1', 10_000)
  await keep('/events?q=fiddle', 10_000)
  for (let n = 0; n < 200; n++) await keep(`/feeds/creators/${n}.ics`, 50_000)
  expect(ready.find('/events/1', undefined)).toBeDefined()
  expect(ready.find('/events?q=fiddle', undefined)).toBeDefined()
  expect(ready.find('/feeds/creators/199.ics', undefined)).toBeDefined()
  expect(ready.find('/feeds/creators/0.ics', undefined)).toBeUndefined()
  expect(ready.bytes).toBeLessThan(300_000)
})

/** A page, a clock for it, and how often it was made. */
function aPage(options: ReadyBytesOptions = {}) {
  let now = 5_000_000
  let made = 0
  const ready = new ReadyBytes({ now: () => now, ...options })
  let fields: Partial<Made> = {}
  let until: Promise<unknown> = Promise.resolve()
  const make = async (): Promise<Made> => {
    const body = `made ${++made} ${'x'.repeat(2_000)}`
    await until
    return { status: 200, headers: {}, body, tags: [eventTag(1)], ...fields }
  }
  return {
    ready,
    ask: async (address = '/page') => (await ready.obtain(address, '/:page', make)).source,
    find: (encoding = 'identity', address = '/page') => ready.find(address, encoding),
    made: () => made,
    pass: (ms: number) => void (now += ms),
    answerWith: (next: Partial<Made>) => void (fields = next),
    waitFor: (promise: Promise<unknown>) => void (until = promise),
  }
}

afterEach(() => void vi.useRealTimers())

describe('the edges of ages', () => {
  test.each([
    ['its age', {}, 30_000],
    ['the age that it is given', { maxAgeMs: 100 }, 100],
  ])('an answer is fresh until %s, and not any more at it', async (_name, options, maxAge) => {
    const { ask, find, pass } = aPage(options)
    await ask()
    pass(maxAge - 1)
    expect(find()).toMatchObject({ status: 200, route: '/:page' })
    const late = aPage(options)
    await late.ask()
    late.pass(maxAge)
    expect(late.find()).toBeUndefined()
    expect(await late.ask()).toBe('made')
  })

  test('it is renewed in advance only after seven tenths of its age, and once', async () => {
    const { ask, find, pass, made, waitFor } = aPage({ maxAgeMs: 1_000 })
    await ask()
    pass(700)
    expect(find()).toBeDefined()
    expect(made()).toBe(1)
    waitFor(new Promise(() => undefined))
    pass(1)
    for (let n = 0; n < 3; n++) expect(find()).toBeDefined()
    expect(made()).toBe(2)
  })

  test('renewed in advance, it is compressed as the one before was', async () => {
    const { ready, ask, find, pass, made } = aPage({ maxAgeMs: 1_000 })
    const app = Fastify()
    onTestFinished(() => app.close())
    app.get('/page', (request, reply) => ready.answer(request, reply, '/page', () => Promise.reject(new Error('kept'))))
    await ask()
    expect(find('br')).toBeUndefined()
    await app.inject({ url: '/page', headers: { 'accept-encoding': 'br' } })
    const first = find('br')
    expect(first).toBeDefined()
    pass(800)
    find()
    await expect.poll(() => find('br')?.encoded.etag).not.toBe(first?.encoded.etag)
    expect(made()).toBe(2)
    expect(find('gzip')).toBeUndefined()
  })

  test('when making it in advance fails, the old one is handed out until its time is over', async () => {
    const { ask, find, pass, made, waitFor } = aPage({ maxAgeMs: 1_000 })
    await ask()
    pass(800)
    waitFor(Promise.reject(new Error('a defect')))
    expect(find()).toBeDefined()
    await expect.poll(made).toBe(2)
    pass(199)
    expect(await ask()).toBe('kept')
    pass(1)
    await expect(ask()).rejects.toThrow('a defect')
  })

  test('the age counts from before the reading', async () => {
    const { ask, find, pass, waitFor } = aPage({ maxAgeMs: 1_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    waitFor(promise)
    const asked = ask()
    pass(600)
    resolve()
    await asked
    pass(399)
    expect(find()).toBeDefined()
    pass(1)
    expect(find()).toBeUndefined()
  })

  test('cut off, an answer is fresh for half a second, or for less where its age is less', async () => {
    for (const [options, age] of [
      [{}, 500],
      [{ maxAgeMs: 80 }, 80],
    ] as const) {
      const { ready, ask, find, pass } = aPage(options)
      ready.setConnected(false)
      await ask()
      pass(age - 1)
      expect(find()).toBeDefined()
      pass(1)
      expect(find()).toBeUndefined()
    }
  })

  test('it is the last good answer for less than ten minutes', async () => {
    for (const [ms, outcome] of [
      [600_000 - 1, 'last good'],
      [600_000, 'busy'],
    ] as const) {
      const { ask, pass, waitFor } = aPage()
      await ask()
      pass(ms)
      waitFor(Promise.reject(new AppError('unavailable')))
      expect(await ask().catch((error: Error) => error.message)).toContain(outcome)
    }
  })

  test('who joins waits only for what is left of the patience, counted from its beginning', async () => {
    const { ask, pass, waitFor, made } = aPage()
    await ask()
    pass(60_000)
    waitFor(new Promise(() => undefined))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answered: string[] = []
    const first = ask().then(() => answered.push('first'))
    await vi.advanceTimersByTimeAsync(200)
    pass(200)
    const second = ask().then(() => answered.push('second'))
    await vi.advanceTimersByTimeAsync(99)
    expect(answered).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([first, second])
    expect(answered).toEqual(['first', 'second'])
    pass(400)
    await Promise.all([ask(), vi.advanceTimersByTimeAsync(0)])
    expect(made()).toBe(2)
  })

  test('the wait is over with the answer, and leaves no timer behind', async () => {
    const { ask, pass } = aPage()
    await ask()
    pass(60_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect(await ask()).toBe('made')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what is kept', () => {
  test.each<[string, Partial<Made>, boolean]>([
    ['a success', {}, true],
    ['a page that is not there', { status: 404 }, false],
    ['the first status that is none', { status: 400 }, false],
    ['a page that is not there and says that it may be kept', { status: 404, keep: true }, true],
    ['a success that says that it may not', { keep: false }, false],
    ['a defect, whatever it says', { status: 500, keep: true }, false],
    ['the last status before a defect', { status: 499, keep: true }, true],
  ])('%s', async (_name, fields, isKept) => {
    const { ask, find, answerWith } = aPage()
    answerWith(fields)
    expect(await ask()).toBe('made')
    expect(find() !== undefined).toBe(isKept)
  })

  test('what is not kept any more takes the one before with it', async () => {
    const { ready, ask, find, pass, answerWith } = aPage()
    await ask()
    pass(30_000)
    answerWith({ keep: false })
    await ask()
    expect(find()).toBeUndefined()
    expect(ready.bytes).toBe(0)
  })

  test('one answer for many addresses is prepared once', async () => {
    const ready = new ReadyBytes()
    const made: Made = { status: 200, headers: {}, body: 'the same', tags: [] }
    const [one, two] = await Promise.all(['/a', '/b'].map((address) => ready.obtain(address, '', async () => made)))
    expect(two?.answer).toBe(one?.answer)
  })

  test('pages, questions and feeds have a half, a third and a sixth, and all of it is counted', async () => {
    const ready = new ReadyBytes({ maxBytes: 600_000 })
    for (const [prefix, share] of [
      ['/events/', 300_000],
      ['/events?q=', 200_000],
      ['/feeds/', 100_000],
    ] as const) {
      const before = ready.bytes
      for (let n = 0; n < 300; n++)
        await ready.obtain(`${prefix}${n}`, '', async () => ({
          status: 200,
          headers: {},
          body: 'x'.repeat(2_000),
          tags: [],
        }))
      const taken = ready.bytes - before
      expect(taken).toBeLessThanOrEqual(share)
      expect(taken).toBeGreaterThan(share - 10_000)
    }
    ready.clear()
    expect(ready.bytes).toBe(0)
  })

  test('tags weigh too', async () => {
    const weightWith = async (tags: Made['tags']) => {
      const ready = new ReadyBytes()
      await ready.obtain('/page', '', async () => ({ status: 200, headers: {}, body: '', tags }))
      return ready.bytes
    }
    const many = Array.from({ length: 50 }, (_, n) => eventTag(n))
    expect((await weightWith(many)) - (await weightWith([]))).toBe(5_000)
  })
})

test('behind a cache, who asks as somebody in particular is not answered as everybody', () => {
  const asMember = { authorization: 'Bearer x' }
  expect(new ReadyBytes().isForEverybody(asMember)).toBe(true)
  const behind = new ReadyBytes({ isBehindCache: true })
  expect(behind.isForEverybody(asMember)).toBe(false)
  expect(behind.isForEverybody({})).toBe(true)
})
