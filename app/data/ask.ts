// Asks the server for something that only a member sees. A short outage is retried, so that a screen fails only when
// asking again would not help. When to retry is the contract's rule: contract/retry.ts.
import { ApiError } from '../../contract/api-error.ts'
import { retryDelayMs } from '../../contract/retry.ts'

// No response, too many requests, or a server that is starting or full. Anything else would fail the same way again.
const TEMPORARY = new Set([0, 429, 502, 503, 504])

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Clock {
  pause: (ms: number) => Promise<void>
  random: () => number
}

export async function ask<T>(call: () => Promise<T>, { pause, random }: Clock = { pause: sleep, random: Math.random }) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || !TEMPORARY.has(error.status)) throw error
      const ms = retryDelayMs(attempt, error.retryAfterSeconds, random)
      if (ms === undefined) throw error
      await pause(ms)
    }
  }
}
