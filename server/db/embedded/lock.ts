import { chownSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// Node has no flock. SQLite's locks on an empty file are kernel locks: a killed process loses them at once, so there
// are no stale lock files to recognise and no reused pids to mistake for an owner.
export type Lock = { release(): void }

const SQLITE_BUSY = 5

/** Many may hold it at once; it says "I use this database". */
export const shareLock = (file: string) => takeLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema')

/** Only one may hold it, and only while nobody shares it. Null when somebody does. */
export const tryExclusiveLock = (file: string) => takeLock(file, 'BEGIN EXCLUSIVE')

export async function waitForExclusiveLock(file: string, timeoutMs: number): Promise<Lock | null> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const lock = tryExclusiveLock(file)
    if (lock || Date.now() > deadline) return lock
    await sleep(25)
  }
}

/** As root, gives what we create to the folder's owner, who can then start without root. */
export function giveToOwner(folder: string, ...files: string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const file of files) chownSync(file, uid, gid)
}

function takeLock(file: string, statement: string): Lock | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(statement)
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}
