// A steady stream of requests, whether or not the ones before have been answered: people do not wait for each other. A
// process of its own, plain sockets; a latency is from the writing of a request to the end of its answer.
import { connect, type Socket } from 'node:net'
import { answerParent, startChild } from './messages.ts'

export interface SteadyOrder {
  port: number
  /** Whole requests, taken in turn; `{n}` stands for a number that never comes again. */
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
  #received: Buffer = Buffer.alloc(0)
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
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    this.#received = Buffer.alloc(0)
    this.isBusy = false
    this.#done(Number(head.slice(9, 12)), this)
  }
}

function run({ port, requests, perSecond, connections }: SteadyOrder) {
  const began = new Map<Line, number>()
  let seen: { status: number; ms: number }[] = []
  let sent = 0
  const idle: Line[] = []
  const open = () => new Line(port, done)
  function done(status: number, line: Line) {
    seen.push({ status, ms: performance.now() - (began.get(line) ?? 0) })
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
    const report = summary(seen, sent - reported)
    reported = sent
    seen = []
    return report
  }
}

function summary(seen: { status: number; ms: number }[], sent: number): SteadyReport {
  const times = (answers: typeof seen) => {
    const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
  const groups = Object.entries(Object.groupBy(seen, ({ status }) => String(status)))
  const byStatus = Object.fromEntries(groups.map(([status, answers = []]) => [status, times(answers)]))
  const { p50, p99, max } = times(seen)
  const others = Object.fromEntries(
    groups.filter(([status]) => !status.startsWith('2')).map(([status, answers = []]) => [status, answers.length]),
  )
  return { sent, p50, p99, max, others, byStatus }
}

if (import.meta.main) {
  let report: (() => SteadyReport) | undefined
  answerParent({
    begin: (order: SteadyOrder) => void (report = run(order)),
    report: () => report?.(),
  })
}
