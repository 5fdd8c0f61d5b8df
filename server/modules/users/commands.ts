import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { hasPage, toProfile } from './queries.ts'

interface ProfileChange {
  firstName: string
  lastName: string
  phoneNumber?: string | null
  profilePictureUrl?: string | null
  address?: Partial<Record<AddressPart, string | null>> | null
  publicName?: string | null
  publicText?: string | null
}

const ADDRESS_PARTS = ['street', 'city', 'state', 'zipCode', 'country'] as const
type AddressPart = (typeof ADDRESS_PARTS)[number]

type UserRow = typeof users.$inferSelect

/** Null empties it; what is not sent stays. */
const written = (value: string | null | undefined) => (value === null ? '' : value)

/** What strangers read on the creator's page and beside events. */
const shownOf = (user: UserRow) => [publicNameOf(user), user.publicText, user.profilePictureUrl].join('\n')

/** What is not sent stays as it is; null empties it. The email cannot be changed. */
export async function updateProfile(deps: Deps, user: SessionUser, change: ProfileChange) {
  const { firstName, lastName } = change
  await requireNoBlockedLink(deps.db, [change.publicName, change.publicText])
  const address = deps.config.features.has('address') ? change.address : undefined
  const { saved, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, user.id)).for('no key update')
    if (!before) throw new AppError('unauthorized')
    const [after] = await tx
      .update(users)
      .set({
        firstName,
        lastName,
        phoneNumber: written(change.phoneNumber),
        profilePictureUrl: written(change.profilePictureUrl),
        publicName: written(change.publicName),
        publicText: written(change.publicText),
        ...Object.fromEntries(ADDRESS_PARTS.map((name) => [name, address === null ? '' : written(address?.[name])])),
      })
      .where(eq(users.id, user.id))
      .returning()
    if (!after) throw new AppError('unauthorized')
    const isSeen = shownOf(before) !== shownOf(after) && (await hasPage(tx, user.id))
    return { saved: after, invalidateLocally: isSeen ? await deps.changes.announceCreator(tx, user.id) : undefined }
  })
  invalidateLocally?.()
  return toProfile(deps, saved)
}
