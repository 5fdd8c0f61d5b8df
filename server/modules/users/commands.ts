import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { toProfile } from './queries.ts'

interface ProfileChange {
  firstName: string
  lastName: string
  phoneNumber?: string | null
  profilePictureUrl?: string | null
  address?: Partial<Record<AddressPart, string | null>> | null
}

const ADDRESS_PARTS = ['street', 'city', 'state', 'zipCode', 'country'] as const
type AddressPart = (typeof ADDRESS_PARTS)[number]

const emptied = (value: string | null | undefined) => (value === null ? '' : value)

/** What is not sent stays as it is; null empties it. The email cannot be changed. */
export async function updateProfile(deps: Deps, user: SessionUser, change: ProfileChange) {
  const { db, config } = deps
  const { firstName, lastName, phoneNumber, profilePictureUrl } = change
  const address = config.features.has('address') ? change.address : undefined
  const [saved] = await db
    .update(users)
    .set({
      firstName,
      lastName,
      phoneNumber: emptied(phoneNumber),
      profilePictureUrl: emptied(profilePictureUrl),
      ...Object.fromEntries(ADDRESS_PARTS.map((name) => [name, address === null ? '' : emptied(address?.[name])])),
    })
    .where(eq(users.id, user.id))
    .returning()
  if (!saved) throw new AppError('unauthorized')
  return toProfile(deps, saved)
}
