// The primary's side without processes: each worker is the test's own, and the clock too.
import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimits } from '../http/rate-limits.ts'
import { Crew, StartFailed } from './crew.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class FakeWorker extends EventEmitter {
  readonly heard: ToWorker[] = []
  readonly signals: string[] = []
  /** Whether it ends when it is told to. */
  isObedient = true
  #isDead = false

  readonly process = {
    kill: (signal: string) => {
      this.signals.push(signal)
      if (this.isObedient || signal === 'SIGKILL') this.die(0, signal)
    },
  }
  isConnected = () => !this.#isDead
  isDead = () => this.#isDead
  send = (message: ToWorker) => this.heard.push(message)

  die(code = 1, signal = '') {
    this.#isDead = true
    this.emit('exit', code, signal)
  }
  say(message: ToPrimary) {
    this.emit('message', message)
  }
  get runsBackground() {
    return this.heard.some(({ kind }) => kind === 'run-background')
  }
}

function crewOf(size: number) {
  const workers: FakeWorker[] = []
  const crew = new Crew({
    size,
    databaseUrl: undefined,
    limits: createRateLimits(undefined),
    log: pino({ enabled: false }),
    fork: () => {
      workers.push(new FakeWorker())
      return workers.at(-1) as unknown as Worker
    },
  })
  return { crew, workers }
}

const ready = { kind: 'ready', line: 'Hooley is ready' } as const

async function serving(size: number) {
  const { crew, workers } = crewOf(size)
  const started = crew.start()
  for (let n = 0; n < size; n++) {
    workers[n]?.say(ready)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(await started).toBe('Hooley is ready')
  return { crew, workers }
}

test('the first starts alone, and the others once it serves', async () => {
  const { crew, workers } = crewOf(3)
  const started = crew.start()
  expect(workers).toHaveLength(1)
  workers[0]?.say({ kind: 'join' })
  expect(workers[0]?.heard).toEqual([{ kind: 'orders', worker: 1, databaseUrl: undefined, isFirst: true }])
  workers[0]?.say(ready)
  await vi.advanceTimersByTimeAsync(0)
  expect(workers).toHaveLength(3)
  for (const worker of workers.slice(1)) worker.say(ready)
  await started
})

test('background work is one worker’s, and another’s at once when that one dies', async () => {
  const { workers } = await serving(3)
  expect(workers.map(({ runsBackground }) => runsBackground)).toEqual([true, false, false])
  workers[0]?.die()
  expect(workers.map(({ runsBackground }) => runsBackground)).toEqual([true, true, false])
  await vi.advanceTimersByTimeAsync(0)
  workers[3]?.say(ready)
  expect(workers[3]?.runsBackground).toBe(false)
})

test('whoever adds work tells the one who does it', async () => {
  const { workers } = await serving(2)
  workers[1]?.say({ kind: 'nudge' })
  expect(workers.map(({ heard }) => heard.filter(({ kind }) => kind === 'nudge').length)).toEqual([1, 0])
  workers[0]?.die()
  workers[1]?.say({ kind: 'nudge' })
  expect(workers[1]?.heard.at(-1)).toEqual({ kind: 'nudge' })
})

test('whoever dies is replaced under its number, at once and then ever later', async () => {
  const { workers } = await serving(2)
  workers[1]?.die()
  await vi.advanceTimersByTimeAsync(0)
  expect(workers).toHaveLength(3)
  workers[2]?.say({ kind: 'join' })
  expect(workers[2]?.heard).toEqual([{ kind: 'orders', worker: 2, databaseUrl: undefined, isFirst: false }])
  // Before it served.
  workers[2]?.die()
  await vi.advanceTimersByTimeAsync(499)
  expect(workers).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(workers).toHaveLength(4)
})

test('one that has served for a minute is replaced at once again', async () => {
  const { workers } = await serving(2)
  for (const place of [1, 2]) {
    workers[place]?.die()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(workers).toHaveLength(4)
  workers[3]?.say(ready)
  await vi.advanceTimersByTimeAsync(60_000)
  workers[3]?.die()
  await vi.advanceTimersByTimeAsync(0)
  expect(workers).toHaveLength(5)
})

test('one that dies while the others still start is replaced once they serve', async () => {
  const { crew, workers } = crewOf(2)
  const started = crew.start()
  workers[0]?.say(ready)
  await vi.advanceTimersByTimeAsync(0)
  workers[0]?.die()
  workers[1]?.say(ready)
  await started
  expect(workers[1]?.runsBackground).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(workers).toHaveLength(3)
})

test('a start in which one fails is given up', async () => {
  const { crew, workers } = crewOf(2)
  const started = expect(crew.start()).rejects.toThrow(StartFailed)
  workers[0]?.say(ready)
  await vi.advanceTimersByTimeAsync(0)
  workers[1]?.die()
  await started
  await crew.stop()
  expect(workers[0]?.signals).toEqual(['SIGTERM'])
})

test('a stop tells everybody, kills who does not listen, and replaces nobody', async () => {
  const { crew, workers } = await serving(3)
  workers[1]!.isObedient = false
  workers[2]?.die()
  const stopped = crew.stop()
  await vi.advanceTimersByTimeAsync(5_499)
  expect(workers.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM'], []])
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  expect(workers[1]?.signals).toEqual(['SIGTERM', 'SIGKILL'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(workers).toHaveLength(3)
})
