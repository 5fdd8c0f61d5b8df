// Pictures that no event shows: uploaded and never put to use, or replaced.
import { and, eq, inArray, lt, notExists, type SQL } from 'drizzle-orm'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { removeFiles } from './commands.ts'

const DAY = 86_400_000
const AT_ONCE = 200

/** Removes those of them that no event shows; how many they were. */
async function removeUnused(deps: Deps, candidates: SQL | undefined): Promise<number> {
  const unused = await deps.db.transaction(async (tx) => {
    const shown = tx.select({ id: events.id }).from(events).where(eq(events.imageUrl, uploads.key))
    const found = await tx
      .select()
      .from(uploads)
      .where(and(candidates, notExists(shown)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const keys = found.map((upload) => upload.key)
    if (keys.length === 0) return []
    // Once more, now that the rows are locked: an event that took one of them meanwhile is seen.
    const used = await tx.select({ key: events.imageUrl }).from(events).where(inArray(events.imageUrl, keys))
    const free = found.filter((upload) => !used.some(({ key }) => key === upload.key))
    const freeKeys = free.map((upload) => upload.key)
    if (free.length > 0) await tx.delete(uploads).where(inArray(uploads.key, freeKeys))
    return free
  })
  for (const upload of unused) await removeFiles(deps, upload)
  return unused.length
}

/** One round of the sweep, which recurs as the job sweep-pictures. */
export const sweepOrphans = (deps: Deps) =>
  removeUnused(deps, lt(uploads.createdAt, new Date(deps.clock().getTime() - DAY)))

/** An event has another picture now. */
export const removeReplaced = (deps: Deps, key: string) => removeUnused(deps, eq(uploads.key, key))
