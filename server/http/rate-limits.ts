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
  signUp: { points: 30, seconds: HOUR },
  forgotPassword: { points: 30, seconds: HOUR },
  mailToAccount: { points: 5, seconds: HOUR },
  booking: { points: 60, seconds: MINUTE },
  upload: { points: 30, seconds: HOUR },
  everythingElse: { points: 600, seconds: MINUTE },
} as const

export type RateName = keyof typeof RATES

export interface RateLimits {
  /** Uses one; answers 429 when there is none left. */
  take(name: RateName, key: string | number): Promise<void>
  /** Uses one and says whether it was there, for what must fail silently. */
  tryTake(name: RateName, key: string | number): Promise<boolean>
  /** Answers 429 when nothing is left, without using anything. */
  check(name: RateName, key: string | number): Promise<void>
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

  const consume = async (name: RateName, key: string | number): Promise<RateLimiterRes | null> => {
    try {
      await limiters[name].consume(key)
      return null
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    }
  }

  return {
    async take(name, key) {
      const refused = await consume(name, key)
      if (refused) throw tooMany(refused)
    },
    tryTake: async (name, key) => (await consume(name, key)) === null,
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
