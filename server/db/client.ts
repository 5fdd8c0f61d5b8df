import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { hostsOf } from './hosts.ts'
import { Pool } from './pool.ts'
import { DRIZZLE_OPTIONS, transactionOn } from './transaction.ts'

export type Db = NodePgDatabase & { $client: pg.Pool; patience: number }
/** Inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

// int8 (count(*), email ids) stays far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Later than statement_timeout: a database that has gone silent does not even report the timeout.
const SILENCE_MS = 12_000
const CONNECT_MS = 3_000

const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket

/**
 * Gives up a connection that owes us an answer and says nothing. One timer for a connection: `query_timeout` makes one for
 * each query, and what hangs on it survives so long that collecting garbage stops everybody for 10 ms at a time.
 */
function giveUpOnSilence(pool: pg.Pool, silenceMs: number) {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_error, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const line = socketOf(client)
    line.setTimeout(silenceMs)
    line.on('timeout', () => {
      const heard = line.bytesRead
      // If this process was busy all that time, the answer is waiting in the socket and is read before this.
      setImmediate(() => {
        if (!inUse.has(client) || line.bytesRead > heard) return
        line.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }))
      })
    })
  })
}

/** Refuses a node that is a standby, for good or only until somebody notices that it was demoted. */
const requireWritable = (withinMs: number) => (client: pg.PoolClient, done: (error?: Error) => void) => {
  const patience = setTimeout(() => socketOf(client).destroy(), withinMs)
  client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby').then(
    ({ rows }) => {
      clearTimeout(patience)
      const isStandby = rows[0]?.standby
      done(isStandby ? Object.assign(new Error('The database is a standby.'), { code: '25006' }) : undefined)
    },
    (error: Error) => {
      clearTimeout(patience)
      done(error)
    },
  )
}

export interface DatabaseOptions {
  poolSize?: number
  /** Multiplies every limit on waiting. */
  patience?: number
  silenceMs?: number
  pooler?: 'none' | 'transaction'
  /** A connection was lost, in use or idle. Its user gets an error separately. */
  onLost?: (error: Error) => void
}

/** To start two more for a query takes PostgreSQL longer than most answers: 15 of a search's 20 ms at a million events. */
export const ONE_PROCESS = '-c max_parallel_workers_per_gather=0'

// Behind a pooler that does not know them they would refuse the connection: docs/running.md says where to set them then.
const settingsFor = (patience: number) => ({
  statement_timeout: 10_000 * patience,
  // A dead client must not keep seats locked.
  idle_in_transaction_session_timeout: 10_000 * patience,
  options: ONE_PROCESS,
})

export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const { patience = 1 } = options
  const isPooled = options.pooler === 'transaction'
  const pool = new Pool({
    hosts: hostsOf(url),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: CONNECT_MS * patience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'hooley',
    verify: requireWritable(CONNECT_MS * patience),
    withoutNames: isPooled,
    ...(isPooled ? {} : settingsFor(patience)),
  })
  return databaseOn(pool, options)
}

/** What every pool of ours has: it outlives lost connections, and gives up silent ones. */
export function databaseOn(pool: pg.Pool, { silenceMs = SILENCE_MS, patience = 1, onLost }: DatabaseOptions): Db {
  // The pool listens to idle connections alone: without a listener of ours, one that is lost between two statements of a
  // transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)))
  // The same errors, of idle connections, once more.
  pool.on('error', () => undefined)
  giveUpOnSilence(pool, silenceMs * patience)
  return Object.assign(drizzle(pool, DRIZZLE_OPTIONS), { transaction: transactionOn(pool), patience })
}

/** drizzle wraps what the driver throws. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string; constraint?: string } | undefined) : undefined
  return cause?.code === '23505' && cause.constraint === constraint
}
