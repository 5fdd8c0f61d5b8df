import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db, Tx } from '../../db/client.ts'
import { visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { follows } from '../../db/schema/follows.ts'
import { users } from '../../db/schema/users.ts'
import { photoPath } from '../../storage/picture.ts'

export interface CreatorRow {
  id: number
  name: string
  text: string
  profilePictureUrl: string
  /** An uploaded photo. */
  photo: string | undefined
  email: string | undefined
}

/** An account that is about to be deleted is out of sight at once, until it is kept after all. */
const isHere = isNull(users.deletionAt)

/** Something of theirs can be read and is listed; one that was called off is still there to be read about. */
const hasPublished = (db: Db | Tx) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(events)
      .where(and(eq(events.creatorId, users.id), visibleOnly(), isNull(events.review))),
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
    ...{ id: row.id, name: publicNameOf(row), profilePictureUrl: row.profilePictureUrl },
    ...{ photo: photoPath(row), hasPage: row.hasPage },
  }))
}

export async function isFollowing(db: Db, userId: number, creatorId: number): Promise<boolean> {
  const row = and(eq(follows.userId, userId), eq(follows.creatorId, creatorId))
  return (await db.$count(follows, row)) > 0
}
