import { setTimeout as wait } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 2_000
const FOR_MS = 600_000

/** Errors of class 22 and 23 are in the data: retrying cannot help. */
const isOurFault = (error: unknown) => /^2[23]/.test((error as { cause?: { code?: string } }).cause?.code ?? '')

/**
 * Finished work has to be recorded, or it would be done a second time, so the write is retried. While
 * the database is away nobody else can claim the work either, so it is worth retrying beyond the lease.
 */
export async function retryUntilWritten<T>(write: () => Promise<T>, isStopping: () => boolean): Promise<T> {
  const from = performance.now()
  for (let ms = FIRST_MS; ; ms = Math.min(ms * 2, LONGEST_MS)) {
    try {
      return await write()
    } catch (error) {
      if (isOurFault(error) || isStopping() || performance.now() - from > FOR_MS) throw error
    }
    await wait(ms)
  }
}
