import { eq } from 'drizzle-orm'
import type { Profile } from '../../../contract/users.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import { photoPath } from '../../storage/picture.ts'

export function toProfile(user: typeof users.$inferSelect): Profile {
  const { id, firstName, lastName, email, phoneNumber, profilePictureUrl } = user
  const isEmailConfirmed = user.emailConfirmedAt !== null
  const { street, city, state, zipCode, country } = user
  return {
    ...{ id, firstName, lastName, email, isEmailConfirmed, phoneNumber, profilePictureUrl },
    photo: photoPath(user),
    address: { street, city, state, zipCode, country },
    ...(user.deletionAt && { deletionAt: user.deletionAt.toISOString() }),
  }
}

export async function getProfile(db: Db, userId: number): Promise<Profile> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('unauthorized')
  return toProfile(user)
}
