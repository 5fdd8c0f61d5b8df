// Some kinds of work that share a few slots. Claims as much as it has slots free, runs it, and settles it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { backOffSeconds, MAX_ATTEMPTS, codeLocationOf, reasonOf } from './failure.ts'
import { GiveUp, LeaseLost, Stopping, type Lease, type Outcome, type WorkRow } from './job.ts'
import { createPace } from './pace.ts'
import { PRIORITY } from './priority.ts'
import type { Queue } from './queue.ts'
import { retryUntilWritten } from './retry-until-written.ts'

const POLL_MS = 1_000
// So that many who nudge at once are one look.
const NUDGE_MS = 5

export type Result = 'done' | 'later' | 'retried' | 'failed' | 'lost'

export interface LaneOptions<Row extends WorkRow, Ending extends string> {
  queue: Queue<Row, Ending>
  kinds: string[]
  slots: number
  /** Work with the same key is done one after another in this process. */
  inTurnBy?: (row: Row) => unknown
  run: (row: Row, lease: Lease) => Promise<Outcome<Ending>>
}

export interface LaneSurroundings {
  db: Db
  log: Logger
  onResult?: (kind: string, result: Result) => void
}

/** What the runner needs to know of a lane, whatever its rows are. */
export interface Lane {
  start(): void
  nudge(): void
  /** Does everything that is due; how much of it was done. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

interface InFlight<Row> {
  row: Row
  abort: AbortController
  leaseEnds: number
  isLost: boolean
}

export function createLane<Row extends WorkRow, Ending extends string>(
  { queue, kinds, slots, inTurnBy, run }: LaneOptions<Row, Ending>,
  { db, log, onResult }: LaneSurroundings,
): Lane {
  const inFlight = new Map<number, InFlight<Row>>()
  const running = new Set<Promise<Result>>()
  const turns = new Map<unknown, Promise<Result>>()
  const rest = createPace()
  let isStopping = false
  let looping: Promise<void> | undefined
  let renewing: NodeJS.Timeout | undefined
  let isNudged = false
  let wake: () => void = () => undefined

  const lose = (work: InFlight<Row>) => {
    work.isLost = true
    work.abort.abort(new LeaseLost())
  }

  const leaseOf = (work: InFlight<Row>): Lease => ({
    signal: work.abort.signal,
    check() {
      // By the clock as well: a process that was frozen wakes up here before any timer fires.
      if (work.isLost || performance.now() > work.leaseEnds) throw new LeaseLost()
    },
  })

  const settle = async (row: Row, outcome: Outcome<Ending>): Promise<Result> => {
    if (outcome.is === 'later') return (await queue.putOff(row, outcome.seconds)) ? 'later' : 'lost'
    const { as, also } = outcome
    const end = () =>
      also
        ? db.transaction(async (tx) => {
            const isOurs = await queue.end(tx, row, as)
            if (isOurs) await also(tx)
            return isOurs
          })
        : queue.end(db, row, as)
    return (await retryUntilWritten(end, () => isStopping)) ? 'done' : 'lost'
  }

  const noteFailure = async (row: Row, error: unknown): Promise<Result> => {
    if (error instanceof LeaseLost) return 'lost'
    if (error instanceof Stopping) return settle(row, { is: 'later', seconds: 0 })
    const reason = reasonOf(error)
    const isOver = error instanceof GiveUp || row.attempts >= MAX_ATTEMPTS
    const note = { job: row.id, kind: row.kind, attempt: row.attempts, reason, place: codeLocationOf(error) }
    log[isOver ? 'error' : 'warn'](note, isOver ? 'background work given up' : 'background work failed, to be retried')
    const write = () => (isOver ? queue.fail(row, reason) : queue.retry(row, backOffSeconds(row.attempts), reason))
    if (!(await retryUntilWritten(write, () => isStopping))) return 'lost'
    return isOver ? 'failed' : 'retried'
  }

  const runOne = async (work: InFlight<Row>): Promise<Result> => {
    const { row } = work
    try {
      if (row.priority > PRIORITY.urgent) await rest()
      work.abort.signal.throwIfAborted()
      return await settle(row, await run(row, leaseOf(work)))
    } catch (error) {
      return await noteFailure(row, error)
    }
  }

  const inTurn = (work: InFlight<Row>): Promise<Result> => {
    const key = inTurnBy?.(work.row) ?? null
    if (key === null) return runOne(work)
    const go = () => runOne(work)
    const turn = (turns.get(key) ?? Promise.resolve()).then(go, go).finally(() => {
      if (turns.get(key) === turn) turns.delete(key)
    })
    turns.set(key, turn)
    return turn
  }

  const launch = (row: Row) => {
    const work = { row, abort: new AbortController(), leaseEnds: performance.now() + queue.leaseMs, isLost: false }
    inFlight.set(row.id, work)
    const promise = inTurn(work)
      .catch((error: unknown): Result => {
        // Not even the failure could be written down: the lease runs out, and it is tried again.
        log.warn({ job: row.id, kind: row.kind, reason: reasonOf(error) }, 'background work could not be settled')
        return 'lost'
      })
      .then((result) => {
        inFlight.delete(row.id)
        running.delete(promise)
        onResult?.(row.kind, result)
        return result
      })
    running.add(promise)
    return promise
  }

  const renew = async () => {
    if (inFlight.size === 0) return
    const held = [...inFlight.values()]
    const from = performance.now()
    const ours = await queue.renew(held.map(({ row }) => row))
    for (const work of held) {
      if (ours.has(work.row.id)) work.leaseEnds = from + queue.leaseMs
      else lose(work)
    }
  }

  const keepLeases = () => {
    renewing ??= setInterval(() => {
      renew().catch(() => undefined)
      for (const work of inFlight.values()) {
        if (performance.now() > work.leaseEnds) lose(work)
      }
    }, queue.leaseMs / 3).unref()
  }

  const claim = async () => {
    const free = slots - inFlight.size
    const rows = free > 0 && kinds.length > 0 && !isStopping ? await queue.claim(kinds, free, [...inFlight.keys()]) : []
    return { launched: rows.map(launch), mayBeMore: rows.length === free }
  }

  const pause = async () => {
    if (!isNudged && !isStopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    if (isNudged) await wait(NUDGE_MS)
    isNudged = false
  }

  const nudge = () => {
    isNudged = true
    wake()
  }

  const loop = async () => {
    let isAway = false
    while (!isStopping) {
      let mayBeMore = false
      try {
        ;({ mayBeMore } = await claim())
        isAway = false
      } catch (error) {
        // Once for an outage, not once a second.
        if (!isAway) log.warn({ reason: reasonOf(error) }, 'background work waits for the database')
        isAway = true
      }
      // Half of the slots at least, so that one question brings several.
      if (mayBeMore) while (inFlight.size > slots / 2 && !isStopping) await Promise.race(running)
      else await pause()
    }
  }

  return {
    start() {
      isStopping = false
      keepLeases()
      looping ??= loop()
    },
    nudge,
    async runDue() {
      keepLeases()
      let done = 0
      for (;;) {
        const { launched } = await claim()
        if (launched.length === 0) return done
        done += (await Promise.all(launched)).filter((result) => result === 'done').length
      }
    },
    async stop() {
      isStopping = true
      nudge()
      for (const { abort } of inFlight.values()) abort.abort(new Stopping())
      await looping
      looping = undefined
      await Promise.all(running)
      clearInterval(renewing)
      renewing = undefined
    },
  }
}
