import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, createdAt } from './columns.ts'

/** Columns of every table that holds work; server/jobs/queue.ts claims, renews and settles rows by them. */
export const workColumns = {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  /** Emptied once the work is over, because it may hold a secret or an address. */
  payload: jsonb().notNull().default({}),
  /** The lowest goes first; the names are in server/jobs/priority.ts. */
  priority: smallint().notNull().default(20),
  attempts: integer().notNull().default(0),
  nextAttemptAt: createdAt(),
  leasedUntil: instant(),
  /** New for every claim: only the process that holds it may settle the row. */
  leaseToken: uuid(),
  /** While a row with this key waits, adding the same again changes nothing. A claim clears it. */
  dedupeKey: text(),
  /** A code, never a sentence: sentences of other servers carry addresses. */
  lastError: text(),
  createdAt: createdAt(),
}

export type JobStatus = 'waiting' | 'failed'

/** Background work other than emails. A finished job is deleted; a failed one stays for a while to be looked at. */
export const jobs = pgTable(
  'jobs',
  { ...workColumns, status: text().$type<JobStatus>().notNull().default('waiting') },
  (t) => [
    check('jobs_status', sql`${t.status} in ('waiting', 'failed')`),
    index('jobs_waiting')
      .on(t.priority, t.nextAttemptAt, t.kind)
      .where(sql`status = 'waiting'`),
    uniqueIndex('jobs_dedupe')
      .on(t.kind, t.dedupeKey)
      .where(sql`dedupe_key is not null`),
  ],
)

/** One row for each kind of recurring work, so that it runs once in the whole installation. */
export const schedules = pgTable('schedules', {
  kind: text().primaryKey(),
  nextRunAt: instant().notNull(),
})
