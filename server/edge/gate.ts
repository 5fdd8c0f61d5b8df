// The gate before everything that is work: turns requests away while there are more than can be served in time, and lets
// connections go before a stop, so that a proxy in front loses none.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { errorReply } from '../http/errors.ts'

// A turn of the event loop that has already taken so long, with so many requests in it, is overload; a pause of the
// garbage collector or of the machine has few.
const MAX_TURN_MS = 500
const MIN_REQUESTS_IN_TURN = 100
const TICK_MS = 10

// Two signs together say that there is more than can be served: whoever has waited longest has waited for more than
// this, and so many are under way that the last one would wait for more than that. One alone may be a slow download, or
// the first moment of a rush: 2,000 people may press together for one event's last seats, and are all to be answered.
const PATIENCE_MS = 500
const MAX_WAIT_SECONDS = 1
// So many may always be under way, however slow they are, and never more.
const MIN_UNDER_WAY = 32
const MAX_UNDER_WAY = 4_000
// Measured only under load (an idle server finishes little, and could finish much).
const IS_LOAD = 16
const MEASURE_MS = 100
const MEASURES = 10

// Longer than nginx keeps an idle connection to us (keepalive_timeout in deploy/nginx.conf): after it there is none
// left on which a request could cross the closing.
const DRAIN_MS = 1_500

const RETRY_AFTER_SECONDS = 1

/** A balancer must hear the truth also while everybody else is turned away. */
export const isProbe = (url: string) => url === '/api/health' || url === '/api/ready' || url === '/api/ready/write'

/** Takes as long as the client's line: says nothing about our load. */
const isTransfer = (url: string) =>
  url.startsWith('/uploads/') || url.startsWith('/assets/') || url.startsWith('/api/s3/upload')

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export class Gate {
  isDraining = false
  turnedAway = 0
  #server: Server | undefined
  /** When they came, the oldest first. */
  readonly #underWay = new Set<{ since: number }>()
  #finished = 0
  /** A second, lately; nothing is known of it before a rush. */
  #rate = Infinity
  #turnBegan = performance.now()
  #inTurn = 0

  /** Whatever needs work passes here; what stands ready is answered before, as cheaply as it could be refused. */
  guard(serve: RequestListener, headers: Record<string, string>): RequestListener {
    const body = JSON.stringify(errorReply(new AppError('unavailable')))
    const refusal = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER_SECONDS),
    }
    return (request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false
      const url = request.url ?? ''
      if (this.#isTooMuch() && !isProbe(url)) {
        this.turnedAway++
        response.writeHead(503, refusal).end(body)
        return
      }
      if (!isTransfer(url)) this.#count(request, response)
      serve(request, response)
    }
  }

  watch(server: Server) {
    this.#server = server
    const turn = setInterval(() => {
      this.#turnBegan = performance.now()
      this.#inTurn = 0
    }, TICK_MS)
    const measure = setInterval(this.#measuring(), MEASURE_MS)
    for (const timer of [turn, measure]) {
      timer.unref()
      server.on('close', () => clearInterval(timer))
    }
  }

  /** From the last byte of the request to the last of the answer that we write: not while a slow client sends or reads. */
  #count(request: IncomingMessage, response: ServerResponse) {
    const one = { since: 0 }
    const begin = () => {
      if (response.closed) return
      one.since = performance.now()
      this.#underWay.add(one)
    }
    const finish = () => {
      if (this.#underWay.delete(one)) this.#finished++
    }
    if (hasBody(request)) request.once('end', begin)
    else begin()
    response.once('prefinish', finish)
    response.once('close', finish)
  }

  #isTooMuch() {
    const now = performance.now()
    if (++this.#inTurn > MIN_REQUESTS_IN_TURN && now - this.#turnBegan > MAX_TURN_MS) return true
    const { size } = this.#underWay
    if (size < MIN_UNDER_WAY || size >= MAX_UNDER_WAY) return size >= MAX_UNDER_WAY
    const [oldest] = this.#underWay
    return now - (oldest?.since ?? now) > PATIENCE_MS && size > this.#rate * MAX_WAIT_SECONDS
  }

  /** What was finished in the last second of this rush says how many will be in the next ones. */
  #measuring() {
    let rush: { finished: number; ms: number }[] = []
    let last = performance.now()
    return () => {
      // Under load this is called late: what counts is the time that has really passed.
      const now = performance.now()
      const measured = { finished: this.#finished, ms: now - last }
      last = now
      this.#finished = 0
      rush = this.#underWay.size > IS_LOAD ? [...rush.slice(1 - MEASURES), measured] : []
      const ms = rush.reduce((sum, one) => sum + one.ms, 0)
      const finished = rush.reduce((sum, one) => sum + one.finished, 0)
      this.#rate = ms > 0 ? (finished / ms) * 1_000 : Infinity
    }
  }

  /**
   * Says "not ready" and serves on, each answer the last of its connection, until nobody is connected or time is up. Then
   * the port closes, and whoever is connected by then is still served.
   */
  async drain(finishMs: number) {
    const server = this.#server
    if (!server?.listening) return
    this.isDraining = true
    const until = performance.now() + DRAIN_MS
    while (performance.now() < until && (await this.#connections()) > 0) await wait(20)
    // Right after this turn has accepted all who waited at the port: closing it would cut them off unheard.
    await new Promise(setImmediate)
    const everybodyIsGone = new Promise((resolve) => server.close(resolve))
    await Promise.race([everybodyIsGone, wait(finishMs)])
  }

  #connections(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#server?.listening) this.#server.getConnections((_error, count) => resolve(count))
      else resolve(0)
    })
  }
}
