import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

export type Db = NodePgDatabase & { $client: pg.Pool }
/** Inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

// int8 (count(*), mail ids) stays far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Later than statement_timeout: a database that has gone silent answers nothing at all, not even that time is up.
const SILENCE_MS = 12_000

/**
 * Gives up a connection that owes us an answer and says nothing. One timer for a connection: `query_timeout` makes one for
 * each query, and what hangs on it survives so long that collecting garbage stops everybody for 10 ms at a time.
 */
function giveUpOnSilence(pool: pg.Pool, silenceMs: number) {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_error, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const line = client.connection.stream as Socket
    line.setTimeout(silenceMs)
    line.on('timeout', () => {
      const error = new Error('The database does not answer.')
      if (inUse.has(client)) line.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    })
  })
}

export function openDatabase(url: string, options: { poolSize?: number; silenceMs?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    keepAlive: true,
    // A dead client must not keep seats locked.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'hooley',
  })
  // Without a listener a lost idle connection would end the process; the next query reports what matters.
  pool.on('error', () => undefined)
  giveUpOnSilence(pool, options.silenceMs ?? SILENCE_MS)
  return drizzle(pool, { casing: 'snake_case' })
}

// Any number will do, as long as every instance uses the same one.
const MIGRATION_LOCK = 4_665_399

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
  } finally {
    await client.end()
  }
}

/** drizzle wraps what the driver throws. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string; constraint?: string } | undefined) : undefined
  return cause?.code === '23505' && cause.constraint === constraint
}
