import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Profile } from '../../../contract/users.ts'
import { AppError } from '../../../contract/errors.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db, Tx } from '../../db/client.ts'
import { findableOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
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
    id,
    firstName,
    lastName,
    email,
    isEmailConfirmed,
    phoneNumber,
    profilePictureUrl,
    publicName,
    publicText,
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

export interface CreatorRow {
  id: number
  name: string
  text: string
  profilePictureUrl: string
  /** An uploaded photo. */
  photo: string | undefined
  email: string | undefined
}

/** An account that is about to be deleted is hidden at once, until it is kept after all. */
export const isHere = isNull(users.deletionAt)

/** Something of theirs can be read and is listed; one that was called off is still there to be read about. */
export const hasPublished = (db: Db | Tx) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(events)
      .where(and(eq(events.creatorId, users.id), findableOnly(), isNull(events.review))),
  )

/** Somebody who has a page. */
export async function findCreator(db: Db | Tx, id: number): Promise<CreatorRow | null> {
  const [row] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      publicName: users.publicName,
      text: users.publicText,
      profilePictureUrl: users.profilePictureUrl,
      photoKey: users.photoKey,
      photoWidths: users.photoWidths,
      email: users.email,
      emailVisibility: users.emailVisibility,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(users)
    .where(and(eq(users.id, id), isHere, hasPublished(db)))
  if (!row) return null
  const { text, profilePictureUrl } = row
  // One that nobody has confirmed may be a stranger's.
  const email = row.emailVisibility && row.emailConfirmedAt ? row.email : undefined
  return { id, name: publicNameOf(row), text, profilePictureUrl, photo: photoPath(row), email }
}

export const hasPage = async (db: Db | Tx, id: number): Promise<boolean> => (await findCreator(db, id)) !== null

/** Of an event that everybody may read. */
export async function findCreatorName(db: Db | Tx, id: number): Promise<string | null> {
  const names = { firstName: users.firstName, lastName: users.lastName, publicName: users.publicName }
  const [row] = await db
    .select(names)
    .from(users)
    .where(and(eq(users.id, id), isHere))
  return row ? publicNameOf(row) : null
}
