// People who saved an event and agreed are notified once that few places are left. Where seats change, whatever changes them, the
// trigger events_few_left adds this job in the same transaction: only when few becomes true, and only if there is anybody
// to notify, so that bookings pay nothing for it (decision 193).
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { notify } from '../../notices/notify.ts'
import { findEvent, savedBy, type EventRow } from '../events/queries.ts'
import { isFewLeftNews } from './policy.ts'

export const FEW_LEFT_MAIL = 'saved-few-left'

/** The marks, the emails and the pushes in one transaction: run twice, it notifies nobody twice. */
export async function notifyFewLeft(deps: Deps, { payload }: Pick<Job, 'payload'>) {
  const eventId = Number(payload.eventId)
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const event = await findEvent(tx, eventId)
    if (!event || !isFewLeftNews(event, now)) return
    await pushTo(tx, event, await markNotified(deps, tx, eventId, now))
  })
  deps.jobs.nudge()
}

/** Returns who gets a push as well. */
async function markNotified(deps: Deps, tx: Tx, eventId: number, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    with told as (
      update favourites f set few_told_at = ${now} from (${savedBy(deps, [eventId])}) as s
      where f.event_id = ${eventId} and f.user_id = s.user_id and f.few_told_at is null
      returning f.user_id, s.mail, s.push
    ), mailed as (
      insert into mails (kind, user_id, payload, priority)
      select ${FEW_LEFT_MAIL}, user_id, ${JSON.stringify({ eventId })}::jsonb, ${PRIORITY.soon} from told where mail
    )
    select t.user_id as "userId" from told t
    where t.push and exists (select 1 from push_subscriptions p where p.user_id = t.user_id)
    order by t.user_id`)
  return rows.map(({ userId }) => userId)
}

// Rows per statement.
const AT_ONCE = 500

async function pushTo(tx: Tx, event: EventRow, userIds: number[]) {
  const messages = userIds.map((userId) => ({
    userId,
    notice: 'saved' as const,
    title: 'Few places are left',
    body: event.title,
    until: event.endTime,
    path: `/events/${event.id}`,
    tag: `few-left-${event.id}`,
  }))
  for (let at = 0; at < messages.length; at += AT_ONCE) await notify(tx, messages.slice(at, at + AT_ONCE))
}
