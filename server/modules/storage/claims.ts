// One process at a time stores the bytes of an upload. A claim is a token in the row that expires by itself; a
// process that finds another token there has lost its claim and stores nothing more.
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { removeFiles } from './files.ts'
import { findUpload, type Upload } from './queries.ts'

/** Longer than a body may take to arrive, and longer than storing it takes: both begin with a claim of this length. */
export const CLAIM_SECONDS = 180

export interface ClaimedUpload extends Upload {
  claim: string
}

const inAWhile = sql`now() + ${CLAIM_SECONDS} * interval '1 second'`
const isMine = ({ key, claim }: ClaimedUpload) => and(eq(uploads.key, key), eq(uploads.claim, claim))

async function claim({ db }: Deps, key: string): Promise<ClaimedUpload> {
  const token = randomBytes(16).toString('hex')
  const isFree = or(isNull(uploads.claimedUntil), lt(uploads.claimedUntil, sql`now()`))
  const [claimed] = await db
    .update(uploads)
    .set({ claim: token, claimedUntil: inAWhile })
    .where(and(eq(uploads.key, key), isNull(uploads.storedAt), isNull(uploads.deletedAt), isFree))
    .returning()
  if (claimed) return { ...claimed, claim: token }
  const upload = await findUpload(db, key)
  throw new AppError(!upload || upload.storedAt || upload.deletedAt ? 'upload_url_invalid' : 'upload_in_progress')
}

/** If the claim is still ours and the picture was not deleted: makes the change and extends the claim. */
export async function renewClaim(
  { db }: Deps,
  upload: ClaimedUpload,
  change: { widths: number[]; bytes: number; tint: string },
) {
  const [renewed] = await db
    .update(uploads)
    .set({ ...change, claimedUntil: inAWhile })
    .where(and(isMine(upload), isNull(uploads.deletedAt)))
    .returning({ key: uploads.key })
  if (!renewed) throw new AppError('upload_url_invalid')
}

/** The bytes are stored. From now on they never change. */
export async function finishClaim({ db, clock }: Deps, upload: ClaimedUpload) {
  const [finished] = await db
    .update(uploads)
    .set({ storedAt: clock(), claim: null, claimedUntil: null })
    .where(and(isMine(upload), isNull(uploads.deletedAt)))
    .returning({ key: uploads.key })
  if (!finished) throw new AppError('upload_url_invalid')
}

/** The address can be used again. If the picture has been deleted, what this claim has stored is removed first. */
async function giveBack(deps: Deps, upload: ClaimedUpload) {
  const [free] = await deps.db
    .update(uploads)
    .set({ claim: null, claimedUntil: null })
    .where(and(isMine(upload), isNull(uploads.deletedAt)))
    .returning({ key: uploads.key })
  if (free) return
  const [deleted] = await deps.db.select().from(uploads).where(isMine(upload))
  if (!deleted) return
  await removeFiles(deps, deleted)
  await deps.db.delete(uploads).where(isMine(upload))
}

/** The work ends with finishClaim; if it fails, the address is given back. */
export async function whileClaimed(deps: Deps, key: string, work: (upload: ClaimedUpload) => Promise<void>) {
  const upload = await claim(deps, key)
  try {
    await work(upload)
  } catch (error) {
    // Logging only: the claim expires by itself.
    await giveBack(deps, upload).catch((cause: unknown) =>
      deps.log.warn({ err: cause }, 'could not give an upload address back'),
    )
    throw error
  }
}
