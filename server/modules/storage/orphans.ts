// Pictures that were uploaded and never put to use, or were replaced by a browser that closed before it said so.
import { and, eq, inArray, lt, notExists } from 'drizzle-orm'
import { events, uploads } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { removeFiles } from './commands.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
const AT_ONCE = 200

export async function removeOrphans(deps: Deps): Promise<number> {
  const before = new Date(deps.clock().getTime() - DAY)
  const orphans = await deps.db.transaction(async (tx) => {
    const shown = tx.select({ id: events.id }).from(events).where(eq(events.imageUrl, uploads.key))
    const old = await tx
      .select()
      .from(uploads)
      .where(and(lt(uploads.createdAt, before), notExists(shown)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const keys = old.map((upload) => upload.key)
    if (keys.length === 0) return []
    // Once more, now that the rows are locked: an event that took one of them meanwhile is seen.
    const used = await tx.select({ key: events.imageUrl }).from(events).where(inArray(events.imageUrl, keys))
    const free = old.filter((upload) => !used.some(({ key }) => key === upload.key))
    const freeKeys = free.map((upload) => upload.key)
    if (free.length > 0) await tx.delete(uploads).where(inArray(uploads.key, freeKeys))
    return free
  })
  for (const orphan of orphans) await removeFiles(deps, orphan)
  return orphans.length
}

/** Once an hour; the first time after a minute, when the start is over. Neither keeps the process alive. */
export function sweepOrphans(deps: Deps) {
  const sweep = () => {
    removeOrphans(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'could not sweep unused pictures'))
  }
  setTimeout(sweep, MINUTE).unref()
  setInterval(sweep, HOUR).unref()
}
