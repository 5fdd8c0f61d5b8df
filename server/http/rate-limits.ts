// How often somebody may do something. Shared between instances when there is a Redis, per process otherwise.
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'

const MINUTE = 60
const HOUR = 3600

// decisions.md, "Rate limits".
export const RATES = {
  signInAccount: { points: 10, seconds: 15 * MINUTE },
  signInAddress: { points: 100, seconds: 15 * MINUTE },
  // After the tenth failure one try at a time, each with a pause of its own length.
  signInPause: { points: 1, seconds: MINUTE },
  // Timers of Node cannot be longer than 24 days.
  signInKnownAddress: { points: 1, seconds: 14 * 24 * HOUR },
  signUp: { points: 30, seconds: HOUR },
  forgotPassword: { points: 30, seconds: HOUR },
  mailToAccount: { points: 5, seconds: HOUR },
  booking: { points: 60, seconds: MINUTE },
  upload: { points: 30, seconds: HOUR },
  everythingElse: { points: 600, seconds: MINUTE },
} as const

export type RateName = keyof typeof RATES

export interface RateLimits {
  /** Uses one; answers 429 when there is none left. `seconds` replaces the length of the window it opens. */
  take(name: RateName, key: string | number, seconds?: number): Promise<void>
  /** Uses one and says whether it was there, for what must fail silently. */
  tryTake(name: RateName, key: string | number): Promise<boolean>
  /** Answers 429 when nothing is left, without using anything. */
  check(name: RateName, key: string | number): Promise<void>
  /** Uses one and says how many there are now; never refuses. */
  count(name: RateName, key: string | number): Promise<number>
  /** What was used for nothing. */
  giveBack(name: RateName, key: string | number): Promise<void>
  /** How many were used in the current window. */
  used(name: RateName, key: string | number): Promise<number>
  reset(name: RateName, key: string | number): Promise<void>
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

export function createRateLimits(redis: Redis | undefined): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(RATES).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: `hooley:${name}`, points, duration: seconds }
      const memory = new RateLimiterMemory(options)
      // While Redis is away each process counts for itself rather than letting nobody, or everybody, in.
      return [name, redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory]
    }),
  ) as unknown as Record<RateName, RateLimiterAbstract>

  const consume = async (name: RateName, key: string | number, seconds?: number) => {
    try {
      const options = seconds === undefined ? {} : { customDuration: seconds }
      return { state: await limiters[name].consume(key, 1, options), refused: false }
    } catch (state) {
      if (state instanceof RateLimiterRes) return { state, refused: true }
      throw state
    }
  }

  return {
    async take(name, key, seconds) {
      const { state, refused } = await consume(name, key, seconds)
      if (refused) throw tooMany(state)
    },
    tryTake: async (name, key) => !(await consume(name, key)).refused,
    count: async (name, key) => (await consume(name, key)).state.consumedPoints,
    async giveBack(name, key) {
      await limiters[name].reward(key)
    },
    async check(name, key) {
      const state = await limiters[name].get(key)
      if (state && state.remainingPoints <= 0) throw tooMany(state)
    },
    used: async (name, key) => (await limiters[name].get(key))?.consumedPoints ?? 0,
    async reset(name, key) {
      await limiters[name].delete(key)
    },
  }
}
