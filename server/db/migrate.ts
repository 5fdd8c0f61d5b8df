// Brings a database up to date at start. The table is drizzle's own.
import type pg from 'pg'
import { applyMigration, type LockPatience } from './apply-migration.ts'
import { adoptBaseline } from './baseline.ts'
import { connectToLeader } from './leader-client.ts'
import { MIGRATIONS, readMigrations, type Migration } from './migration-files.ts'
import { takeMigrationLock } from './migration-lock.ts'
import { applyFunctions, FUNCTIONS } from './sql-functions.ts'

export interface MigrateOptions {
  migrations?: string
  functions?: string
  /** How long another instance may take with it. */
  patienceMs?: number
  locks?: LockPatience
}

const PATIENCE_MS = 120_000
const LOCKS: LockPatience = { lockTimeoutMs: 2_000, tries: 15, pauseMs: 2_000 }

const MIGRATIONS_TABLE = `
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

async function missing(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query('create schema if not exists drizzle')
  await client.query(MIGRATIONS_TABLE)
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  // By when each was generated, and not only whether it is newer than the last: two branches may meet in any order.
  const applied = new Set(rows.map(({ at }) => Number(at)))
  const [baseline] = migrations
  if (baseline && applied.size > 0 && !applied.has(baseline.when)) {
    await adoptBaseline(client, baseline, [...applied])
    applied.add(baseline.when)
  }
  return migrations.filter(({ when }) => !applied.has(when))
}

async function whileLocked(url: string, patienceMs: number, run: (client: pg.Client) => Promise<void>) {
  const client = await connectToLeader(url, 'hooley-migrate')
  try {
    await client.query('set statement_timeout = 0')
    await takeMigrationLock(client, patienceMs)
    await run(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(options.migrations ?? MIGRATIONS)
  await whileLocked(url, options.patienceMs ?? PATIENCE_MS, async (client) => {
    for (const migration of await missing(client, migrations))
      await applyMigration(client, migration, options.locks ?? LOCKS)
    await applyFunctions(client, options.functions ?? FUNCTIONS)
  })
}

/** The database as it was after the first so many migrations: for restoring an older backup, and for testing upgrades. */
export async function migrateUpTo(url: string, count: number): Promise<void> {
  const migrations = await readMigrations()
  if (count > migrations.length) throw new Error('This backup is of a newer Hooley: please update first.')
  await whileLocked(url, PATIENCE_MS, async (client) => {
    for (const migration of await missing(client, migrations.slice(0, count)))
      await applyMigration(client, migration, LOCKS)
  })
}
