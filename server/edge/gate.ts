// Admission control for everything that costs work. As many requests are in service as are finished in a quarter of a second, the
// others wait in a line, each network in turn; those who would wait too long are refused, seldom and late, so that refusing
// never takes the processor from serving. docs/decisions/110 has the figures.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { AppError } from '../../contract/errors.ts'
import type { TrustProxy } from '../config.ts'
import { errorReply } from '../http/errors.ts'
import { clientNetwork } from './client-network.ts'
import { FairLine } from './fair-line.ts'
import { Refusals } from './refusals.ts'
import { MEASURE_MS, ServiceRate } from './service-rate.ts'

// With the quarter of a second in service this leaves room below the two seconds in which people are to be answered.
const LINE_SECONDS = 0.75
// A rush comes before anything is known about how fast it is served, and rates fall: nobody is served later than this.
const MAX_WAIT_MS = 1_500
// What takes longer while others overtake it, or while nothing is finished at all, waits for something other than us, a
// lock or a client that reads slowly: it must not keep others out. Slow work done in turn must.
const MAX_SERVICE_MS = 2_000
// Beyond this share of the connections that the server takes, room for newcomers comes first.
const CROWDED = 0.95
const MAX_RETRY_AFTER_SECONDS = 30

/** A balancer must get the true state even while everybody else is turned away. */
export const isProbe = (url: string) => url === '/api/health' || url === '/api/ready' || url === '/api/ready/write'

/** Takes as long as the client's network: says nothing about our load. */
const isTransfer = (url: string) =>
  url.startsWith('/uploads/') || url.startsWith('/assets/') || url.startsWith('/api/s3/upload')

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  network: string
  since: number
  /** Once this many have finished, it has been overtaken by as many as are in service at once. */
  overtakenAt: number
  isGone: boolean
  state: 'waiting' | 'in service' | 'refused' | 'done'
}

export interface GateOptions {
  /** Behind a trusted proxy clients are identified by what it says about them. */
  trustProxy?: TrustProxy
  clock?: () => number
}

export class Gate {
  isDraining = false
  refused = 0
  /** Of all sockets of the port together. */
  maxConnections = Infinity
  readonly #trustProxy: TrustProxy
  readonly #clock: () => number
  readonly #rate: ServiceRate
  readonly #line = new FairLine<Visit>()
  readonly #inService = new Set<Visit>()
  readonly #refusals = new Refusals<Visit>((visit) => this.#sendRefusal(visit))
  #serve: RequestListener = () => undefined
  #refusal: { headers: string[]; body: string } = { headers: [], body: '' }
  #isPumping = false
  #finished = 0
  #lastFinish: number
  #connections = 0

  constructor({ trustProxy = false, clock = () => performance.now() }: GateOptions = {}) {
    this.#trustProxy = trustProxy
    this.#clock = clock
    this.#lastFinish = clock()
    this.#rate = new ServiceRate(this.#lastFinish)
  }

  get waiting() {
    return this.#line.size
  }

  /** What needs work passes here; ready bytes are sent before, as cheaply as they could be refused. */
  guard(serve: RequestListener, headers: Record<string, string>): RequestListener {
    this.#serve = serve
    const body = JSON.stringify(errorReply(new AppError('unavailable')))
    const all = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    }
    this.#refusal = { headers: Object.entries(all).flat(), body }
    return (request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false
      if (isProbe(request.url ?? '')) serve(request, response)
      else this.#admit(request, response)
    }
  }

  watch(server: Server) {
    server.on('connection', (socket) => {
      this.#connections++
      socket.once('close', () => this.#connections--)
    })
    const timer = setInterval(() => this.tick(), MEASURE_MS).unref()
    server.on('close', () => clearInterval(timer))
  }

  /** Every MEASURE_MS. */
  tick() {
    const now = this.#clock()
    this.#rate.measure(now, this.#line.size > 0)
    for (const visit of this.#inService) {
      if (visit.since > now - MAX_SERVICE_MS) break
      if (this.#isStuck(visit, now)) this.#inService.delete(visit)
    }
    for (const visit of this.#line.expired(now - MAX_WAIT_MS)) this.#refuse(visit)
    this.#refusals.expire(now)
    this.#pump()
  }

  #isStuck({ overtakenAt }: Visit, now: number) {
    return this.#finished >= overtakenAt || now - this.#lastFinish >= MAX_SERVICE_MS
  }

  drain() {
    this.isDraining = true
    this.#refusals.sendAll()
  }

  #admit(request: IncomingMessage, response: ServerResponse) {
    const visit: Visit = {
      request,
      response,
      network: '',
      since: this.#clock(),
      overtakenAt: Infinity,
      isGone: false,
      state: 'waiting',
    }
    if (this.#line.size === 0 && this.#inService.size < this.#rate.window) return this.#start(visit)
    // Sent before the answer to the one before it: as many as they like would pile up on one connection. No browser and
    // no proxy does it.
    if (response.socket === null) return void request.socket.destroy()
    visit.network = clientNetwork(request, this.#trustProxy)
    response.once('close', () => this.#hungUp(visit))
    if (this.#line.ahead(visit.network) > this.#rate.perSecond * LINE_SECONDS) this.#refuse(visit)
    else this.#line.push(visit)
  }

  #hungUp(visit: Visit) {
    if (visit.state === 'waiting') this.#line.leave(visit)
    if (visit.state === 'refused') this.#refusals.leave(visit)
  }

  #start(visit: Visit) {
    const { request, response } = visit
    visit.state = 'in service'
    if (!isTransfer(request.url ?? '')) this.#occupy(visit)
    this.#serve(request, response)
  }

  /** From the last byte of the request to the last of the answer that we write: not while a slow client sends or reads. */
  #occupy(visit: Visit) {
    const { request, response } = visit
    const occupy = () => {
      if (response.closed || visit.state !== 'in service') return
      visit.since = this.#clock()
      visit.overtakenAt = this.#finished + this.#inService.size + this.#rate.window
      this.#inService.add(visit)
    }
    occupy()
    response.once('prefinish', () => this.#leave(visit, true))
    response.once('close', () => this.#leave(visit, false))
    if (request.complete || !hasBody(request)) return
    // A body that came with the head has been read by then.
    process.nextTick(() => {
      if (request.complete) return
      this.#inService.delete(visit)
      request.once('end', occupy)
    })
  }

  #leave(visit: Visit, isServed: boolean) {
    visit.state = 'done'
    if (!this.#inService.delete(visit)) return
    if (isServed) {
      this.#finished++
      this.#lastFinish = this.#clock()
      this.#rate.finish()
      this.#refusals.earn()
    }
    if (this.#line.size === 0 || this.#isPumping) return
    this.#isPumping = true
    // Not here: what is answered at once would be served inside the one before it, and so on.
    setImmediate(() => this.#pump())
  }

  #pump() {
    this.#isPumping = false
    while (this.#inService.size < this.#rate.window) {
      const visit = this.#line.shift()
      if (!visit) return
      this.#start(visit)
    }
  }

  #refuse(visit: Visit) {
    this.refused++
    visit.state = 'refused'
    visit.since = this.#clock()
    this.#refusals.hold(visit)
    if (this.isDraining || this.#connections > this.maxConnections * CROWDED) this.#refusals.sendOldest()
  }

  #sendRefusal({ response }: Visit) {
    const seconds = (this.#line.size + this.#refusals.size) / this.#rate.perSecond
    const retryAfter = Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)))
    const { headers, body } = this.#refusal
    response.writeHead(503, [...headers, 'retry-after', String(retryAfter)]).end(body)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
