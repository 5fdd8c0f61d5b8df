import { sql } from 'drizzle-orm'
import type { WorkQueue } from '../../../contract/installation.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { BUILD } from '../../runtime/build.ts'
import { checkAll } from './checks.ts'

// More kinds than there are.
const KINDS = 200

type QueueRow = WorkQueue & Record<string, unknown>

const readQueues = async (db: Db): Promise<WorkQueue[]> =>
  (
    await db.execute<QueueRow>(sql`
      select queue, kind, count(*) filter (where status = 'waiting')::int as waiting,
        count(*) filter (where status = 'failed')::int as failed,
        greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at) filter (where status = 'waiting')), 0))::float8
          as "overdueSeconds"
      from (select 'jobs' as queue, kind, status, next_attempt_at from jobs
        union all select 'emails', kind, status, next_attempt_at from mails where status in ('waiting', 'failed')
        union all select 'webhooks', m.type, d.state, greatest(d.next_at, e.paused_until) from webhook_deliveries d
          join webhook_messages m on m.sequence = d.sequence join webhook_endpoints e on e.id = d.endpoint_id
          where d.state = 'waiting' and e.ended_at is null) work
      group by queue, kind order by failed desc, waiting desc, kind limit ${KINDS}`)
  ).rows

export async function readInstallation({ db, config, clock }: Deps) {
  const checks = checkAll({
    config,
    ask: async <T>(statement: string) => (await db.$client.query(statement)).rows as T[],
    now: () => clock().getTime(),
  })
  const { version, commit } = BUILD
  return { version, commit, checks: await checks, queues: await readQueues(db) }
}
