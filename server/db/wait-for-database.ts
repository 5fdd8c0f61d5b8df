// A start beside a database that is starting too, failing over, or only reading for the moment, waits for it.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway } from './database-away.ts'

const ASK_EVERY_MS = 500
const CONNECT_MS = 3_000

const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`

async function requireWritable(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hooley-start',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  // The question that is lost with the connection reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readOnly: boolean }>(READ_ONLY)
    if (rows[0]?.readOnly) throw Object.assign(new Error('The database is read-only.'), { code: '25006' })
  } finally {
    // A silent node would never say goodbye.
    void client.end().catch(() => undefined)
  }
}

const isWorthWaiting = (error: unknown) => isDatabaseAway(error) || /timeout/.test((error as Error).message)

/** Returns when it can be written to; throws the last error after that long, and at once what no waiting mends. */
export async function waitForDatabase(url: string, patienceMs: number, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await requireWritable(url)
    } catch (error) {
      if (!isWorthWaiting(error) || Date.now() + ASK_EVERY_MS > deadline) throw error
      if (attempt === 1) say('Waiting for the database …')
      await sleep(ASK_EVERY_MS)
    }
  }
}
