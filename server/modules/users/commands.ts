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
}

/** What is not sent stays as it is; null empties it. The email cannot be changed. */
export async function updateProfile({ db }: Deps, user: SessionUser, change: ProfileChange) {
  const { firstName, lastName, phoneNumber, profilePictureUrl } = change
  const [saved] = await db
    .update(users)
    .set({
      firstName,
      lastName,
      phoneNumber: phoneNumber === null ? '' : phoneNumber,
      profilePictureUrl: profilePictureUrl === null ? '' : profilePictureUrl,
    })
    .where(eq(users.id, user.id))
    .returning()
  if (!saved) throw new AppError('unauthorized')
  return toProfile(saved)
}
