// Work that can safely be repeated is retried while the database is away, such as during a switchover.
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from './database-away.ts'

/** A planned switchover takes 3 to 6 seconds; a node that crashed and starts again about as long (docs/decisions/050). */
export const RETRY_AWAY_MS = 8_000
export const RETRY_AWAY_EVERY_MS = 200

/** Whether something that began at `since` and failed with this error is worth another attempt. */
export const isWorthRetrying = (error: unknown, since: number): boolean =>
  isConnectionLost(error) && Date.now() + RETRY_AWAY_EVERY_MS <= since + RETRY_AWAY_MS

export async function retryWhileAway<T>(isRepeatable: boolean, run: () => Promise<T>): Promise<T> {
  const since = Date.now()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isRepeatable || !isWorthRetrying(error, since)) throw error
    }
    await sleep(RETRY_AWAY_EVERY_MS)
  }
}

/** With an idempotency key a retry changes nothing; without one we cannot know whether the first attempt was carried out. */
export const retryKeyedWhileAway = <T>(key: string | null | undefined, run: () => Promise<T>) =>
  retryWhileAway(Boolean(key), run)
