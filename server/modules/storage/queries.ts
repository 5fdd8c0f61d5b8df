import { and, eq, notExists, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { seriesVersions } from '../../db/schema/series.ts'
import { uploads } from '../../db/schema/storage.ts'
import { users } from '../../db/schema/users.ts'

export type Upload = typeof uploads.$inferSelect

export async function findUpload(db: Db, key: string): Promise<Upload | null> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.key, key))
  return upload ?? null
}

/** Held until the transaction ends: a file that is being put to use is not swept away at the same moment. */
export async function findUploadForUse(tx: Tx, key: string): Promise<Upload | null> {
  const [upload] = await tx.select().from(uploads).where(eq(uploads.key, key)).for('share')
  return upload ?? null
}

/** Neither the picture of an event or of dates to come, nor a person's photo. */
export const isShownNowhere = (db: Db | Tx): SQL | undefined =>
  and(
    notExists(db.select({ id: events.id }).from(events).where(eq(events.imageUrl, uploads.key))),
    notExists(
      db.select({ id: seriesVersions.seriesId }).from(seriesVersions).where(eq(seriesVersions.imageUrl, uploads.key)),
    ),
    notExists(db.select({ id: users.id }).from(users).where(eq(users.photoKey, uploads.key))),
  )

/** What a person's pictures take that are shown nowhere. */
export async function countUnusedBytes(db: Db, userId: number): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploads.bytes}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isShownNowhere(db)))
  return Number(sum?.bytes ?? 0)
}
