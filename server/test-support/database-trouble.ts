// Takes the database of a world away, in part or whole, without touching anybody else's.
import { expect } from 'vitest'
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

/** As on a node that was demoted: it reads, and refuses to write with 25006. */
export async function makeReadOnly(world: World) {
  const { pathname } = new URL(world.databaseUrl)
  await world.deps.db.$client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
  await loseConnections(world)
}

/** Nobody listens at its address any more. */
export async function takeAway(world: World) {
  world.deps.db.$client.options.connectionString = 'postgres://nobody@127.0.0.1:1/nothing'
  await loseConnections(world)
}
