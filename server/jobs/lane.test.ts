// A lane alone, with a queue in memory whose answers the test decides; the queue in PostgreSQL: lease.test.ts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Db, Tx } from '../db/client.ts'
import { GiveUp, LeaseLost, type Lease, type Outcome, type WorkRow } from './job.ts'
import { createLane, type LaneOptions } from './lane.ts'
import { PRIORITY } from './priority.ts'
import type { Queue } from './queue.ts'

type Ending = 'done' | 'skipped'
type Run = (row: WorkRow, lease: Lease) => Promise<Outcome<Ending>>

const LEASE_MS = 60_000
const row = (id: number, fields: Partial<WorkRow> = {}): WorkRow => ({
  id,
  kind: 'mail',
  payload: {},
  priority: PRIORITY.urgent,
  attempts: 1,
  leaseToken: `token ${id}`,
  ...fields,
})

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

const turns = async () => {
  for (let n = 0; n < 20; n++) await nextTurn()
}

function opened(run: Run, options: Partial<LaneOptions<WorkRow, Ending>> = {}) {
  const waiting: WorkRow[] = []
  const settled: string[] = []
  const claims: { kinds: string[]; most: number; inFlight: number[] }[] = []
  const lines: { level: number; msg: string; reason?: string; place?: string }[] = []
  const results: string[] = []
  const world = { isOurs: true, isAway: false, lost: [] as number[], renewals: 0 }
  const settle = (what: string) => {
    if (world.isAway) return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    settled.push(what)
    return Promise.resolve(world.isOurs)
  }
  const queue: Queue<WorkRow, Ending> = {
    leaseMs: LEASE_MS,
    claim: (kinds, most, inFlight) => {
      if (world.isAway) return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      claims.push({ kinds, most, inFlight })
      return Promise.resolve(waiting.splice(0, most))
    },
    renew: (rows) => {
      world.renewals++
      if (world.isAway) return Promise.reject(new Error('away'))
      return Promise.resolve(new Set(rows.map(({ id }) => id).filter((id) => !world.lost.includes(id))))
    },
    end: (_db, { id }, ending) => settle(`${id} ${ending}`),
    retry: ({ id }, seconds, reason) => settle(`${id} again in ${Math.floor(seconds / 15) * 15} for ${reason}`),
    fail: ({ id }, reason) => settle(`${id} failed for ${reason}`),
    putOff: ({ id }, seconds) => settle(`${id} put off ${seconds}`),
  }
  const log = pino(
    { base: undefined },
    { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  )
  const db = { transaction: (work: (tx: Tx) => Promise<unknown>) => work('tx' as unknown as Tx) } as unknown as Db
  const lane = createLane<WorkRow, Ending>(
    { queue, kinds: ['mail'], slots: 4, run, ...options },
    { db, log, onResult: (kind, result) => results.push(`${kind} ${result}`) },
  )
  return { lane, waiting, settled, claims, lines, results, world }
}

const done: Run = () => Promise.resolve({ is: 'over', as: 'done' })
const never: Run = () => new Promise(() => undefined)

test('everything that is due is done, as many at once as there are slots', async () => {
  const { lane, waiting, settled, claims, results } = opened(done)
  waiting.push(...Array.from({ length: 6 }, (_, n) => row(n)))
  expect(await lane.runDue()).toBe(6)
  expect(settled).toEqual(Array.from({ length: 6 }, (_, n) => `${n} done`))
  expect(claims.map(({ most }) => most)).toEqual([4, 4, 4])
  expect(claims[0]).toEqual({ kinds: ['mail'], most: 4, inFlight: [] })
  expect(results).toEqual(Array<string>(6).fill('mail done'))
  await lane.stop()
})

test('what is in flight is named in the next claim, and takes its slot', async () => {
  const { lane, waiting, claims } = opened(never)
  waiting.push(row(7), row(8))
  lane.start()
  await turns()
  lane.nudge()
  await vi.waitFor(() => expect(claims.at(-1)).toEqual({ kinds: ['mail'], most: 2, inFlight: [7, 8] }))
})

test('a lane without kinds asks for nothing', async () => {
  const { lane, claims } = opened(done, { kinds: [] })
  expect(await lane.runDue()).toBe(0)
  expect(claims).toEqual([])
})

test('work can be put off, which costs no attempt, and is not counted as done', async () => {
  const { lane, waiting, settled, results } = opened(() => Promise.resolve({ is: 'later', seconds: 30 }))
  waiting.push(row(1))
  expect(await lane.runDue()).toBe(0)
  expect(settled).toEqual(['1 put off 30'])
  expect(results).toEqual(['mail later'])
})

test('what ends with the work is written with it, and not when somebody else has the work', async () => {
  const also = vi.fn(() => Promise.resolve())
  const { lane, waiting, settled, world, results } = opened(() => Promise.resolve({ is: 'over', as: 'skipped', also }))
  waiting.push(row(1))
  expect(await lane.runDue()).toBe(1)
  expect(also).toHaveBeenCalledExactlyOnceWith('tx')
  world.isOurs = false
  waiting.push(row(2))
  expect(await lane.runDue()).toBe(0)
  expect(also).toHaveBeenCalledTimes(1)
  expect(settled).toEqual(['1 skipped', '2 skipped'])
  expect(results).toEqual(['mail done', 'mail lost'])
})

test('a failure is retried with back-off, said in the log without its words, and given up after eight', async () => {
  const run: Run = () => Promise.reject(Object.assign(new Error('to nora@example.org'), { code: 'ESOCKET' }))
  const { lane, waiting, settled, lines, results } = opened(run)
  waiting.push(row(1), row(2, { attempts: 7 }), row(3, { attempts: 8 }))
  expect(await lane.runDue()).toBe(0)
  expect(settled).toEqual(
    ['1 again in 30 for ESOCKET', '2 again in 1920 for ESOCKET', '3 failed for ESOCKET'].map(
      (text) => expect.stringMatching(text.replace(/\d+ for/, '\\d+ for')) as string,
    ),
  )
  expect(results).toEqual(['mail retried', 'mail retried', 'mail failed'])
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'background work failed, to be retried'],
    [40, 'background work failed, to be retried'],
    [50, 'background work given up'],
  ])
  expect(JSON.stringify(lines)).not.toContain('nora')
  expect(lines[0]).toMatchObject({ job: 1, kind: 'mail', attempt: 1, reason: 'ESOCKET' })
})

