// The workers as the primary sees them: so many places, each taken by a process. One that dies is replaced; one of those who
// serve runs background work, and when it dies another one does at once.
import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { RateLimits } from '../http/rate-limits.ts'
import { pauseBefore, STEADY_MS } from './back-off.ts'
import { crewMetrics, mergeMetrics, type Report } from './merge-metrics.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { answerLimits } from './shared-limits.ts'

// A worker stops within 5 seconds; one that hangs must not hold up the stop of all.
const STOP_MS = 5_500
// Reading metrics must not wait for a worker that is busy.
const REPORT_MS = 1_000

interface Place {
  number: number
  worker?: Worker
  /** When it began to serve; undefined: it does not yet. */
  readyAt?: number
  deaths: number
  replacing?: NodeJS.Timeout
}

export interface CrewOptions {
  size: number
  fork: () => Worker
  databaseUrl: string | undefined
  limits: RateLimits
  log: Logger
}

/** A worker has ended before it served, and has said why. */
export class StartFailed extends Error {}

const tell = (worker: Worker | undefined, message: ToWorker) => {
  // One that is dying hears nothing any more; its end is noticed by itself.
  if (worker?.isConnected()) worker.send(message, () => undefined)
}

const endOf = (worker: Worker) =>
  new Promise<void>((resolve) => (worker.isDead() ? resolve() : worker.once('exit', () => resolve())))

export class Crew {
  readonly #options: CrewOptions
  readonly #places: Place[]
  readonly #reports = new Map<number, (text: string) => void>()
  #background: Place | undefined
  #state = 'starting' as 'starting' | 'serving' | 'stopping'
  #replaced = 0
  #asked = 0

  constructor(options: CrewOptions) {
    this.#options = options
    this.#places = Array.from({ length: options.size }, (_, n) => ({ number: n + 1, deaths: 0 }))
  }

  /** What a worker says when it serves. The first one migrates and takes the port before the others start. */
  async start(): Promise<string> {
    const [first, ...others] = this.#places
    const line = await this.#launch(first!, true)
    this.#expectNoStop()
    await Promise.all(others.map((place) => this.#launch(place)))
    this.#expectNoStop()
    this.#state = 'serving'
    // Who had served and died while others still started.
    for (const place of this.#places) if (place.worker?.isDead()) this.#replace(place, 0)
    return line
  }

  async stop() {
    this.#state = 'stopping'
    await Promise.all(
      this.#places.map(async ({ worker, replacing }) => {
        clearTimeout(replacing)
        if (!worker || worker.isDead()) return
        worker.process.kill('SIGTERM')
        const patience = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS)
        await endOf(worker)
        clearTimeout(patience)
      }),
    )
  }

  #expectNoStop() {
    if (this.#state === 'stopping') throw new StartFailed()
  }

  #launch(place: Place, isFirst = false): Promise<string> {
    const worker = this.#options.fork()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    // Nobody waits for a replacement.
    promise.catch(() => undefined)
    place.worker = worker
    place.readyAt = undefined
    worker.on('error', () => undefined)
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'join')
        tell(worker, { kind: 'orders', worker: place.number, databaseUrl: this.#options.databaseUrl, isFirst })
      else if (message.kind === 'ready') {
        place.readyAt = performance.now()
        this.#appoint()
        resolve(message.line)
      } else this.#receive(place, message)
    })
    worker.on('exit', (code, signal) => {
      reject(new StartFailed())
      this.#ended(place, { code, signal })
    })
    return promise
  }

  #receive({ worker }: Place, message: Exclude<ToPrimary, { kind: 'join' | 'ready' }>) {
    const { limits, log } = this.#options
    if (message.kind === 'nudge') tell(this.#background?.worker, { kind: 'nudge' })
    else if (message.kind === 'limits')
      void answerLimits(limits, message.calls, (err) => log.error({ err }, 'limits could not be counted')).then(
        (answers) => tell(worker, { kind: 'limits', answers }),
      )
    else if (message.kind === 'metrics')
      void this.#report().then((text) => tell(worker, { kind: 'metrics', id: message.id, text }))
    else this.#reports.get(message.id)?.(message.text)
  }

  get #serving() {
    return this.#places.filter(({ readyAt }) => readyAt !== undefined)
  }

  #appoint() {
    if (this.#background) return
    this.#background = this.#serving[0]
    tell(this.#background?.worker, { kind: 'run-background' })
  }

  #ended(place: Place, end: { code: number; signal: string }) {
    const served = place.readyAt === undefined ? 0 : performance.now() - place.readyAt
    place.readyAt = undefined
    if (this.#background === place) this.#background = undefined
    if (this.#state !== 'serving') return
    this.#appoint()
    place.deaths = served >= STEADY_MS ? 1 : place.deaths + 1
    const pause = pauseBefore(place.deaths)
    this.#options.log.warn({ worker: place.number, ...end, pauseMs: pause }, 'a worker has ended and is replaced')
    this.#replace(place, pause)
  }

  #replace(place: Place, pauseMs: number) {
    this.#replaced++
    place.replacing = setTimeout(() => void this.#launch(place), pauseMs)
  }

  async #report(): Promise<string> {
    const reports = await Promise.all(this.#serving.map((place) => this.#reportOf(place)))
    const known = reports.filter((report): report is Report => report !== undefined)
    return mergeMetrics(known) + crewMetrics({ serving: this.#serving.length, replaced: this.#replaced })
  }

  async #reportOf({ number, worker }: Place): Promise<Report | undefined> {
    const id = ++this.#asked
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    this.#reports.set(id, resolve)
    const patience = setTimeout(() => resolve(undefined), REPORT_MS)
    tell(worker, { kind: 'own-metrics', id })
    const text = await promise
    clearTimeout(patience)
    this.#reports.delete(id)
    return text === undefined ? undefined : { worker: number, text }
  }
}
