// The job forget-reporters: who reported without an account is forgotten once nobody can have a question about it any more.
// What they wrote stays with the decision.
import { sql } from 'drizzle-orm'
import { REPORTER_MONTHS } from '../../../contract/limits.ts'
import type { Deps } from '../../deps.ts'

// The rest waits for the next run.
const AT_ONCE = 1_000

/** Counted from the last word about it: the decision, what an objection came to, or that nothing was done. */
export async function forgetReporters({ db, clock }: Deps): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update reports set reporter_name = null, reporter_email = null, sender_hash = null where id in (
      select r.id from reports r left join decisions d on d.id = r.decision_id
      where r.reporter_id is null and (r.reporter_name is not null or r.reporter_email is not null)
        and (d.objected_at is null or d.outcome is not null)
        and greatest(r.dismissed_at, d.created_at, d.outcome_at)
          < ${clock().toISOString()}::timestamptz - make_interval(months => ${REPORTER_MONTHS})
      limit ${AT_ONCE})`)
  return rowCount ?? 0
}
