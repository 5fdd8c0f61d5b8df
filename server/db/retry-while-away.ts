// What may safely be done again waits out a moment without a database: while another node takes over, say.
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from './database-away.ts'

/** A planned switchover takes 3 to 6 seconds; a node that crashed and starts again about as long (docs/decisions/050). */
export const RETRY_AWAY_MS = 8_000
export const RETRY_AWAY_EVERY_MS = 200

/** Whether something that was begun then and has just failed like this is worth another attempt. */
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

/** With an idempotency key it is done once however often it is tried; without one nobody knows what became of it. */
export const retryKeyedWhileAway = <T>(key: string | null | undefined, run: () => Promise<T>) =>
  retryWhileAway(Boolean(key), run)
