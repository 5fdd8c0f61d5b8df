// One connection of its own to the node that can be written to, whichever of the hosts that is.
import pg from 'pg'
import { hostsOf } from './hosts.ts'
import { isDatabaseAway } from './database-away.ts'

const CONNECT_MS = 3_000

const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`

/** A standby, a node that is away or silent: it may change, or another host may do. */
export const isPassing = (error: unknown) => isDatabaseAway(error) || /timeout/.test((error as Error).message)

async function requireWritable(client: pg.Client) {
  // A setting of the driver for one query, which its types do not know.
  const question = { text: READ_ONLY, query_timeout: CONNECT_MS }
  const { rows } = await client.query<{ readOnly: boolean }>(question)
  if (rows[0]?.readOnly) throw Object.assign(new Error('The database is read-only.'), { code: '25006' })
}

async function connect(connectionString: string, applicationName: string, mustWrite: boolean): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // The statement that is lost with the connection reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (mustWrite) await requireWritable(client)
    return client
  } catch (error) {
    // A silent node would never say goodbye.
    void client.end().catch(() => undefined)
    throw error
  }
}

/** Each host in turn, once. Throws what the last of them said, and at once what no other host mends. */
async function connectInTurn(url: string, applicationName: string, mustWrite: boolean): Promise<pg.Client> {
  let last: unknown
  for (const host of hostsOf(url)) {
    try {
      return await connect(host, applicationName, mustWrite)
    } catch (error) {
      if (!isPassing(error)) throw error
      last = error
    }
  }
  throw last
}

export const connectToLeader = (url: string, applicationName: string) => connectInTurn(url, applicationName, true)

/** To whichever answers, a standby too. */
export const connectToDatabase = (url: string, applicationName: string) => connectInTurn(url, applicationName, false)
