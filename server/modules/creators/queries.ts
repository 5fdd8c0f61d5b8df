import { and, desc, eq, sql } from 'drizzle-orm'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db } from '../../db/client.ts'
import { follows } from '../../db/schema/follows.ts'
import { users } from '../../db/schema/users.ts'
import { photoPath } from '../../storage/picture.ts'
import { hasPublished, isHere, type CreatorRow } from '../users/queries.ts'

interface FollowedRow extends Pick<CreatorRow, 'id' | 'name' | 'profilePictureUrl' | 'photo'> {
  hasPage: boolean
}

/** At most MOST_FOLLOWED. Also those of whom nothing can be read just now: who follows them can end it. */
export async function findFollowed(db: Db, userId: number): Promise<FollowedRow[]> {
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      publicName: users.publicName,
      profilePictureUrl: users.profilePictureUrl,
      photoKey: users.photoKey,
      photoWidths: users.photoWidths,
      hasPage: sql<boolean>`${hasPublished(db)}`,
    })
    .from(follows)
    .innerJoin(users, and(eq(users.id, follows.creatorId), isHere))
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.since), desc(users.id))
  return rows.map((row) => ({
    id: row.id,
    name: publicNameOf(row),
    profilePictureUrl: row.profilePictureUrl,
    photo: photoPath(row),
    hasPage: row.hasPage,
  }))
}

export async function isFollowing(db: Db, userId: number, creatorId: number): Promise<boolean> {
  const row = and(eq(follows.userId, userId), eq(follows.creatorId, creatorId))
  return (await db.$count(follows, row)) > 0
}
