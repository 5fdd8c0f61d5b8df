// When a client asks again. Never in step with others: people who were refused at the same moment must not come back at
// the same moment, or they meet the same refusal.

// A moment, then longer: a server that restarts is back within seconds.
const DELAYS_MS = [400, 1_500]
// Nobody watches a spinner for longer than this; then they see a message instead.
const MAX_RETRY_AFTER_SECONDS = 10

/**
 * Milliseconds until attempt number `attempt` (from 0) is repeated; undefined: no more. A client that was told when to come
 * back never comes earlier, and comes within twice that time.
 */
export function retryDelayMs(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const delay = DELAYS_MS[attempt]
  if (delay === undefined) return undefined
  if (retryAfterSeconds === undefined) return delay * (0.5 + random())
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return undefined
  return Math.max(retryAfterSeconds * 1_000, delay) * (1 + random())
}
