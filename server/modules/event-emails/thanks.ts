// Thank-yous: some hours after the end of an event, to those who were let in; to all who booked where the door was not used.
// It follows the event's end of now. What was off for days is not made up for.
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'

// Also for scans that a phone at the door sends late.
const LATE_MS = 3 * DAY
const TICKETS_AT_ONCE = 500

/** The next bookings: noted and mailed in one statement, so that neither is there without the other. */
async function thankSome(db: Db, now: Date, most: number): Promise<number> {
  const earliest = new Date(now.getTime() - LATE_MS)
  const { rows } = await db.execute(sql`
    with due as (
      select t.id, t.user_id from event_emails m
      join events e on e.id = m.event_id
      join tickets t on t.event_id = e.id
      where m.kind = 'thanks' and m.enabled and ${openOnly('e')}
        and e.end_time + make_interval(hours => m.hours) between ${earliest} and ${now}
        and t.number_of_tickets > 0 and t.user_id is not null
        and (t.admitted > 0 or not exists (select 1 from tickets any_of where any_of.event_id = e.id and any_of.admitted > 0))
        and not exists (select 1 from thank_yous y where y.ticket_id = t.id)
      order by t.id limit ${most}
    ), noted as (
      insert into thank_yous (ticket_id) select id from due on conflict do nothing returning ticket_id
    ), mailed as (
      insert into mails (kind, user_id, ticket_id, priority)
      select 'thanks', due.user_id, due.id, ${PRIORITY.bulk}::int from due join noted on noted.ticket_id = due.id
    )
    select 1 from due`)
  return rows.length
}

/** May run twice, on two instances, or die in the middle: each booking is thanked once all the same. */
export async function sendThanks(
  { config, db, jobs, clock }: Deps,
  { lease }: Pick<Job, 'lease'>,
  ticketsAtOnce = TICKETS_AT_ONCE,
): Promise<void> {
  if (!config.features.has('emailers')) return
  for (let count = ticketsAtOnce; count === ticketsAtOnce;) {
    lease.check()
    count = await thankSome(db, clock(), ticketsAtOnce)
    if (count > 0) jobs.nudge()
  }
}
