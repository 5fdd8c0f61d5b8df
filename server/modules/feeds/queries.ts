import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'

export async function findFeedOwner(db: Db, secretHash: Buffer): Promise<number | null> {
  const [row] = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.secretHash, secretHash))
  return row?.userId ?? null
}
