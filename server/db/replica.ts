// Public reads on a streaming replica: as long as it has replayed every change that this instance knows of, and as the
// last resort while the leader is away. docs/decisions/229
import type pg from 'pg'
import { databaseOn, ONE_PROCESS, type Db } from './client.ts'
import { isConnectionLost, isDatabaseAway, isTooSlow } from './database-away.ts'
import { hostsOf } from './hosts.ts'
import { isReached, NODE_POSITION, nodePositions, type LogPosition } from './log-position.ts'
import { retryWhileAway } from './retry-while-away.ts'
import { Pool } from './pool.ts'

// Less than for the leader, who takes over.
const CONNECT_MS = 1_000
const SILENCE_MS = 3_000
/** A replica that is away is left alone for this long. */
const AVOID_MS = 2_000
/** A leader that says nothing for this long gets company. */
const LEADER_MS = 1_000

/** What is known of the news: cache/news-position.ts. */
export interface Freshness {
  readonly isCurrent: boolean
  readonly required: LogPosition | null
}

/** Where a read was made in the end. */
export type ReadFrom = 'replica' | 'leader' | 'replica-alone'

export interface ReplicaOptions {
  poolSize: number
  /** Multiplies every limit on waiting. */
  patience?: number
  freshness: Freshness
  onRead?: (from: ReadFrom) => void
  onLost?: (error: Error) => void
}

export interface Replica {
  db: Db
  /** The same read twice: by this `db`, and by the leader's. */
  read: <T>(here: () => Promise<T>, onLeader: () => Promise<T>) => Promise<T>
  close(): Promise<void>
}

class ReplicaBehind extends Error {}

/** drizzle wraps it. */
const isBehind = (error: unknown): boolean =>
  error instanceof ReplicaBehind || (error instanceof Error && isBehind(error.cause))

/** No fault of the question: behind, away, full, or in the way of what it replays (40001). */
const isTrouble = (error: unknown) => isBehind(error) || (isDatabaseAway(error) && !isTooSlow(error))

/** Remembers what each connection has seen, so that most reads cost no question. A connection stays with its node. */
function requireReplayed(freshness: Freshness) {
  const seen = new WeakMap<pg.PoolClient, LogPosition>()
  const positionOf = nodePositions()
  return async (client: pg.PoolClient) => {
    const { required } = freshness
    if (!required) throw new ReplicaBehind('The replica has not replayed the newest change.')
    const before = seen.get(client)
    if (before && isReached(before, required)) return
    const position = positionOf(await client.query(NODE_POSITION))
    seen.set(client, position)
    if (!isReached(position, required)) throw new ReplicaBehind('The replica has not replayed the newest change.')
  }
}

export function openReplica(url: string, options: ReplicaOptions): Replica {
  const { poolSize, patience = 1, freshness, onRead, onLost } = options
  const pool = new Pool({
    hosts: hostsOf(url),
    max: poolSize,
    check: requireReplayed(freshness),
    connectionTimeoutMillis: CONNECT_MS * patience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 2_500 * patience,
    options: ONE_PROCESS,
    idle_in_transaction_session_timeout: 10_000 * patience,
    application_name: 'hooley-read',
  })
  const db = databaseOn(pool, { silenceMs: SILENCE_MS, patience, onLost })
  let avoidUntil = 0

  /** undefined: no answer available here. */
  const tryHere = async <T>(here: () => Promise<T>): Promise<{ value: T } | undefined> => {
    if (Date.now() < avoidUntil) return undefined
    try {
      return { value: await here() }
    } catch (error) {
      if (!isTrouble(error)) throw error
      if (isConnectionLost(error)) avoidUntil = Date.now() + AVOID_MS
      return undefined
    }
  }

  /** undefined: away, or so slow that it may be. */
  const inTime = async <T>(leader: Promise<T>): Promise<{ value: T } | undefined> => {
    const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, LEADER_MS * patience)
    const answer = leader.then(
      (value) => ({ value }),
      (error: unknown) => {
        if (isConnectionLost(error)) return undefined
        throw error
      },
    )
    try {
      return await Promise.race([answer, tooLate])
    } finally {
      clearTimeout(timer)
      answer.catch(() => undefined)
    }
  }

  const readOnce = async <T>(here: () => Promise<T>, onLeader: () => Promise<T>): Promise<T> => {
    const first = freshness.isCurrent ? await tryHere(here) : undefined
    if (first) {
      onRead?.('replica')
      return first.value
    }
    const leader = onLeader()
    const second = await inTime(leader)
    const last = second ? undefined : await tryHere(here)
    onRead?.(last ? 'replica-alone' : 'leader')
    return last ? last.value : leader
  }

  return {
    db,
    // During a switchover there is a moment at which neither responds.
    read: (here, onLeader) => retryWhileAway(true, () => readOnce(here, onLeader)),
    close: () => pool.end(),
  }
}
