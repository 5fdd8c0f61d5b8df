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

// Under way at once: as many as were finished in the last second, and never fewer than this. 2,000 people may wait for
// one event's last seats at the same moment, and they are all to be answered.
const MIN_UNDER_WAY = 2_500

// Longer than nginx keeps an idle connection to us (keepalive_timeout in deploy/nginx.conf): after it there is none
// left on which a request could cross the closing.
const DRAIN_MS = 1_500

const RETRY_AFTER_SECONDS = 1

/** A balancer must hear the truth also while everybody else is turned away. */
const isProbe = (url: string | undefined) => url === '/api/health' || url === '/api/ready'

export class Gate {
  isDraining = false
  turnedAway = 0
  #server: Server | undefined
  #underWay = 0
  #finished = 0
  #maxUnderWay = MIN_UNDER_WAY
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
      if (this.#isTooMuch() && !isProbe(request.url)) {
        this.turnedAway++
        response.writeHead(503, refusal).end(body)
        return
      }
      this.#underWay++
      response.once('close', finished)
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
    const second = setInterval(() => {
      this.#maxUnderWay = Math.max(MIN_UNDER_WAY, this.#finished)
      this.#finished = 0
    }, 1_000)
    this.#timers = [turn.unref(), second.unref()]
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
