import { sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import type { Result } from './lane.ts'

interface Waiting extends Record<string, unknown> {
  kind: string
  waiting: number
  oldest: number
}

/** Mails are among them, by their kinds. Later than its time by: 0 for what is not due yet. */
const findWaiting = async (db: Db) =>
  (
    await db.execute<Waiting>(sql`
      select kind, count(*) as waiting, greatest(0, extract(epoch from now() - min(next_attempt_at)))::float8 as oldest
      from (select kind, next_attempt_at from jobs where status = 'waiting'
        union all select kind, next_attempt_at from mails where status = 'waiting') as work group by kind`)
  ).rows

export function measureJobs(registry: Registry, db: Db) {
  const labelNames = ['kind'] as const
  const oldest = new Gauge({
    name: 'hooley_jobs_overdue_seconds',
    help: 'How long the oldest background work that is due has been due, by kind',
    labelNames,
    registers: [registry],
  })
  new Gauge({
    name: 'hooley_jobs_waiting',
    help: 'Background work that waits or is being done, by kind',
    labelNames,
    registers: [registry],
    async collect() {
      // While the database is away there is nothing to say about it, and the other figures matter all the more.
      const rows = await findWaiting(db).catch(() => [])
      this.reset()
      oldest.reset()
      for (const { kind, waiting, oldest: seconds } of rows) {
        this.set({ kind }, Number(waiting))
        oldest.set({ kind }, seconds)
      }
    },
  })
}

export function countResults(registry: Registry) {
  const results = new Counter({
    name: 'hooley_jobs_total',
    help: 'Background work by kind and result: done, later, retried, failed (given up), lost (taken over by another process)',
    labelNames: ['kind', 'result'],
    registers: [registry],
  })
  return (kind: string, result: Result) => results.inc({ kind, result })
}
