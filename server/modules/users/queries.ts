import { eq } from 'drizzle-orm'
import type { Profile } from '../../../contract/users.ts'
import { AppError } from '../../../contract/errors.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { photoPath } from '../../storage/picture.ts'

type Surroundings = Pick<Deps, 'config'>

/** Without its feature a photo is not shown, should there be one. */
export function toProfile({ config }: Surroundings, user: typeof users.$inferSelect): Profile {
  const { id, firstName, lastName, email, phoneNumber, profilePictureUrl, publicName, publicText } = user
  const isEmailConfirmed = user.emailConfirmedAt !== null
  const { street, city, state, zipCode, country } = user
  return {
    ...{ id, firstName, lastName, email, isEmailConfirmed, phoneNumber },
    ...{ profilePictureUrl, publicName, publicText },
    photo: config.features.has('profile-photo') ? photoPath(user) : undefined,
    address: { street, city, state, zipCode, country },
    ...(user.deletionAt && { deletionAt: user.deletionAt.toISOString() }),
    ...(user.role && { role: user.role }),
    // Also one that is over, for a moment: screens compare it with the time.
    ...(user.suspendedUntil && { suspendedUntil: user.suspendedUntil.toISOString() }),
  }
}

export async function getProfile(deps: Surroundings & Pick<Deps, 'db'>, userId: number): Promise<Profile> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('unauthorized')
  return toProfile(deps, user)
}
