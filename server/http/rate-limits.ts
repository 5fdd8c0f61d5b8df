// How often somebody may do something. Shared between instances when there is a Redis, per process otherwise.
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'
import { BoundedRateLimiter } from './bounded-rate-limiter.ts'
import { networkOf } from './network.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

interface Rate {
  points: number
  seconds: number
  /** The key is a caller's address, and their network is what is counted. */
  by?: 'network'
}

// docs/product/calls.md#rate-limits
export const RATES = {
  signInAccount: { points: 10, seconds: 15 * MINUTE },
  signInAddress: { points: 100, seconds: 15 * MINUTE, by: 'network' },
  // After the tenth failure one try at a time from each network, each with its own pause length.
  signInPause: { points: 1, seconds: MINUTE },
  // And this many from all networks together; one network alone can make 33 in a quarter of an hour.
  signInSlow: { points: 40, seconds: 15 * MINUTE },
  signInKnownAddress: { points: 1, seconds: 14 * DAY },
  signUp: { points: 30, seconds: HOUR, by: 'network' },
  forgotPassword: { points: 30, seconds: HOUR, by: 'network' },
  mailToAccount: { points: 5, seconds: HOUR },
  confirmAddress: { points: 5, seconds: HOUR },
  confirmAddressInADay: { points: 10, seconds: DAY },
  changeAddress: { points: 5, seconds: DAY },
  changePassword: { points: 5, seconds: DAY },
  // Each reads all that an account has, pictures too.
  export: { points: 3, seconds: DAY },
  question: { points: 5, seconds: HOUR },
  contact: { points: 5, seconds: HOUR, by: 'network' },
  contactReceipt: { points: 3, seconds: DAY },
  report: { points: 5, seconds: HOUR, by: 'network' },
  reportReceipt: { points: 3, seconds: DAY },
  messageTest: { points: 20, seconds: HOUR },
  booking: { points: 60, seconds: MINUTE },
  upload: { points: 30, seconds: HOUR },
  // Emails to addresses that have not asked for them.
  invitation: { points: 20, seconds: DAY },
  guestTicket: { points: 50, seconds: DAY },
  // By the address, no matter who types it in.
  typedAddress: { points: 10, seconds: DAY },
  createEventWhenNew: { points: 50, seconds: DAY },
  createEvent: { points: 200, seconds: DAY },
  saveEventWhenNew: { points: 1_000, seconds: DAY },
  saveEvent: { points: 5_000, seconds: DAY },
  // By link, because all devices of a venue have one address.
  doorLink: { points: 1_200, seconds: MINUTE },
  // All links of one creator. Twenty devices that scan 50 codes a second and look for changes make about 3,500.
  doorCreator: { points: 12_000, seconds: MINUTE },
  // Posters and share cards that are not at hand: about 25 ms of a processor each. A list shows 24 of them.
  drawing: { points: 240, seconds: MINUTE, by: 'network' },
  everythingElse: { points: 600, seconds: MINUTE, by: 'network' },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** Several parts are written so that no part can pass for two: nobody can pick one that uses up somebody else's. */
export type Key = string | number | readonly (string | number)[]

// Of a /48 so many times what a /64 may do: an office has one, and so can anybody who rents a server.
const WIDE = 10
// About 10 MB for each rate when it is full.
const MAX_KEYS = 50_000

export interface RateLimits {
  /** Uses one unit; throws 429 if none is left. `seconds` replaces the length of the window it opens. */
  take(name: RateName, key: Key, seconds?: number): Promise<void>
  /** Uses one and returns whether it was available, for callers that must fail silently. */
  tryTake(name: RateName, key: Key): Promise<boolean>
  /** Throws 429 if none is left; uses none. */
  check(name: RateName, key: Key): Promise<void>
  /** Uses one and returns how many are used now; never refuses. */
  count(name: RateName, key: Key): Promise<number>
  /** Refunds one unit. */
  giveBack(name: RateName, key: Key): Promise<void>
  /** How many were used in the current window. */
  used(name: RateName, key: Key): Promise<number>
  reset(name: RateName, key: Key): Promise<void>
}

const tooMany = (result: RateLimiterRes) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) })

export const noRateLimits: RateLimits = {
  take: () => Promise.resolve(),
  tryTake: () => Promise.resolve(true),
  check: () => Promise.resolve(),
  count: () => Promise.resolve(0),
  giveBack: () => Promise.resolve(),
  used: () => Promise.resolve(0),
  reset: () => Promise.resolve(),
}

const textOf = (key: Key) => (typeof key === 'object' ? JSON.stringify(key) : String(key))

export function createRateLimits(redis: Redis | undefined, { maxKeys = MAX_KEYS } = {}): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix, points, duration }
    const memory = new BoundedRateLimiter(options, maxKeys)
    // While Redis is away each process counts for itself rather than letting nobody, or everybody, in.
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const limiters = new Map<RateName, { near: RateLimiterAbstract; wide?: RateLimiterAbstract }>()
  for (const [name, rate] of Object.entries(RATES) as [RateName, Rate][])
    limiters.set(name, {
      near: limiter(`hooley:${name}`, rate.points, rate.seconds),
      wide: rate.by && limiter(`hooley:${name}:wide`, rate.points * WIDE, rate.seconds),
    })

  /** The counts that a key has a part in, the narrowest first. */
  const countsOf = (name: RateName, key: Key): { store: RateLimiterAbstract; key: string }[] => {
    const { near, wide } = limiters.get(name)!
    if (!wide) return [{ store: near, key: textOf(key) }]
    const network = networkOf(textOf(key))
    const narrow = { store: near, key: network.near }
    return network.wide ? [narrow, { store: wide, key: network.wide }] : [narrow]
  }

  const consume = async (name: RateName, key: Key, seconds?: number) => {
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

  const narrowest = (name: RateName, key: Key) => {
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
