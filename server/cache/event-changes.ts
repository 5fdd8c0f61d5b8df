// Tells every instance that an event has changed, so that nobody shows it as it was.
import type { Logger } from 'pino'
import type pg from 'pg'
import { CHANNEL, createListener, type ListenerOptions } from './change-listener.ts'

/** A mere change of the seat count is told at most this often for an event; a hot event would otherwise tell nothing else. */
const COUNT_EVERY_MS = 200
/** Lists hold the counts of many events: while anything is booked they are made anew at most this often. */
const LIST_COUNTS_EVERY_MS = 800
const RETRY_MS = 250
// pg_notify takes at most 8,000 bytes.
const TAGS_AT_ONCE = 300

export type ChangeListener = (tags: string[]) => void

export interface EventChanges {
  /** The event itself changed, or is booked out: at once. */
  changed(eventId: number): void
  /** An event that stands in no list, before nor after: a draft. */
  changedUnlisted(eventId: number): void
  /** Only the number of seats left changed. */
  counted(eventId: number): void
  /** What has changed: 'event:12'; 'lists', whose events or order changed; 'counts' of seats in the lists. */
  onChange(listener: ChangeListener): void
  stop(): Promise<void>
}

/** Gathers tags and hands them on together, so long after the first. */
function gathered(everyMs: number, handOn: (tags: string[]) => void) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  return {
    add(tags: string[]) {
      for (const tag of tags) waiting.add(tag)
      timer ??= setTimeout(() => {
        timer = undefined
        const tags = [...waiting]
        waiting.clear()
        handOn(tags)
      }, everyMs)
    },
    stop: () => clearTimeout(timer),
  }
}

export function createEventChanges(
  pool: pg.Pool,
  connectionString: string,
  log: Logger,
  onHearing: (isHeard: boolean) => void,
  options: ListenerOptions = {},
): EventChanges {
  const listeners: ChangeListener[] = []
  const self = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let stopped = false

  const tell = (tags: string[]) => {
    for (const listener of listeners) listener(tags)
  }
  const publish = (tags: string[]) => {
    for (let at = 0; at < tags.length; at += TAGS_AT_ONCE) {
      const some = tags.slice(at, at + TAGS_AT_ONCE)
      // Outside of any transaction: NOTIFY inside one makes commits wait for each other.
      pool
        .query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: self, tags: some })])
        .catch((error: unknown) => {
          if (stopped) return
          log.warn({ err: error }, 'could not tell other instances about a change, trying again')
          retries.add(some)
        })
    }
  }
  const tellEverybody = (tags: string[]) => {
    tell(tags)
    publish(tags)
  }
  const retries = gathered(RETRY_MS, publish)
  const counts = gathered(COUNT_EVERY_MS, tellEverybody)
  const listCounts = gathered(LIST_COUNTS_EVERY_MS, tellEverybody)
  const listener = createListener(
    connectionString,
    (payload) => {
      const { from, tags } = JSON.parse(payload) as { from: string; tags: string[] }
      if (from !== self) tell(tags)
    },
    onHearing,
    options,
  )

  return {
    changed: (eventId) => tellEverybody([`event:${eventId}`, 'lists', 'counts']),
    changedUnlisted: (eventId) => tellEverybody([`event:${eventId}`]),
    counted(eventId) {
      counts.add([`event:${eventId}`])
      listCounts.add(['counts'])
    },
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopped = true
      for (const gathering of [retries, counts, listCounts]) gathering.stop()
      await listener.stop()
    },
  }
}
