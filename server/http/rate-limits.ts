// How often somebody may do something. Shared between instances when there is a Redis, per process otherwise.
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import { BoundedRateLimiter } from './bounded-rate-limiter.ts'
import { networkOf } from './network.ts'

/** A limit's time in seconds: `seconds: PER.hour`, `15 * PER.minute`. */
export const PER = { minute: MINUTE_SECONDS, hour: HOUR_SECONDS, day: DAY_SECONDS }

export interface Rate {
  points: number
  seconds: number
  /** The key is a caller's address, and their network is what is counted. */
  by?: 'network'
}

// docs/product/calls.md#rate-limits. Those that several modules count by; a module brings those that are only its own.
export const SHARED_RATES = {
  mailToAccount: { points: 5, seconds: PER.hour },
  booking: { points: 60, seconds: PER.minute },
  // By the address, no matter who types it in.
  typedAddress: { points: 10, seconds: PER.day },
  everythingElse: { points: 600, seconds: PER.minute, by: 'network' },
} as const satisfies Record<string, Rate>

/** Several parts are written so that no part can pass for two: nobody can pick one that uses up somebody else's. */
export type Key = string | number | readonly (string | number)[]

// Of a /48 so many times what a /64 may do: an office has one, and so can anybody who rents a server.
const WIDE = 10
// About 10 MB for each rate when it is full.
const MAX_KEYS = 50_000

export interface RateLimits {
  /** Uses one unit; throws 429 if none is left. `seconds` replaces the length of the window it opens. */
  take(name: string, key: Key, seconds?: number): Promise<void>
  /** Uses one and returns whether it was available, for callers that must fail silently. */
  tryTake(name: string, key: Key): Promise<boolean>
  /** Throws 429 if none is left; uses none. */
  check(name: string, key: Key): Promise<void>
  /** Uses one and returns how many are used now; never refuses. */
  count(name: string, key: Key): Promise<number>
  /** Refunds one unit. */
  giveBack(name: string, key: Key): Promise<void>
  /** How many were used in the current window. */
  used(name: string, key: Key): Promise<number>
  reset(name: string, key: Key): Promise<void>
}

const tooMany = (result: RateLimiterRes) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) })

const unknown = (name: string) => new Error(`No module brings a rate limit "${name}".`)

/** Nothing is counted; a name that nobody brings is a mistake all the same. */
export function noRateLimits(rates: Record<string, Rate>): RateLimits {
  const always =
    <T>(result: T) =>
    (name: string) =>
      name in rates ? Promise.resolve(result) : Promise.reject(unknown(name))
  return {
    take: always(undefined),
    tryTake: always(true),
    check: always(undefined),
    count: always(0),
    giveBack: always(undefined),
    used: always(0),
    reset: always(undefined),
  }
}

const textOf = (key: Key) => (typeof key === 'object' ? JSON.stringify(key) : String(key))

export function createRateLimits(
  redis: Redis | undefined,
  rates: Record<string, Rate>,
  { maxKeys = MAX_KEYS } = {},
): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix, points, duration }
    const memory = new BoundedRateLimiter(options, maxKeys)
    // While Redis is away each process counts for itself rather than letting nobody, or everybody, in.
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const limitersOf = new Map<string, { near: RateLimiterAbstract; wide?: RateLimiterAbstract }>()
  for (const [name, rate] of Object.entries(rates))
    limitersOf.set(name, {
      near: limiter(`hooley:${name}`, rate.points, rate.seconds),
      wide: rate.by && limiter(`hooley:${name}:wide`, rate.points * WIDE, rate.seconds),
    })

  /** The counts that a key has a part in, the narrowest first. */
  const countsOf = (name: string, key: Key): { store: RateLimiterAbstract; key: string }[] => {
    const limiters = limitersOf.get(name)
    if (!limiters) throw unknown(name)
    const { near, wide } = limiters
    if (!wide) return [{ store: near, key: textOf(key) }]
    const network = networkOf(textOf(key))
    const narrow = { store: near, key: network.near }
    return network.wide ? [narrow, { store: wide, key: network.wide }] : [narrow]
  }

  const consume = async (name: string, key: Key, seconds?: number) => {
    const options = seconds === undefined ? {} : { customDuration: seconds }
    let used: RateLimiterRes | undefined
    for (const count of countsOf(name, key)) {
      try {
        const state = await count.store.consume(count.key, 1, options)
        used ??= state
      } catch (state) {
        if (state instanceof RateLimiterRes) return { state, refused: true }
        throw state
      }
    }
    return { state: used!, refused: false }
  }

  const narrowest = (name: string, key: Key) => {
    const [{ store, key: text }] = countsOf(name, key) as [{ store: RateLimiterAbstract; key: string }]
    return store.get(text)
  }

  return {
    async take(name, key, seconds) {
      const { state, refused } = await consume(name, key, seconds)
      if (refused) throw tooMany(state)
    },
    tryTake: async (name, key) => !(await consume(name, key)).refused,
    count: async (name, key) => (await consume(name, key)).state.consumedPoints,
    async giveBack(name, key) {
      for (const count of countsOf(name, key)) await count.store.reward(count.key)
    },
    async check(name, key) {
      const state = await narrowest(name, key)
      if (state && state.remainingPoints <= 0) throw tooMany(state)
    },
    used: async (name, key) => (await narrowest(name, key))?.consumedPoints ?? 0,
    async reset(name, key) {
      for (const count of countsOf(name, key)) await count.store.delete(count.key)
    },
  }
}
