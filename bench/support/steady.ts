// A steady stream of requests, whether or not the ones before have been answered: people do not wait for each other. A
// process of its own, plain sockets; a latency is from the writing of a request to the end of its answer.
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { answerParent, startChild } from './messages.ts'

export interface SteadyOrder {
  port: number
  /** Whole requests, taken in turn; `{n}` is replaced by a number that is never reused. */
  requests: string[]
  perSecond: number
  connections: number
}

export interface SteadyReport {
  sent: number
  p50: number
  p99: number
  max: number
  /** Answers other than 2xx, by status; 0: the connection was lost. */
  others: Record<string, number>
  byStatus: Record<string, { count: number; p50: number; p99: number }>
}

// No head is longer; the rest of a chunk is body, which nobody reads.
const MAX_HEAD = 4_096

export const getRequest = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n${headers}\r\n`

export const postRequest = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

/** Runs until it is stopped; `report` tells what was seen since the last report. */
export async function startSteady(order: SteadyOrder) {
  const child = await startChild(new URL(import.meta.url))
  await child.ask('begin', order)
  return { report: () => child.ask<SteadyReport>('report'), stop: () => child.stop() }
}

class Line {
  readonly #socket: Socket
  readonly #done: (status: number, line: Line) => void
  #head = ''
  #missing = 0
  isBusy = false

  constructor(port: number, done: (status: number, line: Line) => void) {
    this.#done = done
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => this.isBusy && done(0, this))
  }

  send(request: string) {
    this.isBusy = true
    this.#socket.write(request)
  }

  #receive(chunk: Buffer) {
    if (this.#missing === 0) {
      const begun = this.#head.length
      this.#head += chunk.toString('latin1', 0, MAX_HEAD)
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#head = this.#head.slice(0, end)
      const length = Number(/content-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#missing = end + 4 + length - begun
    }
    this.#missing -= chunk.length
    if (this.#missing > 0) return
    const status = Number(this.#head.slice(9, 12))
    this.#head = ''
    this.isBusy = false
    this.#done(status, this)
  }
}

function run({ port, requests, perSecond, connections }: SteadyOrder) {
  const began = new Map<Line, number>()
  const latencies = new Latencies()
  let sent = 0
  const idle: Line[] = []
  const open = () => new Line(port, done)
  function done(status: number, line: Line) {
    latencies.add(status, performance.now() - (began.get(line) ?? 0))
    idle.push(status === 0 ? open() : line)
  }
  for (let n = 0; n < connections; n++) idle.push(open())
  const from = performance.now()
  const unique = `${process.pid}-${Date.now()}`
  setInterval(() => {
    for (const due = ((performance.now() - from) / 1000) * perSecond; sent < due; sent++) {
      const line = idle.shift() ?? open()
      began.set(line, performance.now())
      line.send((requests[sent % requests.length] ?? '').replace('{n}', `${unique}-${sent}`))
    }
  }, 1)
  let reported = 0
  return (): SteadyReport => {
    const report = { sent: sent - reported, ...latencies.report() }
    reported = sent
    return report
  }
}

const ALL = 'all'
const NOBODY = { count: 0, p50: 0, p99: 0, max: 0 }

/** Histograms: sorting so many figures would hold up the stream, and the next figures would tell of that. */
class Latencies {
  readonly #histograms = new Map<string, RecordableHistogram>()

  add(status: number, ms: number) {
    const microseconds = Math.max(1, Math.round(ms * 1000))
    this.#of(ALL).record(microseconds)
    this.#of(String(status)).record(microseconds)
  }

  /** Of what was seen since the last report. */
  report() {
    const seen = [...this.#histograms].filter(([, histogram]) => histogram.count > 0)
    const figures = seen.map(([status, histogram]) => [status, summary(histogram)] as const)
    for (const [, histogram] of seen) histogram.reset()
    const { [ALL]: all = NOBODY, ...byStatus } = Object.fromEntries(figures)
    const others = Object.entries(byStatus).filter(([status]) => !status.startsWith('2'))
    return { ...all, byStatus, others: Object.fromEntries(others.map(([status, { count }]) => [status, count])) }
  }

  #of(status: string) {
    const known = this.#histograms.get(status)
    if (known) return known
    const histogram = createHistogram({ figures: 3 })
    this.#histograms.set(status, histogram)
    return histogram
  }
}

const summary = (histogram: RecordableHistogram) => ({
  count: histogram.count,
  p50: histogram.percentile(50) / 1000,
  p99: histogram.percentile(99) / 1000,
  max: histogram.max / 1000,
})

if (import.meta.main) {
  let report: (() => SteadyReport) | undefined
  answerParent({
    begin: (order: SteadyOrder) => void (report = run(order)),
    report: () => report?.(),
  })
}
