import { sql } from 'drizzle-orm'
import type { WorkQueue } from '../../../contract/installation.ts'
import type { Deps } from '../../deps.ts'

const AT_ONCE = 1_000

/**
 * Work of one kind that failed before: what waits for its next attempt is due at once, and what was given up begins again. Work
 * whose payload was emptied when it was given up no longer knows what it was about, and stays.
 */
export async function retryFailed({ db, jobs }: Deps, { queue, kind }: Pick<WorkQueue, 'queue' | 'kind'>) {
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
