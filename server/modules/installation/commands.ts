import { sql } from 'drizzle-orm'
import type { WorkQueue } from '../../../contract/installation.ts'
import type { Deps } from '../../deps.ts'

const AT_ONCE = 1_000

/** As after the network of this installation was cut off: what waits for its next attempt is due at once. */
async function retryWebhooks({ db, jobs, clock }: Deps, type: string) {
  const { rowCount } = await db.execute(sql`
    update webhook_deliveries d set attempts = 0, next_at = ${clock()} from (
      select w.sequence, w.endpoint_id from webhook_deliveries w join webhook_messages m on m.sequence = w.sequence
      where w.state = 'waiting' and w.attempts > 0 and m.type = ${type} order by w.sequence limit ${AT_ONCE}) as chosen
    where d.sequence = chosen.sequence and d.endpoint_id = chosen.endpoint_id and d.state = 'waiting'`)
  jobs.nudge()
  return { retried: rowCount ?? 0, lost: 0 }
}

/**
 * Work of one kind that failed before: what waits for its next attempt is due at once, and what was given up begins again. Work
 * whose payload was emptied when it was given up no longer knows what it was about, and stays.
 */
export async function retryFailed(deps: Deps, { queue, kind }: Pick<WorkQueue, 'queue' | 'kind'>) {
  if (queue === 'webhooks') return retryWebhooks(deps, kind)
  const { db, jobs } = deps
  const table = sql.identifier(queue === 'jobs' ? 'jobs' : 'mails')
  const { rowCount } = await db.execute(sql`
    update ${table} set status = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null
    where leased_until is null and id = any (array(
      select id from ${table} where kind = ${kind} and payload <> '{"emptied": true}'
        and (status = 'failed' or status = 'waiting' and attempts > 0)
      order by id limit ${AT_ONCE}))`)
  const { rows } = await db.execute<{ lost: number }>(
    sql`select count(*)::int as lost from ${table} where kind = ${kind} and status = 'failed'`,
  )
  jobs.nudge()
  return { retried: rowCount ?? 0, lost: rows[0]?.lost ?? 0 }
}
