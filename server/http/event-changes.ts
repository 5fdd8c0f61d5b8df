// Tells every instance that an event has changed, so that nobody shows it as it was.
import type { Logger } from 'pino'
import pg from 'pg'

const CHANNEL = 'event_changes'
/** A mere change of the seat count is told at most this often for an event; a hot event would otherwise tell nothing else. */
const COUNT_EVERY_MS = 200

export type ChangeListener = (eventId: number) => void

export interface EventChanges {
  /** The event itself changed, or is booked out: at once. */
  changed(eventId: number): void
  /** Only the number of seats left changed. */
  counted(eventId: number): void
  onChange(listener: ChangeListener): void
  stop(): Promise<void>
}

export function createEventChanges(
  pool: pg.Pool,
  connectionString: string,
  log: Logger,
  onReconnect: () => void,
): EventChanges {
  const listeners: ChangeListener[] = []
  const pending = new Set<number>()
  const self = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let timer: NodeJS.Timeout | undefined
  let listening: pg.Client | undefined
  let stopped = false

  const tell = (eventId: number) => {
    for (const listener of listeners) listener(eventId)
  }
  const publish = (ids: number[]) => {
    // Outside of any transaction: NOTIFY inside one makes commits wait for each other.
    pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: self, ids })]).catch((error: unknown) => {
      if (!stopped) log.warn({ err: error }, 'could not tell other instances about a change')
    })
  }

  const listen = async () => {
    if (stopped) return
    const client = new pg.Client({ connectionString, application_name: 'hooley-listen' })
    listening = client
    const again = () => {
      if (listening !== client) return
      listening = undefined
      if (!stopped) setTimeout(() => void listen(), 500).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => {
      const { from, ids } = JSON.parse(payload ?? '{}') as { from: string; ids: number[] }
      if (from !== self) ids.forEach(tell)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was told while nobody listened is unknown: forget everything.
      onReconnect()
    } catch {
      again()
    }
  }
  void listen()

  return {
    changed(eventId) {
      tell(eventId)
      publish([eventId])
    },
    counted(eventId) {
      pending.add(eventId)
      timer ??= setTimeout(() => {
        timer = undefined
        const ids = [...pending]
        pending.clear()
        ids.forEach(tell)
        // pg_notify takes at most 8,000 bytes.
        for (let at = 0; at < ids.length; at += 500) publish(ids.slice(at, at + 500))
      }, COUNT_EVERY_MS)
    },
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await listening?.end().catch(() => undefined)
    },
  }
}
