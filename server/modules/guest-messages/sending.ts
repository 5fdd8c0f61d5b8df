// The job that writes the emails of a message, some hundred at a time: each portion and how far it has come are one
// transaction, so that nobody is written to twice, and nobody is left out when a process dies.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import type { Deps } from '../../deps.ts'
import type { JobHandler } from '../../jobs/job-kind.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { notify } from '../../notices/notify.ts'
import { findEvent } from '../events/queries.ts'
import { nextRecipients, type MessageRow } from './queries.ts'

const AT_ONCE = 1_000
// A push message is cut to less in any case, and each browser's is a separate row.
const PUSHED = 300

async function pushToBrowsers(tx: Tx, message: MessageRow, title: string, ids: number[]) {
  const rows = await tx
    .selectDistinct({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(sql`${pushSubscriptions.userId} = any (${sql.param(ids)}::int[])`)
  await notify(
    tx,
    rows.map(({ userId }) => ({
      userId,
      notice: 'message' as const,
      title,
      path: `/events/${message.eventId}`,
      tag: `message-${message.id}`,
      body: `${message.subject}\n${message.text}`.slice(0, PUSHED).toWellFormed(),
    })),
  )
}

/** Returns whether there may be more. */
async function writeSome(tx: Tx, messageId: number, atOnce: number): Promise<boolean> {
  const [message] = await tx.select().from(guestMessages).where(eq(guestMessages.id, messageId)).for('update')
  const event = message && (await findEvent(tx, message.eventId))
  // Deleted or hidden since: it sends nothing.
  if (!event || event.hiddenAt) return false
  const ids = await nextRecipients(tx, message, atOnce)
  const last = ids.at(-1)
  if (last === undefined) return false
  await tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'guest-message', id, ${JSON.stringify({ messageId })}::jsonb, ${PRIORITY.bulk}
    from unnest(${sql.param(ids)}::int[]) as people (id)`)
  await pushToBrowsers(tx, message, event.title, ids)
  await tx.update(guestMessages).set({ writtenUpTo: last }).where(eq(guestMessages.id, messageId))
  return ids.length === atOnce
}

export async function writeSomeAtATime({ db, jobs }: Deps, { payload, lease }: Job, atOnce: number): Promise<void> {
  for (let isMore = true; isMore;) {
    lease.check()
    isMore = await db.transaction((tx) => writeSome(tx, Number(payload.messageId), atOnce))
    jobs.nudge()
  }
}

export const writeMails: JobHandler = (deps, job) => writeSomeAtATime(deps, job, AT_ONCE)
