import { and, eq } from 'drizzle-orm'
import {
  isAlwaysMailed,
  isOffered,
  isOnByDefault,
  NOTICE_NAMES,
  noticeWords,
  type NoticeSettings,
} from '../../../contract/notices.ts'
import type { Db } from '../../db/client.ts'
import { noticeSettings, pushSubscriptions } from '../../db/schema/notices.ts'
import type { Deps } from '../../deps.ts'
import { vapidOf } from '../../push/web-push.ts'

export async function getNotices(deps: Deps, userId: number): Promise<NoticeSettings> {
  const rows = await deps.db.select().from(noticeSettings).where(eq(noticeSettings.userId, userId))
  const notices = NOTICE_NAMES.filter((notice) => isOffered(notice, deps.config.features)).map((notice) => {
    const set = rows.find((row) => row.notice === notice)
    const always = isAlwaysMailed(notice)
    return {
      notice,
      words: noticeWords(notice),
      mail: always || (set?.mail ?? isOnByDefault(notice)),
      push: set?.push ?? isOnByDefault(notice),
      isAlwaysMailed: always,
    }
  })
  return { pushKey: vapidOf(deps).publicKey, notices }
}

/** Null once the browser's owner has ended it, or somebody else has signed in there. */
export async function findSubscription(db: Db, id: number, userId: number) {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
  return row ?? null
}
