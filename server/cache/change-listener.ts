// One connection that hears what other instances tell. Lost, it comes back by itself; in between we know that we are deaf.
import pg from 'pg'

export const CHANNEL = 'event_changes'
const AGAIN_MS = 250

export interface ListenerOptions {
  /** A connection whose other end is gone without a word looks alive for minutes: ask it now and then. */
  askEveryMs?: number
  answerWithinMs?: number
}

export function createListener(
  connectionString: string,
  onMessage: (payload: string) => void,
  onHearing: (isHeard: boolean) => void,
  { askEveryMs = 5_000, answerWithinMs = 2_000 }: ListenerOptions = {},
) {
  let current: pg.Client | undefined
  let stopped = false

  const listen = async () => {
    if (stopped) return
    const client = new pg.Client({
      connectionString,
      application_name: 'hooley-listen',
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      query_timeout: answerWithinMs,
    })
    current = client
    let asking: NodeJS.Timeout | undefined
    const lost = () => {
      clearInterval(asking)
      if (current !== client) return
      current = undefined
      // A half-open connection may wait for its goodbye for ever: nobody waits with it.
      client.end().catch(() => undefined)
      if (stopped) return
      onHearing(false)
      setTimeout(() => void listen(), AGAIN_MS).unref()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => onMessage(payload ?? '{}'))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      onHearing(true)
      asking = setInterval(() => void client.query('select 1').catch(lost), askEveryMs)
      asking.unref()
    } catch {
      lost()
    }
  }
  void listen()

  return {
    async stop() {
      stopped = true
      const client = current
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
