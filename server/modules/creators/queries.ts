import { and, eq, exists, sql } from 'drizzle-orm'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db, Tx } from '../../db/client.ts'
import { visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { follows } from '../../db/schema/follows.ts'
import { users } from '../../db/schema/users.ts'

export interface CreatorRow {
  id: number
  name: string
  text: string
  profilePictureUrl: string
}

/** Something of theirs can be read; one that was called off is still there to be read about. */
const hasPublished = (db: Db | Tx) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(events)
      .where(and(eq(events.creatorId, users.id), visibleOnly())),
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
    })
    .from(users)
    .where(and(eq(users.id, id), hasPublished(db)))
  return row ? { id: row.id, name: publicNameOf(row), text: row.text, profilePictureUrl: row.profilePictureUrl } : null
}

export const hasPage = async (db: Db | Tx, id: number): Promise<boolean> => (await findCreator(db, id)) !== null

/** Of an event that everybody may read. */
export async function findCreatorName(db: Db | Tx, id: number): Promise<string | null> {
  const names = { firstName: users.firstName, lastName: users.lastName, publicName: users.publicName }
  const [row] = await db.select(names).from(users).where(eq(users.id, id))
  return row ? publicNameOf(row) : null
}

export async function isFollowing(db: Db, userId: number, creatorId: number): Promise<boolean> {
  const row = and(eq(follows.userId, userId), eq(follows.creatorId, creatorId))
  return (await db.$count(follows, row)) > 0
}
