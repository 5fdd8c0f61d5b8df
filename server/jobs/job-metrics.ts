import { sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import type { Result } from './lane.ts'

interface Waiting extends Record<string, unknown> {
  kind: string
  waiting: number
  oldest: number
}

/** Emails are among them, by their kinds. `oldest`: how many seconds it is overdue; 0 while it is not due. */
const findWaiting = async (db: Db) =>
  (
    await db.execute<Waiting>(sql`
      select kind, count(*) as waiting, greatest(0, extract(epoch from now() - min(next_attempt_at)))::float8 as oldest
      from (select kind, next_attempt_at from jobs where status = 'waiting'
        union all select kind, next_attempt_at from mails where status = 'waiting') as work group by kind`)
  ).rows

export function measureJobs(registry: Registry, db: Db) {
  let asked: Promise<Waiting[]> | undefined
  // One question for both figures. While the database is away there is nothing to say, and the other figures matter more.
  const waiting = () =>
    (asked ??= findWaiting(db)
      .catch(() => [])
      .finally(() => (asked = undefined)))
  const gauge = (name: string, help: string, value: (row: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const rows = await waiting()
        this.reset()
        for (const row of rows) this.set({ kind: row.kind }, value(row))
      },
    })
  gauge('hooley_jobs_waiting', 'Background work that waits or is being done, by kind', (row) => Number(row.waiting))
  gauge(
    'hooley_jobs_overdue_seconds',
    'How long the oldest background work that is due has been due, by kind',
    (row) => row.oldest,
  )
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
