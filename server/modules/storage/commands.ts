import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { requireMay } from '../../access/can.ts'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { extensionOf } from '../../storage/storage.ts'
import { removePicture } from './files.ts'
import { countUnusedBytes } from './queries.ts'

interface Person {
  id: number
}

/** A day of a busy organiser; what no event shows is removed after a day. */
const MAX_UNUSED_BYTES = 200 * 1024 * 1024

/** The key is random: a file's name is what somebody else wrote, and never becomes a path. */
export async function startUpload(deps: Deps, user: Person, file: { fileType: string; fileSize?: number }) {
  await deps.limits.take('upload', user.id)
  if ((await countUnusedBytes(deps.db, user.id)) > MAX_UNUSED_BYTES) throw new AppError('too_many_unused_pictures')
  const key = `events/${randomBytes(16).toString('hex')}.${extensionOf(file.fileType)}`
  const uploadUrl = await deps.storage.signUpload({ key, contentType: file.fileType, size: file.fileSize })
  // What may be put into the bucket counts from now on: we are not notified when it arrives.
  const bytes = deps.storage.takesFilesDirectly ? (file.fileSize ?? 0) : 0
  await deps.db.insert(uploads).values({ key, userId: user.id, contentType: file.fileType, bytes })
  return { uploadUrl, key }
}

/**
 * A picture that an event shows stays, no matter who uploaded it. Marked first, so that it is not served from then on, then
 * removed: what fails can be tried again, by a second call or by the sweep.
 */
export async function deleteFile(deps: Deps, user: Person, key: string) {
  const upload = await deps.db.transaction(async (tx) => {
    const [found] = await tx.select().from(uploads).where(eq(uploads.key, key)).for('update')
    if (!found) throw new AppError('forbidden')
    requireMay(user, 'picture.delete', found)
    // Who puts it to use holds its row (findUploadForUse), so that it is either shown by now, or never.
    if ((await tx.$count(events, eq(events.imageUrl, key))) > 0) throw new AppError('picture_in_use')
    await tx
      .update(users)
      .set({ photoKey: null, photoWidths: [] })
      .where(and(eq(users.id, user.id), eq(users.photoKey, key)))
    await tx
      .update(uploads)
      .set({ deletedAt: sql`coalesce(${uploads.deletedAt}, now())` })
      .where(eq(uploads.key, key))
    return found
  })
  deps.storage.deleted.add(key)
  await removePicture(deps, upload)
  return { message: 'The picture was deleted.' }
}
