// One connection that receives the changes announced by other instances. It reconnects by itself, and says whether it is connected.
import pg from 'pg'
import { hostsOf } from '../db/hosts.ts'

export const CHANNEL = 'event_changes'
const AGAIN_MS = 250

export interface ListenerOptions {
  /** A connection whose other end is gone without a word looks alive for minutes: ask it now and then. */
  askEveryMs?: number
  answerWithinMs?: number
  /** Multiplies every limit on waiting. */
  patience?: number
}

/** Asks, and rejects when there is no answer in time, or when the node has become a standby, where nobody notifies. */
function ask(client: pg.Client, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      // If this process was busy all that time, the answer is waiting in the socket and is read before this.
      setImmediate(() => reject(new Error('The database does not answer.')))
    }, withinMs)
    client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby').then(
      ({ rows }) => {
        clearTimeout(patience)
        if (rows[0]?.standby) reject(new Error('The database is a standby.'))
        else resolve()
      },
      (error: Error) => {
        clearTimeout(patience)
        reject(error)
      },
    )
  })
}

export function createListener(
  url: string,
  onMessage: (payload: string | undefined) => void,
  onConnection: (isConnected: boolean) => void,
  { patience = 1, askEveryMs = 2_000, answerWithinMs = 1_000 * patience }: ListenerOptions = {},
) {
  const hosts = hostsOf(url)
  let current: pg.Client | undefined
  let attempts = 0
  let stopped = false

  const listen = async () => {
    if (stopped) return
    const client = new pg.Client({
      // After a lost connection another host may be the leader.
      connectionString: hosts[attempts++ % hosts.length],
      application_name: 'hooley-listen',
      keepAlive: true,
      connectionTimeoutMillis: 3_000 * patience,
    })
    current = client
    let asking: NodeJS.Timeout | undefined
    const lost = () => {
      clearTimeout(asking)
      if (current !== client) return
      current = undefined
      // Closing a half-open connection may never finish, so it is not awaited.
      client.end().catch(() => undefined)
      if (stopped) return
      onConnection(false)
      setTimeout(() => void listen(), AGAIN_MS).unref()
    }
    const askAgain = () => {
      asking = setTimeout(() => {
        ask(client, answerWithinMs).then(() => {
          if (current === client) askAgain()
        }, lost)
      }, askEveryMs).unref()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => onMessage(payload))
    try {
      await client.connect()
      await Promise.all([client.query(`listen ${CHANNEL}`), ask(client, answerWithinMs)])
      if (current !== client) return
      onConnection(true)
      askAgain()
    } catch {
      lost()
    }
  }
  void listen()

  return {
    /** Asked on the same connection that receives the changes. */
    async read<T extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<T>> {
      if (!current) throw new Error('The database is not listened to.')
      return current.query<T>(text)
    },
    async stop() {
      stopped = true
      const client = current
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
