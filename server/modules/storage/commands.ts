import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { UPLOAD } from '../../../contract/limits.ts'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { prepareImage } from '../../storage/images.ts'
import { extensionOf, pendingKey } from '../../storage/storage.ts'
import { variantKey } from './picture.ts'
import { requireUploader } from './policy.ts'
import { findUpload, type Upload } from './queries.ts'

interface Person {
  id: number
}

/** The key is random: a file's name is what somebody else wrote, and never becomes a path. */
export async function startUpload(deps: Deps, user: Person, file: { fileType: string; fileSize?: number }) {
  await deps.limits.take('upload', user.id)
  const key = `events/${randomBytes(16).toString('hex')}.${extensionOf(file.fileType)}`
  const uploadUrl = await deps.storage.signUpload({ key, contentType: file.fileType, size: file.fileSize })
  await deps.db.insert(uploads).values({ key, userId: user.id, contentType: file.fileType })
  return { uploadUrl, key }
}

async function keep({ db, storage, clock }: Deps, { key, contentType }: Upload, bytes: Buffer) {
  const { original, variants } = await prepareImage(bytes, contentType)
  const widths = variants.map(({ width }) => width)
  // First the widths: should this process die between two files, the sweep knows what to look for.
  await db.update(uploads).set({ widths }).where(eq(uploads.key, key))
  for (const { width, bytes: variant } of variants) await storage.put(variantKey(key, width), variant, 'image/webp')
  await storage.put(key, original, contentType)
  await db
    .update(uploads)
    .set({ storedAt: clock() })
    .where(and(eq(uploads.key, key), isNull(uploads.storedAt)))
}

/** Bytes that came to this server. An address works once: a key's bytes never change. */
export async function storeUpload(deps: Deps, key: string, bytes: Buffer) {
  const upload = await findUpload(deps.db, key)
  if (!upload || upload.storedAt) throw new AppError('upload_url_invalid')
  await keep(deps, upload, bytes)
}

/** Bytes that went straight to S3 are checked here, before an event shows them for the first time. */
export async function checkPending(deps: Deps, user: Person, key: string) {
  const upload = await findUpload(deps.db, key)
  if (!upload || upload.userId !== user.id || upload.storedAt) return
  const file = await deps.storage.read(pendingKey(key))
  if (!file) throw new AppError('picture_unknown')
  if (file.size > UPLOAD.maxBytes) {
    file.stream.destroy()
    throw new AppError('file_too_large')
  }
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer)
  await keep(deps, upload, Buffer.concat(chunks))
  await deps.storage.remove(pendingKey(key))
}

export async function removeFiles({ storage }: Deps, { key, widths, storedAt }: Upload) {
  const keys = [key, ...widths.map((width) => variantKey(key, width)), ...(storedAt ? [] : [pendingKey(key)])]
  await Promise.all(keys.map((file) => storage.remove(file)))
}

/** An event that shows the picture goes back to the placeholder, rather than to a broken one. */
export async function deleteFile(deps: Deps, user: Person, key: string) {
  const { upload, changed } = await deps.db.transaction(async (tx) => {
    const [found] = await tx.select().from(uploads).where(eq(uploads.key, key)).for('update')
    requireUploader(found, user)
    const shown = await tx
      .update(events)
      .set({ imageUrl: null, imageWidths: [], version: sql`${events.version} + 1` })
      .where(and(eq(events.creatorId, user.id), eq(events.imageUrl, key)))
      .returning({ id: events.id })
    await tx.delete(uploads).where(eq(uploads.key, key))
    return { upload: found, changed: shown }
  })
  for (const { id } of changed) deps.changes.changed(id)
  await removeFiles(deps, upload)
  return { message: 'The picture was deleted.' }
}
