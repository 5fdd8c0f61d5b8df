// Rows of work in PostgreSQL: claimed with a lease, settled only by the process that holds the lease. Times are the
// database's, which all instances share.
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { WorkRow } from './job.ts'

const LEASE_SECONDS = 60

export interface Queue<Row extends WorkRow, Ending extends string> {
  leaseMs: number
  /** Work that is due, the most urgent first, of these kinds only: others belong to a newer version. */
  claim(kinds: string[], most: number, inFlight: number[]): Promise<Row[]>
  /** The ids that are still ours. */
  renew(rows: Row[]): Promise<Set<number>>
  /** False: somebody else has the work by now, and it is theirs to settle. */
  end(db: Db | Tx, row: Row, ending: Ending): Promise<boolean>
  retry(row: Row, afterSeconds: number, reason: string): Promise<boolean>
  fail(row: Row, reason: string): Promise<boolean>
  /** Back to where it was before the claim, and due later. */
  putOff(row: Row, seconds: number): Promise<boolean>
}

export interface QueueOptions<Ending extends string> {
  db: Db
  table: 'jobs' | 'mails'
  /** What the work needs to know beyond the columns that every queue has. */
  columns?: SQL
  /** The statement that ends the work, up to its `where`. */
  ending: (ending: Ending) => SQL
  leaseSeconds?: number
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/**
 * The priorities that wait, lowest first, by a step along the index for each. Asked for one at a time, what is not due yet
 * is never read; an order by priority and time would walk past all of it before PostgreSQL 18.
 */
const prioritiesOf = (table: SQL | ReturnType<typeof sql.identifier>) => sql`
  with recursive priorities (priority) as (
    (select priority from ${table} where status = 'waiting' order by priority limit 1)
    union all
    select (select priority from ${table} where status = 'waiting' and priority > before.priority order by priority limit 1)
    from priorities before where before.priority is not null)`

const isMine = ({ id, leaseToken }: WorkRow) => sql`id = ${id} and lease_token = ${leaseToken}`

export function createQueue<Row extends WorkRow, Ending extends string>({
  db,
  table,
  columns,
  ending,
  leaseSeconds = LEASE_SECONDS,
}: QueueOptions<Ending>): Queue<Row, Ending> {
  const name = sql.identifier(table)
  const settle = async (on: Db | Tx, statement: SQL, row: Row) =>
    ((await on.execute(sql`${statement} where ${isMine(row)}`)).rowCount ?? 0) > 0
  const update = (row: Row, changes: SQL) =>
    settle(db, sql`update ${name} set leased_until = null, lease_token = null, ${changes}`, row)

  return {
    leaseMs: leaseSeconds * 1_000,
    async claim(kinds, most, inFlight) {
      const { rows } = await db.execute(sql`
        update ${name} set leased_until = ${inSeconds(leaseSeconds)}, lease_token = gen_random_uuid(),
          attempts = attempts + 1, dedupe_key = null
        where id = any (array(
          ${prioritiesOf(name)}
          select due.id from priorities, lateral (
            select id from ${name}
            where status = 'waiting' and priority = priorities.priority and next_attempt_at <= now()
              and (leased_until is null or leased_until < now())
              and kind = any (${sql.param(kinds)}::text[]) and id <> all (${sql.param(inFlight)}::bigint[])
            order by next_attempt_at limit ${most} for update skip locked) as due
          limit ${most}))
        returning id, kind, payload, priority, attempts, lease_token as "leaseToken"${columns ? sql`, ${columns}` : sql``}`)
      return (rows as unknown as Row[]).sort((a, b) => a.priority - b.priority || a.id - b.id)
    },
    async renew(rows) {
      // A renewal that a failover forgets does no harm, so it need not wait for a standby.
      const { rows: renewed } = await db.execute<{ id: number }>(sql`
        update ${name} as work set leased_until = ${inSeconds(leaseSeconds)}
        from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[],
            ${sql.param(rows.map(({ leaseToken }) => leaseToken))}::uuid[]) as mine (id, lease_token),
          (select set_config('synchronous_commit', 'local', true)) as quickly
        where work.id = mine.id and work.lease_token = mine.lease_token
        returning work.id`)
      return new Set(renewed.map(({ id }) => id))
    },
    end: (on, row, how) => settle(on, ending(how), row),
    retry: (row, seconds, reason) => update(row, sql`next_attempt_at = ${inSeconds(seconds)}, last_error = ${reason}`),
    // A secret must not lie around in work that nobody will do.
    // Where there was something to empty the row says so: it cannot be tried again (modules/installation).
    fail: (row, reason) =>
      update(
        row,
        sql`status = 'failed', last_error = ${reason},
          payload = case when payload = '{}' then payload else '{"emptied": true}' end`,
      ),
    putOff: (row, seconds) => update(row, sql`next_attempt_at = ${inSeconds(seconds)}, attempts = attempts - 1`),
  }
}
