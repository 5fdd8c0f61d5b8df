// The gate before everything else: turns requests away while there are more than can be served in time, and lets
// connections go before a stop, so that a proxy in front loses none.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { errorReply } from './errors.ts'

// A turn of the event loop that has already taken so long, with so many requests in it, is overload; a pause of the
// garbage collector or of the machine has few.
const MAX_TURN_MS = 250
const MIN_REQUESTS_IN_TURN = 100
const TICK_MS = 10

// Whoever is let in should be answered within this: no more may be under way than are finished in that time.
const MAX_WAIT_SECONDS = 2
// What is finished in a second, as long as nothing else was measured: 2,000 people may press at the same moment for one
// event's last seats, and they are all to be answered.
const USUAL_RATE = 1_250
// So many may always be under way, so that some slow readers cannot make the gate refuse everybody else.
const MIN_UNDER_WAY = 250
// Measured only under load (an idle server finishes little, and could finish much).
const IS_LOAD = 50
const MEASURE_MS = 100

// Longer than nginx keeps an idle connection to us (keepalive_timeout in deploy/nginx.conf): after it there is none
// left on which a request could cross the closing.
const DRAIN_MS = 1_500

const RETRY_AFTER_SECONDS = 1

/** A balancer must hear the truth also while everybody else is turned away. */
const isProbe = (url: string) => url === '/api/health' || url === '/api/ready'

/** Takes as long as the client's line: says nothing about our load. */
const isTransfer = (url: string) => url.startsWith('/uploads/') || url.startsWith('/api/s3/upload')

export class Gate {
  isDraining = false
  turnedAway = 0
  #server: Server | undefined
  #underWay = 0
  #finished = 0
  #rate = USUAL_RATE
  #maxUnderWay = USUAL_RATE * MAX_WAIT_SECONDS
  #turnBegan = performance.now()
  #inTurn = 0
  #timers: NodeJS.Timeout[] = []

  attach(server: Server, headers: Record<string, string>) {
    this.#server = server
    const listeners = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    const body = JSON.stringify(errorReply(new AppError('unavailable')))
    const refusal = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER_SECONDS),
    }
    const finished = () => {
      this.#underWay--
      this.#finished++
    }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.isDraining) response.shouldKeepAlive = false
      const url = request.url ?? ''
      if (this.#isTooMuch() && !isProbe(url)) {
        this.turnedAway++
        response.writeHead(503, refusal).end(body)
        return
      }
      if (!isTransfer(url)) {
        this.#underWay++
        response.once('close', finished)
      }
      for (const listener of listeners) listener(request, response)
    })
    this.#watch()
    server.on('close', () => this.#timers.forEach(clearInterval))
  }

  #isTooMuch() {
    if (this.#underWay >= this.#maxUnderWay) return true
    return ++this.#inTurn > MIN_REQUESTS_IN_TURN && performance.now() - this.#turnBegan > MAX_TURN_MS
  }

  #watch() {
    const turn = setInterval(() => {
      this.#turnBegan = performance.now()
      this.#inTurn = 0
    }, TICK_MS)
    const measure = setInterval(() => {
      const now = this.#finished * (1_000 / MEASURE_MS)
      this.#finished = 0
      this.#rate = this.#underWay > IS_LOAD ? 0.75 * this.#rate + 0.25 * now : Math.max(this.#rate, USUAL_RATE)
      this.#maxUnderWay = Math.max(MIN_UNDER_WAY, this.#rate * MAX_WAIT_SECONDS)
    }, MEASURE_MS)
    this.#timers = [turn.unref(), measure.unref()]
  }

  /** Says "not ready" and serves on, each answer the last of its connection, until nobody is connected or time is up. */
  async drain() {
    this.isDraining = true
    const until = performance.now() + DRAIN_MS
    while (performance.now() < until && (await this.#connections()) > 0) await wait(20)
  }

  #connections(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#server?.listening) this.#server.getConnections((_error, count) => resolve(count))
      else resolve(0)
    })
  }
}
