// Tells every instance which events have changed, so that none serves an outdated one.
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { Tx } from '../db/client.ts'
import { LEADER_POSITION, positionOf, readLsn } from '../db/log-position.ts'
import { COUNTS, creatorTag, eventTag, EVERYTHING, isWithdrawn, LISTS, seatsTag, SITEMAP, type Tag } from './tags.ts'
import { CHANNEL, createListener, type ListenerOptions } from './change-listener.ts'
import { readMessage, PUBLISH, writeMessage } from './change-message.ts'
import type { NewsPosition } from './news-position.ts'

/** A change of the seat count alone is announced at most this often per event; a hot event would otherwise flood the channel. */
const COUNT_EVERY_MS = 200
/** Lists hold the counts of many events: while people book they are rendered again at most this often. */
const LIST_COUNTS_EVERY_MS = 800
const RETRY_MS = 250
// pg_notify takes at most 8,000 bytes.
const TAGS_AT_ONCE = 300
// Announcements whose echo never came, because the connection was lost, are forgotten: at worst something is
// invalidated twice.
const MAX_ECHOES = 1_000

export type ChangeListener = (tags: Tag[]) => void

export interface EventChanges {
  /** The event itself changed, or is booked out: at once. */
  changed(eventId: number): void
  /**
   * The same inside the transaction that changes the event: other instances are notified by the commit itself, so that a crash
   * right after it leaves nobody behind. Makes commits wait for each other, so only for edits, not for bookings. After
   * the commit call what it returns, which invalidates this instance at once. An event that is in no list, neither before nor
   * after (a draft), costs nobody their cached lists. Several events are announced with one message.
   */
  announce(tx: Tx, eventIds: number | number[], options: { isListed: boolean }): Promise<() => void>
  /** The same for what strangers read of a creator. Searches find it, so lists change too. */
  announceCreator(tx: Tx, userId: number): Promise<() => void>
  /** Events were hidden or restored: whatever shows one of them is rendered again, the sitemap too. */
  announceHidden(tx: Tx, eventIds: number[]): Promise<() => void>
  /** Only the number of seats left changed. */
  counted(eventId: number): void
  /** A list shows other events now; the events themselves have not changed. */
  announceLists(tx: Tx): Promise<() => void>
  /** What has changed, see tags.ts. */
  onChange(listener: ChangeListener): void
  /** Whether changes made by other instances are received. */
  readonly isListening: boolean
  stop(): Promise<void>
}

/** Batches tags and flushes them `everyMs` after the first. */
function gathered(everyMs: number, handOn: (tags: Tag[]) => void) {
  const waiting = new Set<Tag>()
  let timer: NodeJS.Timeout | undefined
  return {
    add(tags: Tag[]) {
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

const tagsOf = (eventId: number): Tag[] => [eventTag(eventId), LISTS, COUNTS]

export interface ChangesOptions extends ListenerOptions {
  /** For reads on a replica. */
  position?: NewsPosition
}

export function createEventChanges(
  pool: pg.Pool,
  connectionString: string,
  log: Logger,
  onConnected: (isConnected: boolean) => void,
  { position, ...options }: ChangesOptions = {},
): EventChanges {
  const listeners: ChangeListener[] = []
  const self = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let stopped = false
  let isListening = false
  let announcements = 0
  /** Already invalidated here: the echo of the commit is ignored. */
  const awaitedEchoes = new Set<number>()
  /** The other way round: the echo came before the commit was confirmed to us. */
  const earlyEchoes = new Set<number>()

  const invalidate = (tags: Tag[], lsn: string | null = null) => {
    // First: what is outdated by this is made again at once, and not where the change is missing.
    position?.received(readLsn(lsn), tags.some(isWithdrawn))
    for (const listener of listeners) listener(tags)
  }
  const publish = (tags: Tag[]) => {
    for (let at = 0; at < tags.length; at += TAGS_AT_ONCE) {
      const some = tags.slice(at, at + TAGS_AT_ONCE)
      // Outside of any transaction: NOTIFY inside one makes commits wait for each other.
      pool.query(PUBLISH, [CHANNEL, writeMessage({ from: self, tags: some })]).catch((error: unknown) => {
        if (stopped) return
        log.warn({ err: error }, 'could not tell other instances about a change, trying again')
        retries.add(some)
      })
    }
  }
  const invalidateEverywhere = (tags: Tag[]) => {
    invalidate(tags)
    publish(tags)
  }
  const retries = gathered(RETRY_MS, publish)
  const counts = gathered(COUNT_EVERY_MS, invalidateEverywhere)
  const listCounts = gathered(LIST_COUNTS_EVERY_MS, invalidateEverywhere)

  const remember = (announcements: Set<number>, announcement: number) => {
    if (announcements.size >= MAX_ECHOES) announcements.clear()
    announcements.add(announcement)
  }

  /** Our own news is known here, but for an announcement whose commit has not been confirmed to us, and may never be. */
  const isKnownHere = ({ from, announcement }: { from: string; announcement?: number }) => {
    if (from !== self) return false
    if (announcement === undefined || awaitedEchoes.delete(announcement)) return true
    remember(earlyEchoes, announcement)
    return false
  }

  const receive = (payload: string | undefined) => {
    const message = readMessage(payload)
    if (!message) {
      log.warn('another program told of changes in a way that this version cannot read; everything is invalidated')
      invalidate([EVERYTHING])
    } else if (!isKnownHere(message)) invalidate(message.tags as Tag[], message.lsn)
  }
  const listener = createListener(
    connectionString,
    receive,
    (isConnected) => {
      isListening = isConnected
      awaitedEchoes.clear()
      earlyEchoes.clear()
      if (isConnected) position?.listen(async () => positionOf(await listener.read(LEADER_POSITION)))
      else position?.disconnected()
      onConnected(isConnected)
      // This instance cannot know what was hidden while it was disconnected.
      if (isConnected) invalidate([SITEMAP])
    },
    options,
  )

  const announceSome = async (tx: Tx, tags: Tag[]) => {
    const announcement = ++announcements
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${writeMessage({ from: self, tags, announcement })})`)
    return () => {
      if (earlyEchoes.delete(announcement)) return
      remember(awaitedEchoes, announcement)
      invalidate(tags)
    }
  }
  const announceTags = async (tx: Tx, tags: Tag[]) => {
    const invalidateLocally: (() => void)[] = []
    for (let at = 0; at < tags.length; at += TAGS_AT_ONCE)
      invalidateLocally.push(await announceSome(tx, tags.slice(at, at + TAGS_AT_ONCE)))
    return () => invalidateLocally.forEach((invalidate) => invalidate())
  }

  return {
    changed: (eventId) => invalidateEverywhere(tagsOf(eventId)),
    announce: (tx, eventIds, { isListed }) =>
      announceTags(tx, [...[eventIds].flat().map(eventTag), ...(isListed ? [LISTS, COUNTS] : [])]),
    announceCreator: (tx, userId) => announceTags(tx, [creatorTag(userId), LISTS]),
    announceHidden: (tx, eventIds) => announceTags(tx, [LISTS, COUNTS, SITEMAP, ...eventIds.map(eventTag)]),
    counted(eventId) {
      counts.add([seatsTag(eventId)])
      listCounts.add([COUNTS])
    },
    announceLists: (tx) => announceTags(tx, [LISTS]),
    onChange: (listener) => void listeners.push(listener),
    get isListening() {
      return isListening
    },
    async stop() {
      stopped = true
      isListening = false
      for (const gathering of [retries, counts, listCounts]) gathering.stop()
      await listener.stop()
    },
  }
}
