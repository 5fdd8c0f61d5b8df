// A start beside a database that is starting too, failing over, or only reading for the moment, waits for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectToLeader, isPassing } from './leader-client.ts'

const ASK_EVERY_MS = 500

/** Returns when it can be written to; throws the last error after that long, and at once what no waiting mends. */
export async function waitForDatabase(url: string, patienceMs: number, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      const client = await connectToLeader(url, 'hooley-start', deadline - Date.now())
      return void client.end().catch(() => undefined)
    } catch (error) {
      if (!isPassing(error) || Date.now() + ASK_EVERY_MS > deadline) throw error
      if (attempt === 1) say('Waiting for the database …')
      await sleep(ASK_EVERY_MS)
    }
  }
}
