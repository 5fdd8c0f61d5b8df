import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'

/** Whether there is an address, and since when; the address itself is shown only once. */
export async function getCalendarFeed(db: Db, userId: number): Promise<{ createdAt: string | null }> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return { createdAt: row?.createdAt.toISOString() ?? null }
}

export async function findFeedOwner(db: Db, secretHash: Buffer): Promise<number | null> {
  const [row] = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.secretHash, secretHash))
  return row?.userId ?? null
}
