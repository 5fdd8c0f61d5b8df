// Asking the server for something that only a member sees: a short trouble is waited out, so that a screen fails only when
// asking again would not help.
import { ApiError } from '../../contract/errors.ts'

// No answer, too many at once, or a server that is starting or full. Anything else would be answered the same again.
const PASSING = new Set([0, 429, 502, 503, 504])
const FIRST_PAUSE_MS = 400
// Longer than this nobody looks at a spinner; the screen then offers to try again.
const LONGEST_PAUSE_MS = 5_000
const RETRIES = 2

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Clock {
  pause: (ms: number) => Promise<void>
  random: () => number
}

/** How long to wait before the next try, null when there is none: as the server says, else longer each time; with jitter. */
export function pauseAfter(error: unknown, failures: number, random: () => number): number | null {
  if (!(error instanceof ApiError) || !PASSING.has(error.status) || failures > RETRIES) return null
  const wanted = error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : FIRST_PAUSE_MS * 3 ** (failures - 1)
  // Those who were turned away together do not come back together, and nobody comes sooner than the server asked.
  return wanted > LONGEST_PAUSE_MS ? null : wanted * (1 + random() / 2)
}

export async function ask<T>(call: () => Promise<T>, { pause, random }: Clock = { pause: sleep, random: Math.random }) {
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (error) {
      const ms = pauseAfter(error, failures, random)
      if (ms === null) throw error
      await pause(ms)
    }
  }
}
