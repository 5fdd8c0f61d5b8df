// Which notices somebody wants. What nobody has switched is on.
import { and, eq } from 'drizzle-orm'
import { isAlwaysMailed, type Notice } from '../../contract/notices.ts'
import type { Db, Tx } from '../db/client.ts'
import { noticeSettings } from '../db/schema/notices.ts'

export async function isMailWanted(db: Db, userId: number, notice: Notice): Promise<boolean> {
  if (isAlwaysMailed(notice)) return true
  const [row] = await db
    .select({ mail: noticeSettings.mail })
    .from(noticeSettings)
    .where(and(eq(noticeSettings.userId, userId), eq(noticeSettings.notice, notice)))
  return row?.mail ?? true
}

export interface Switch {
  notice: Notice
  mail?: boolean
  push?: boolean
}

/** What is not named of a notice stays as it is. */
export async function switchNotice(tx: Db | Tx, userId: number, { notice, mail, push }: Switch): Promise<void> {
  await tx
    .insert(noticeSettings)
    .values({ userId, notice, mail: mail ?? true, push: push ?? true })
    .onConflictDoUpdate({
      target: [noticeSettings.userId, noticeSettings.notice],
      set: { notice, ...(mail !== undefined && { mail }), ...(push !== undefined && { push }) },
    })
}
