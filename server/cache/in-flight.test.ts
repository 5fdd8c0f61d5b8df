import { afterEach, describe, expect, test, vi } from 'vitest'
import { InFlightAnswers, withTimeLimit, type Outcome } from './in-flight.ts'
import type { Made } from './prepared-answer.ts'
import { EVERYTHING, eventTag, LISTS, type Tag } from './tags.ts'

const MADE: Made = { status: 200, headers: {}, body: '', tags: [] }

/** Answers that end when they are told to, and what became of them by then. */
function open() {
  const inFlight = new InFlightAnswers<Outcome>()
  const begin = (address: string, tags: Tag[] = []) => {
    const { promise: signal, resolve, reject } = Promise.withResolvers<void>()
    const begun = inFlight.begin(address, 0, async (outcomeFor) => {
      await signal
      return outcomeFor(tags)
    })
    const end = async () => {
      resolve()
      return begun.promise
    }
    const fail = async () => {
      reject(new Error('failed'))
      await begun.promise.catch(() => undefined)
    }
    return { ...begun, begun, end, fail }
  }
  return { inFlight, begin }
}

describe('answers in flight', () => {
  test('are found by their address until they end, well or not', async () => {
    const { inFlight, begin } = open()
    const [one, two] = [begin('/one'), begin('/two')]
    expect(inFlight.get('/one')).toBe(one.begun)
    expect([one.order, two.order]).toEqual([1, 2])
    await one.end()
    await two.fail()
    expect([inFlight.get('/one'), inFlight.get('/two')]).toEqual([undefined, undefined])
  })

  test('one that was replaced does not take the newer one with it', async () => {
    const { inFlight, begin } = open()
    const older = begin('/page')
    const newer = begin('/page')
    await older.end()
    expect(inFlight.get('/page')).toBe(newer.begun)
    await newer.end()
    expect(inFlight.get('/page')).toBeUndefined()
  })

  test('are for those who ask before the next change alone, whatever it is', () => {
    const { inFlight, begin } = open()
    const before = begin('/page')
    expect(inFlight.isCurrent(before)).toBe(true)
    inFlight.announce([])
    expect(inFlight.isCurrent(before)).toBe(false)
    expect(inFlight.isCurrent(begin('/page'))).toBe(true)
  })

  test.each<[string, Tag[], Tag[], Outcome]>([
    ['of nothing', [], [LISTS], 'current'],
    ['of something else', [LISTS], [eventTag(1)], 'current'],
    ['of what is in it', [LISTS], [LISTS, eventTag(1)], 'outdated'],
    ['of its event', [eventTag(1), LISTS], [LISTS, eventTag(1)], 'withdrawn'],
    ['of everything', [EVERYTHING], [], 'withdrawn'],
  ])('a change %s while they are made', async (_name, told, tags, outcome) => {
    const { inFlight, begin } = open()
    inFlight.announce([LISTS, eventTag(1)])
    const { end } = begin('/page', tags)
    inFlight.announce(told)
    expect(await end()).toBe(outcome)
  })

  test('what was told before they began is in them', async () => {
    const { inFlight, begin } = open()
    const other = begin('/other', [LISTS])
    inFlight.announce([LISTS])
    expect(await begin('/page', [LISTS]).end()).toBe('current')
    expect(await other.end()).toBe('outdated')
  })

  test('what was told stays known while any of them goes on', async () => {
    const { inFlight, begin } = open()
    const [first, second] = [begin('/first', [LISTS]), begin('/second', [LISTS])]
    inFlight.announce([LISTS])
    await first.end()
    expect(await second.end()).toBe('outdated')
  })
})

describe('the time limit', () => {
  afterEach(() => void vi.useRealTimers())

  test('gives up after its time and aborts the making of the answer', async () => {
    vi.useFakeTimers()
    let signal: AbortSignal | undefined
    const never = withTimeLimit((given) => {
      signal = given
      return new Promise(() => undefined)
    }, 1_000)
    const failure = never.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const cause = expect.objectContaining({ message: 'no answer within 1000 ms' }) as Error
    expect(await failure).toMatchObject({ code: 'unavailable', statusCode: 503, retryAfterSeconds: 2, cause })
    expect(signal?.aborted).toBe(true)
  })

  test.each([
    ['comes', () => Promise.resolve(MADE)],
    ['fails', () => Promise.reject(new Error('failed'))],
  ])('ends when the answer %s', async (_name, make) => {
    vi.useFakeTimers()
    await withTimeLimit(make, 1_000).catch(() => undefined)
    expect(vi.getTimerCount()).toBe(0)
  })
})
