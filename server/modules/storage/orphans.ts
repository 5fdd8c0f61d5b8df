// Pictures that no event shows: uploaded and never put to use, or replaced. And those whose deletion was not finished.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { removePicture } from './files.ts'
import { isShownNowhere, type Upload } from './queries.ts'

const AT_ONCE = 200
/** 10,000 pictures a sweep; the rest waits for the next one. */
const MAX_ROUNDS = 50
/** Then the storage is down, and trying the rest would only take time. */
const MAX_FAILURES = 20

/** Marks those of them that no event shows. */
async function markUnused(deps: Deps, candidates: SQL | undefined): Promise<Upload[]> {
  const marked = await deps.db.transaction(async (tx) => {
    const found = await tx
      .select({ key: uploads.key })
      .from(uploads)
      .where(and(candidates, isNull(uploads.deletedAt), isShownNowhere(tx)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    if (found.length === 0) return []
    // Checked again now that the rows are locked, in case an event has started to show one of them.
    const keys = found.map(({ key }) => key)
    return tx
      .update(uploads)
      .set({ deletedAt: deps.clock() })
      .where(and(inArray(uploads.key, keys), isShownNowhere(tx)))
      .returning()
  })
  for (const { key } of marked) deps.storage.deleted.add(key)
  return marked
}

/** Removes those of them that no event shows; how many they were. What cannot be removed now is left to the sweep. */
export async function removeUnused(deps: Deps, candidates: SQL | undefined): Promise<number> {
  const marked = await markUnused(deps, candidates)
  for (const upload of marked) await removePicture(deps, upload)
  return marked.length
}

/** An event has another picture now. */
export const removeReplaced = (deps: Deps, key: string) => removeUnused(deps, eq(uploads.key, key))

/** Every picture that is marked and still has files; how many of them are gone now. */
async function removeMarked(deps: Deps): Promise<number> {
  let [removed, failures, after] = [0, 0, '']
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const marked = await deps.db
      .select()
      .from(uploads)
      .where(and(isNotNull(uploads.deletedAt), gt(uploads.key, after)))
      .orderBy(asc(uploads.key))
      .limit(AT_ONCE)
    for (const upload of marked) {
      try {
        await removePicture(deps, upload)
        removed++
      } catch (error) {
        deps.log.warn({ err: error }, 'could not remove a deleted picture')
        if (++failures >= MAX_FAILURES) return removed
      }
    }
    if (marked.length < AT_ONCE) break
    after = marked.at(-1)?.key ?? ''
  }
  return removed
}

/** One sweep, in bounded rounds, which recurs as the job sweep-pictures; how many pictures were removed. */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const isOld = lt(uploads.createdAt, new Date(deps.clock().getTime() - DAY))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const marked = await markUnused(deps, isOld)
    if (marked.length === 0) break
  }
  return removeMarked(deps)
}
