// One connection of its own to the node that can be written to, whichever of the hosts that is.
import pg from 'pg'
import { hostsOf } from './hosts.ts'
import { isDatabaseAway } from './database-away.ts'

// With another host to turn to nobody waits long for a silent one.
const CONNECT_MS = 3_000
const ONLY_HOST_MS = 30_000

const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`

/** A standby, a node that is away or silent: it may change, or another host may do. */
export const isPassing = (error: unknown) => isDatabaseAway(error) || /timeout/.test((error as Error).message)

async function requireWritable(client: pg.Client, withinMs: number) {
  // A setting of the driver for one query, which its types do not know.
  const question = { text: READ_ONLY, query_timeout: withinMs }
  const { rows } = await client.query<{ readOnly: boolean }>(question)
  if (rows[0]?.readOnly) throw Object.assign(new Error('The database is read-only.'), { code: '25006' })
}

interface Wish {
  applicationName: string
  mustWrite: boolean
  withinMs: number
}

async function connect(connectionString: string, { applicationName, mustWrite, withinMs }: Wish): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: withinMs,
    keepAlive: true,
  })
  // The statement that is lost with the connection reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (mustWrite) await requireWritable(client, withinMs)
    return client
  } catch (error) {
    // A silent node would never say goodbye.
    void client.end().catch(() => undefined)
    throw error
  }
}

/** Each host in turn, once. Throws what the last of them said, and at once what no other host mends. */
async function connectInTurn(url: string, wish: Omit<Wish, 'withinMs'>, patienceMs = ONLY_HOST_MS): Promise<pg.Client> {
  const hosts = hostsOf(url)
  const withinMs = hosts.length > 1 ? CONNECT_MS : Math.max(CONNECT_MS, Math.min(ONLY_HOST_MS, patienceMs))
  let last: unknown
  for (const host of hosts) {
    try {
      return await connect(host, { ...wish, withinMs })
    } catch (error) {
      if (!isPassing(error)) throw error
      last = error
    }
  }
  throw last
}

export const connectToLeader = (url: string, applicationName: string, patienceMs?: number) =>
  connectInTurn(url, { applicationName, mustWrite: true }, patienceMs)

/** To whichever answers, a standby too. */
export const connectToDatabase = (url: string, applicationName: string) =>
  connectInTurn(url, { applicationName, mustWrite: false })
