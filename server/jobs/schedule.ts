// Recurring work: a row for each kind says when it is next due. Whichever process sees it first moves the row on and adds
// the job, in one statement; the others skip the locked row, or see that it has moved.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { PRIORITY } from './priority.ts'

/** The kind of job, and how often in milliseconds. */
export type Schedule = Record<string, number>

// Not at once after the first start, which has enough to do.
const FIRST_MS = 60_000
// A kind that another version has added or sped up is seen this late at most.
const LOOK_MS = 60_000

export interface Scheduler {
  /** Adds the jobs that are due; true if there were any. */
  addDue(): Promise<boolean>
}

export function createScheduler(db: Db, clock: () => Date, schedule: Schedule): Scheduler {
  const kinds = Object.keys(schedule)
  let isRegistered = false
  let nextLook = 0

  const register = async (now: Date) => {
    for (const [kind, every] of Object.entries(schedule)) {
      const [first, latest] = [FIRST_MS, every].map((ms) => new Date(now.getTime() + ms))
      await db.execute(sql`
        insert into schedules (kind, next_run_at) values (${kind}, ${first})
        on conflict (kind) do update set next_run_at = ${latest} where schedules.next_run_at > ${latest}`)
    }
    isRegistered = true
  }

  const add = async (now: Date) => {
    const next = kinds.map((kind) => new Date(now.getTime() + (schedule[kind] ?? 0)))
    // A run that is not over when the next one is due makes that one superfluous.
    const { rowCount } = await db.execute(sql`
      with due as (
        select kind from schedules where kind = any (${sql.param(kinds)}::text[]) and next_run_at <= ${now}
        for update skip locked
      ), moved as (
        update schedules set next_run_at = next.at
        from due, unnest(${sql.param(kinds)}::text[], ${sql.param(next)}::timestamptz[]) as next (kind, at)
        where schedules.kind = due.kind and next.kind = due.kind
        returning schedules.kind
      )
      insert into jobs (kind, priority) select kind, ${PRIORITY.bulk} from moved
      where not exists (select 1 from jobs where jobs.kind = moved.kind and status = 'waiting')`)
    return (rowCount ?? 0) > 0
  }

  const earliest = async (now: Date) => {
    const { rows } = await db.execute<{ at: Date | null }>(
      sql`select min(next_run_at) as at from schedules where kind = any (${sql.param(kinds)}::text[])`,
    )
    return Math.min(rows[0]?.at ? new Date(rows[0].at).getTime() : Infinity, now.getTime() + LOOK_MS)
  }

  return {
    async addDue() {
      const now = clock()
      if (kinds.length === 0 || now.getTime() < nextLook) return false
      if (!isRegistered) await register(now)
      const isDue = await add(now)
      nextLook = await earliest(now)
      return isDue
    },
  }
}
