// The files of one picture in storage, and their end.
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { variantKey } from '../../storage/picture.ts'
import { pendingKey } from '../../storage/storage.ts'
import { UPLOAD_SECONDS } from '../../storage/upload-addresses.ts'
import type { Upload } from './queries.ts'

export const variantKeys = ({ key, widths }: Upload) => widths.map((width) => variantKey(key, width))

export async function removeFiles({ storage }: Deps, upload: Upload) {
  const keys = [upload.key, ...variantKeys(upload), ...(storage.takesFilesDirectly ? [pendingKey(upload.key)] : [])]
  await Promise.all(keys.map((file) => storage.remove(file)))
}

/**
 * First the files, then the row: if something fails in between, the row still leads to what is left. The row stays while
 * a file may still arrive: from a PUT in flight, or from a browser whose address for the bucket has not expired.
 */
export async function removePicture(deps: Deps, upload: Upload) {
  await removeFiles(deps, upload)
  const isUnclaimed = or(isNull(uploads.claimedUntil), lt(uploads.claimedUntil, sql`now()`))
  const hasExpired = lt(uploads.createdAt, sql`now() - ${UPLOAD_SECONDS + 60} * interval '1 second'`)
  await deps.db
    .delete(uploads)
    .where(
      and(
        eq(uploads.key, upload.key),
        isNotNull(uploads.deletedAt),
        isUnclaimed,
        deps.storage.takesFilesDirectly ? hasExpired : undefined,
      ),
    )
}
