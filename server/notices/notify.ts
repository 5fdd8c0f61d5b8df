// Sends push messages, as background work that is written in the transaction of what it reports. The email about it
// is a separate row: deps.mails.add with a kind that names the same notice.
import { sql } from 'drizzle-orm'
import { OFF_BY_DEFAULT, type Notice } from '../../contract/notices.ts'
import type { Db, Tx } from '../db/client.ts'
import { PRIORITY } from '../jobs/priority.ts'

export interface PushNotice {
  userId: number
  notice: Notice
  title: string
  body: string
  /** Where a tap leads, below our own address. */
  path: string
  /** A later message with the same tag takes the place of an earlier one on the screen. */
  tag: string
  /** Pointless afterwards. */
  until?: Date
  /** Not before. */
  sendAt?: Date
}

/** One job for each browser of those who want it. Then, after the commit: deps.jobs.nudge(). */
export async function notify(tx: Db | Tx, messages: PushNotice[]): Promise<void> {
  if (messages.length === 0) return
  await tx.execute(sql`
    select add_job('push', m.message || jsonb_build_object('subscriptionId', s.id), ${PRIORITY.soon}::int,
      coalesce((m.message ->> 'sendAt')::timestamptz, now()))
    from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as m (message)
    join push_subscriptions s on s.user_id = (m.message ->> 'userId')::int
    left join notice_settings n on n.user_id = s.user_id and n.notice = m.message ->> 'notice'
    where coalesce(n.push, m.message ->> 'notice' <> all (${sql.param(OFF_BY_DEFAULT)}::text[]))`)
}
