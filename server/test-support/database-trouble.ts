// Takes the database of a world away, in part or whole, without touching anybody else's.
import pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '../db/client.ts'
import type { World } from './world.ts'

/** The next question opens a new connection. */
async function loseConnections({ deps }: World) {
  const { $client: pool } = deps.db
  const ours = `datname = current_database() and application_name = 'hooley'`
  // The one that asks goes last, or the others would outlive it.
  const others = `${ours} and pid <> pg_backend_pid()`
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
  await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  await expect.poll(() => pool.totalCount).toBe(0)
}

/** As on a node that was demoted: it reads, and refuses to write with 25006. Returns what makes it write again. */
export async function makeReadOnly(world: World): Promise<() => Promise<void>> {
  const database = new URL(world.databaseUrl).pathname.slice(1)
  await world.deps.db.$client.query(`alter database ${database} set default_transaction_read_only = on`)
  await loseConnections(world)
  return async () => {
    const admin = new pg.Client({ connectionString: world.databaseUrl })
    await admin.connect()
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${database} reset default_transaction_read_only`)
    await admin.end()
  }
}

/** Nobody listens at its address any more. Returns what brings it back. */
export async function takeAway(world: World): Promise<() => void> {
  const { options } = world.deps.db.$client
  const before = options.connectionString
  options.connectionString = 'postgres://nobody@127.0.0.1:1/nothing'
  await loseConnections(world)
  return () => void (options.connectionString = before)
}

/** How many statements of this database wait for a lock that another holds. */
export async function blockedOn({ $client }: Db): Promise<number> {
  const { rows } = await $client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
