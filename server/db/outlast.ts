// What may safely be done again waits out a moment without a database: while another node takes over, say.
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from './database-away.ts'

/** A planned switchover takes 3 to 6 seconds; a node that crashed and starts again about as long (docs/decisions/050). */
export const OUTLAST_MS = 8_000
export const OUTLAST_EVERY_MS = 200

/** Whether something that was begun then and has just failed like this is worth another attempt. */
export const isWorthAnother = (error: unknown, since: number): boolean =>
  isConnectionLost(error) && Date.now() + OUTLAST_EVERY_MS <= since + OUTLAST_MS

export async function outlast<T>(isRepeatable: boolean, run: () => Promise<T>): Promise<T> {
  const since = Date.now()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isRepeatable || !isWorthAnother(error, since)) throw error
    }
    await sleep(OUTLAST_EVERY_MS)
  }
}

/** With an idempotency key it is done once however often it is tried; without one nobody knows what became of it. */
export const outlastWithKey = <T>(key: string | null | undefined, run: () => Promise<T>) => outlast(Boolean(key), run)
