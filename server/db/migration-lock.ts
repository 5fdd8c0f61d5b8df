// One instance migrates, the others wait for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SettingError } from '../config.ts'

// Any number will do, as long as every instance uses the same one.
export const MIGRATION_LOCK = 4_665_399
const ASK_EVERY_MS = 100

/**
 * Asks again and again instead of waiting inside pg_advisory_lock: a statement that waits holds a snapshot, and CREATE INDEX
 * CONCURRENTLY of the instance that has the lock would wait for that snapshot to end. The lock ends with the connection.
 */
export async function takeMigrationLock(client: pg.Client, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.taken) return
    if (Date.now() > deadline) {
      throw new SettingError(
        'Another instance has been migrating the database for too long; start again when it is done.',
      )
    }
    await sleep(ASK_EVERY_MS)
  }
}
