// From bytes that arrived to a picture in storage: claimed, admitted, checked, kept.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { UPLOAD } from '../../../contract/limits.ts'
import type { Deps } from '../../deps.ts'
import type { UploadBody } from '../../http/upload-route.ts'
import { prepareImage } from '../../storage/images.ts'
import { variantKey } from '../../storage/picture.ts'
import { pendingKey } from '../../storage/storage.ts'
import { createAdmission } from '../../storage/upload-admission.ts'
import { startUpload } from './commands.ts'
import { CLAIM_SECONDS, finishClaim, renewClaim, whileClaimed, type ClaimedUpload } from './claims.ts'
import { removeFiles } from './files.ts'
import { findUpload } from './queries.ts'

interface Fetched {
  fileType: string
  bytes: Buffer
}

/** Of this process: a dozen of the largest files at once, two of them of one account. */
export const uploadsInFlight = createAdmission({
  bytes: 64 * 1024 * 1024,
  perAccount: 2,
  waitMs: 5_000,
  maxWaiting: 200,
})

// Two tries of S3 at 12 seconds each: a file that begins to be stored before this is stored before the claim expires.
const LAST_PUT_MS = (CLAIM_SECONDS - 30) * 1_000

async function keep(deps: Deps, upload: ClaimedUpload, bytes: Buffer) {
  const { key, contentType } = upload
  const { original, variants, tint } = await prepareImage(bytes, contentType, upload.userId)
  // Variants of a try that failed half-way; the widths below take the place of theirs.
  if (upload.widths.length > 0) await removeFiles(deps, upload)
  const files = [
    ...variants.map(({ width, bytes: variant }) => ({
      key: variantKey(key, width),
      bytes: variant,
      contentType: 'image/webp',
    })),
    { key, bytes: original, contentType },
  ]
  // First the widths: should this process die between two files, the sweep knows what to look for.
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  await renewClaim(deps, upload, { widths: variants.map(({ width }) => width), bytes: size, tint })
  const lastPut = performance.now() + LAST_PUT_MS
  for (const file of files) {
    if (performance.now() > lastPut) throw new AppError('storage_unavailable', { retryAfterSeconds: 5 })
    await deps.storage.put(file.key, file.bytes, file.contentType)
  }
  await finishClaim(deps, upload)
}

/** Bytes that come to this server. The address is claimed before the first of them is read. */
export const storeUpload = (deps: Deps, key: string, body: UploadBody) =>
  whileClaimed(deps, key, (upload) =>
    uploadsInFlight.admit(upload.userId, body.size, async () => keep(deps, upload, await body.read())),
  )

/** A picture that this server has fetched: counted and checked like one that is uploaded. */
export async function storePicture(deps: Deps, user: { id: number }, { fileType, bytes }: Fetched): Promise<string> {
  const { key } = await startUpload(deps, user, { fileType, fileSize: bytes.length })
  await storeUpload(deps, key, { size: bytes.length, read: () => Promise.resolve(bytes) })
  return key
}

async function readPending({ storage }: Deps, key: string): Promise<Buffer> {
  const file = await storage.read(pendingKey(key))
  if (!file) throw new AppError('picture_unknown')
  if (file.size > UPLOAD.maxBytes) {
    file.stream.destroy()
    throw new AppError('file_too_large')
  }
  const whole = Buffer.allocUnsafeSlow(file.size)
  let size = 0
  for await (const chunk of file.stream) size += (chunk as Buffer).copy(whole, size)
  return whole.subarray(0, size)
}

const isInProgress = (error: unknown) => error instanceof AppError && error.code === 'upload_in_progress'

/** Bytes that went straight to S3 are checked here, before an event shows them for the first time. */
export async function checkPending(deps: Deps, user: { id: number }, key: string) {
  // A second press on Publish finds the first one's check under way, and waits for it.
  for (let tries = 0; tries < 40; tries++) {
    const upload = await findUpload(deps.db, key)
    if (upload?.userId !== user.id || upload.storedAt || upload.deletedAt) return
    try {
      await whileClaimed(deps, key, (claimed) =>
        uploadsInFlight.admit(user.id, UPLOAD.maxBytes, async () => keep(deps, claimed, await readPending(deps, key))),
      )
      await deps.storage.remove(pendingKey(key))
      return
    } catch (error) {
      if (!isInProgress(error)) throw error
    }
    await wait(250)
  }
  throw new AppError('upload_in_progress')
}
