// The photo of a person: one of their uploads, checked and resized as the pictures of events are.
import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Profile } from '../../../contract/users.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { checkPending, removeReplaced } from '../storage/module.ts'
import { findUploadForUse } from '../storage/queries.ts'
import { hasPage, toProfile } from './queries.ts'

async function storePhoto(deps: Deps, user: SessionUser, key: string | null): Promise<Profile> {
  const { before, saved, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const [present] = await tx.select().from(users).where(eq(users.id, user.id)).for('no key update')
    const upload = key === null ? null : await findUploadForUse(tx, key)
    if (upload ? upload.userId !== user.id || !upload.storedAt || upload.deletedAt : key !== null)
      throw new AppError('picture_unknown')
    const [saved] = await tx
      .update(users)
      .set({ photoKey: key, photoWidths: upload?.widths ?? [] })
      .where(eq(users.id, user.id))
      .returning()
    const isSeen = await hasPage(tx, user.id)
    const invalidateLocally = isSeen ? await deps.changes.announceCreator(tx, user.id) : undefined
    return { before: present?.photoKey, saved, invalidateLocally }
  })
  invalidateLocally?.()
  if (!saved) throw new AppError('unauthorized')
  // The photo is saved even if the old file cannot be removed; the sweep removes it later.
  if (before && before !== key)
    await removeReplaced(deps, before).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not remove a replaced photo'),
    )
  return toProfile(deps, saved)
}

export async function setPhoto(deps: Deps, user: SessionUser, key: string): Promise<Profile> {
  await checkPending(deps, user, key)
  return storePhoto(deps, user, key)
}

export const removePhoto = (deps: Deps, user: SessionUser) => storePhoto(deps, user, null)
