// One migration: all of it in a transaction, or statement by statement where PostgreSQL allows none.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SettingError } from '../config.ts'
import type { Migration } from './migration-files.ts'

export interface LockPatience {
  /** An ALTER that waits for a lock makes everybody behind it wait too: so it gives up after this long and tries again. */
  lockTimeoutMs: number
  tries: number
  pauseMs: number
}

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

const record = (client: pg.Client, { hash, when }: Migration) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])

async function inTransaction(client: pg.Client, migration: Migration) {
  await client.query('begin')
  try {
    for (const statement of migration.statements) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    // The connection may be what failed; the first error says more.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const CONCURRENT_INDEX =
  /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(?:"([^"]+)"|([a-z_][a-z0-9_]*))/i

async function stateOfIndex(client: pg.Client, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  if (!rows[0]) return 'missing'
  return rows[0].isValid ? 'valid' : 'invalid'
}

/** A start that was interrupted comes here again: what is done stays, an index that was left half built is dropped. */
async function withoutTransaction(client: pg.Client, migration: Migration) {
  // Nobody waits behind a concurrent index, so it may wait for long transactions to end.
  await client.query('set lock_timeout = 0')
  for (const statement of migration.statements) {
    const match = CONCURRENT_INDEX.exec(statement)
    const index = match?.[1] ?? match?.[2]
    const state = index ? await stateOfIndex(client, index) : 'missing'
    if (state === 'valid') continue
    if (state === 'invalid') await client.query(`drop index concurrently ${pg.escapeIdentifier(index ?? '')}`)
    await client.query(statement)
  }
  await record(client, migration)
}

export async function applyMigration(client: pg.Client, migration: Migration, patience: LockPatience): Promise<void> {
  if (!migration.isTransactional) return withoutTransaction(client, migration)
  for (let attempt = 1; ; attempt++) {
    await client.query(`set lock_timeout = ${Math.trunc(patience.lockTimeoutMs)}`)
    try {
      return await inTransaction(client, migration)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt >= patience.tries) {
        const reason = 'somebody else keeps a table of it locked; start again when they are done.'
        throw new SettingError(`The database could not be migrated (${migration.tag}): ${reason}`, { cause: error })
      }
      await sleep(patience.pauseMs)
    }
  }
}