test('what cannot succeed is given up at once', async () => {
  const { lane, waiting, settled } = opened(() => Promise.reject(new GiveUp('no such address')))
  waiting.push(row(1))
  await lane.runDue()
  expect(settled).toEqual(['1 failed for no such address'])
})

test('a process that has lost the lease settles nothing', async () => {
  const { lane, waiting, settled, results, lines } = opened(() => Promise.reject(new LeaseLost()))
  waiting.push(row(1))
  await lane.runDue()
  expect([settled, results, lines]).toEqual([[], ['mail lost'], []])
})

test('a failure that somebody else has to settle is lost', async () => {
  const { lane, waiting, world, results } = opened(() => Promise.reject(new Error('x')))
  world.isOurs = false
  waiting.push(row(1), row(2, { attempts: 8 }))
  await lane.runDue()
  expect(results).toEqual(['mail lost', 'mail lost'])
})

test('work with the same key goes one after another, also after a failure; other work beside it', async () => {
  const order: string[] = []
  const ends = new Map<number, () => void>()
  const run: Run = async ({ id }) => {
    order.push(`${id} begins`)
    await new Promise<void>((resolve) => ends.set(id, resolve))
    order.push(`${id} ends`)
    if (id === 1) throw new GiveUp('no')
    return { is: 'over', as: 'done' }
  }
  const inTurnBy = ({ payload }: WorkRow) => payload.to
  const { lane, waiting } = opened(run, { inTurnBy })
  waiting.push(
    row(1, { payload: { to: 'a' } }),
    row(2, { payload: { to: 'a' } }),
    row(3, { payload: { to: 'b' } }),
    row(4),
  )
  const all = lane.runDue()
  await turns()
  expect(order).toEqual(['1 begins', '3 begins', '4 begins'].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  ends.get(1)!()
  await turns()
  expect(order.slice(3)).toEqual(['1 ends', '2 begins'])
  for (const id of [2, 3, 4]) ends.get(id)!()
  expect(await all).toBe(3)
})

test('leases are renewed three times within their time, and work that lost its lease is told', async () => {
  const leases: Lease[] = []
  const { lane, waiting, world } = opened((_row, lease) => {
    leases.push(lease)
    return new Promise(() => undefined)
  })
  waiting.push(row(1), row(2))
  lane.start()
  await turns()
  await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
  expect(world.renewals).toBe(1)
  expect(leases.map(({ signal }) => signal.aborted)).toEqual([false, false])
  world.lost = [2]
  await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
  expect(world.renewals).toBe(2)
  expect(leases.map(({ signal }) => signal.aborted)).toEqual([false, true])
  expect(leases[1]!.signal.reason).toBeInstanceOf(LeaseLost)
  expect(() => leases[0]!.check()).not.toThrow()
  expect(() => leases[1]!.check()).toThrow(LeaseLost)
  // Renewed again and again, the first one outlives its first lease.
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(() => leases[0]!.check()).not.toThrow()
})

test('a lease that could not be renewed in its time is lost, by the clock alone as well', async () => {
  const leases: Lease[] = []
  const { lane, waiting, world } = opened((_row, lease) => {
    leases.push(lease)
    return new Promise(() => undefined)
  })
  waiting.push(row(1))
  const due = lane.runDue()
  await turns()
  world.isAway = true
  // Frozen: no timer has run, only the clock has gone on.
  const frozen = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LEASE_MS + 1)
  expect(() => leases[0]!.check()).toThrow(LeaseLost)
  frozen.mockRestore()
  expect(() => leases[0]!.check()).not.toThrow()
  void due
})

