// Which notices somebody wants. What nobody has switched is as it is by default.
import { and, eq } from 'drizzle-orm'
import { isAlwaysMailed, isOnByDefault, type Notice } from '../../contract/notices.ts'
import type { Db, Tx } from '../db/client.ts'
import { noticeSettings } from '../db/schema/notices.ts'

export async function isMailWanted(db: Db, userId: number, notice: Notice): Promise<boolean> {
  if (isAlwaysMailed(notice)) return true
  const [row] = await db
    .select({ mail: noticeSettings.mail })
    .from(noticeSettings)
    .where(and(eq(noticeSettings.userId, userId), eq(noticeSettings.notice, notice)))
  return row?.mail ?? isOnByDefault(notice)
}

export interface Switch {
  notice: Notice
  mail?: boolean
  push?: boolean
}

/** What is not named of a notice stays as it is. */
export async function switchNotice(tx: Db | Tx, userId: number, { notice, mail, push }: Switch): Promise<void> {
  const byDefault = isOnByDefault(notice)
  await tx
    .insert(noticeSettings)
    .values({ userId, notice, mail: mail ?? byDefault, push: push ?? byDefault })
    .onConflictDoUpdate({
      target: [noticeSettings.userId, noticeSettings.notice],
      set: { notice, ...(mail !== undefined && { mail }), ...(push !== undefined && { push }) },
    })
}