test('a lease that cannot be renewed ends by itself, and its work is told', async () => {
  const signals: AbortSignal[] = []
  const { lane, waiting, world } = opened((_row, { signal }) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  waiting.push(row(1))
  lane.start()
  await turns()
  world.isAway = true
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
  expect(signals[0]?.reason).toBeInstanceOf(LeaseLost)
})

test('nothing in flight, nothing to renew', async () => {
  const { lane, world } = opened(done)
  lane.start()
  await turns()
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(world.renewals).toBe(0)
  const stopped = lane.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  await stopped
})

test('it looks once a second, and at once when it is nudged', async () => {
  const { lane, waiting, settled, claims } = opened(done)
  lane.start()
  await turns()
  expect(claims).toHaveLength(1)
  waiting.push(row(1))
  await vi.advanceTimersByTimeAsync(999)
  expect(settled).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await turns()
  expect(settled).toEqual(['1 done'])
  waiting.push(row(2))
  const before = claims.length
  for (let n = 0; n < 50; n++) lane.nudge()
  await vi.waitFor(() => expect(settled).toEqual(['1 done', '2 done']), { interval: 5 })
  // Many who nudge at once are one look.
  expect(claims.length - before).toBe(1)
})

test('as long as there is more than slots it goes on without a pause', async () => {
  const { lane, waiting, settled } = opened(done)
  waiting.push(...Array.from({ length: 40 }, (_, n) => row(n)))
  lane.start()
  await turns()
  await turns()
  expect(settled).toHaveLength(40)
})

test('an outage is one line in the log, and work goes on after it', async () => {
  const { lane, waiting, lines, settled, world } = opened(done)
  world.isAway = true
  lane.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'background work waits for the database', reason: 'ECONNREFUSED' }),
  ])
  world.isAway = false
  waiting.push(row(1))
  await vi.advanceTimersByTimeAsync(1_000)
  await turns()
  expect(settled).toEqual(['1 done'])
  world.isAway = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(lines).toHaveLength(2)
})

test('a stop tells what is in flight, gives it back, and claims nothing more', async () => {
  const { lane, waiting, settled, claims, results } = opened(
    (_row, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  waiting.push(row(1))
  lane.start()
  await turns()
  const before = claims.length
  const stopped = lane.stop()
  await vi.advanceTimersByTimeAsync(10)
  await stopped
  expect(settled).toEqual(['1 put off 0'])
  expect(results).toEqual(['mail later'])
  expect(claims).toHaveLength(before)
  // And it can be started again.
  waiting.push(row(2))
  lane.start()
  await turns()
  expect(claims.length).toBe(before + 1)
})

test('what could not even be written down is said, and holds up nobody', async () => {
  const { lane, waiting, lines, results, world } = opened(() => {
    world.isAway = true
    return Promise.resolve({ is: 'later', seconds: 1 })
  })
  waiting.push(row(1))
  const due = lane.runDue().catch(() => 'away')
  await turns()
  await lane.stop()
  await vi.advanceTimersByTimeAsync(700_000)
  await due
  expect(results).toEqual(['mail lost'])
  expect(lines.at(-1)).toMatchObject({ msg: 'background work could not be settled', reason: 'ECONNREFUSED', job: 1 })
})
