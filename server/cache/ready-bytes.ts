// Public answers kept as ready bytes: made once, compressed once, with an ETag, and outdated the moment something that
// they show has changed. An outdated one is still the last good one while the database is away.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnswerStore, type Stored } from './answer-store.ts'
import { isPersonal, withEdgeHeaders } from './edge-policy.ts'
import { encodingOf, type Encoding } from './encoding.ts'
import { InFlightAnswers, withTimeLimit, type InFlight, type Make } from './in-flight.ts'
import { encode, prepare, type EncodedAnswer, type Made, type PreparedAnswer } from './prepared-answer.ts'
import { sendEncoded, sendLastGood, sendPersonal } from './send-encoded.ts'
import { EVERYTHING, isWithdrawn, type Tag } from './tags.ts'

interface Kept extends Stored {
  route: string
  answer: PreparedAnswer
  madeAt: number
  /** An answer that was begun earlier does not replace it. */
  order: number
  make: Make
  isOutdated: boolean
  /** While this differs from the cache's own, changes may have been missed. */
  epoch: number
  /** When making a newer one failed last. */
  failedAt: number
}

export interface Obtained {
  answer: PreparedAnswer
  source: 'kept' | 'made' | 'last good'
}

export interface ReadyBytesOptions {
  /** Upcoming events become past by themselves, so nothing is fresh for longer than this. */
  maxAgeMs?: number
  maxBytes?: number
  /** After this making an answer is given up. */
  timeLimitMs?: number
  /** Multiplies every limit on waiting for the database. */
  patience?: number
  now?: () => number
  /** What every answer carries. */
  headers?: Record<string, string>
  /** Caches in front of us may keep what is public. */
  isBehindCache?: boolean
  onLastGood?: () => void
}

// From this fraction of its age on, an answer is refreshed in advance while the old one is still served: nobody waits for
// the pages that many ask for.
const RENEW_AT = 0.7
// While disconnected from LISTEN, an answer is fresh for this long: a change shows within 1 s.
const DISCONNECTED_AGE_MS = 500
// An hour-old page may show an event that is over; ten minutes retryWhileAway a failover by far.
const LAST_GOOD_MS = 10 * 60_000
// Slower than any healthy page (50 ms at worst under load), quicker than a visitor's patience.
const PATIENCE_MS = 300
// While the database is away one request per interval checks whether it is back; the others do not wait.
const TRY_AGAIN_MS = 500
const TIME_LIMIT_MS = 10_000
// Of all that is kept: some hundreds of result pages, and a dozen of the largest feeds.
const QUESTIONS_SHARE = 1 / 3
const FEEDS_SHARE = 1 / 6

const isUnavailable = (error: unknown) => (error as { statusCode?: unknown } | undefined)?.statusCode === 503

/** Answers are found by their normalised question, '/events/12' or '/api/all-events?limit=24'. */
export class ReadyBytes {
  /** Pages and events, of which there are as many as there are. */
  readonly #pages: AnswerStore<Kept>
  /** Searches and other questions, which are endless: however many are asked, they push no page out. */
  readonly #questions: AnswerStore<Kept>
  /** Feeds, which are endless as well, and a hundred times as large. */
  readonly #feeds: AnswerStore<Kept>
  readonly #inFlight = new InFlightAnswers<PreparedAnswer>()
  /** Pages that many addresses share (an event that is not there) are compressed once. */
  readonly #prepared = new WeakMap<Made, PreparedAnswer>()
  readonly #options: Required<ReadyBytesOptions>
  #isConnected = true
  #epoch = 0

  constructor(options: ReadyBytesOptions = {}) {
    this.#options = {
      maxAgeMs: 30_000,
      maxBytes: 48 * 1024 * 1024,
      timeLimitMs: TIME_LIMIT_MS * (options.patience ?? 1),
      patience: 1,
      now: Date.now,
      headers: {},
      isBehindCache: false,
      onLastGood: () => undefined,
      ...options,
    }
    const { maxBytes } = this.#options
    this.#pages = new AnswerStore(maxBytes * (1 - QUESTIONS_SHARE - FEEDS_SHARE))
    this.#questions = new AnswerStore(maxBytes * QUESTIONS_SHARE)
    this.#feeds = new AnswerStore(maxBytes * FEEDS_SHARE)
  }

  get bytes() {
    return this.#pages.bytes + this.#questions.bytes + this.#feeds.bytes
  }

  #shelf(address: string): AnswerStore<Kept> {
    if (address.startsWith('/feeds/')) return this.#feeds
    return address.includes('?') ? this.#questions : this.#pages
  }

  /** For the front door, before Fastify: what can be sent this very moment, or undefined. */
  find(
    address: string,
    acceptEncoding: string | string[] | undefined,
  ): { encoded: EncodedAnswer; status: number; route: string } | undefined {
    const kept = this.#fresh(address)
    const encoded = kept?.answer.encoded[encodingOf(acceptEncoding)]
    return kept && encoded && { encoded, status: kept.answer.status, route: kept.route }
  }

  async obtain(address: string, route: string, make: Make): Promise<Obtained> {
    const fresh = this.#fresh(address)
    if (fresh) return { answer: fresh.answer, source: 'kept' }
    const lastGood = this.#lastGood(address)
    if (!lastGood) return { answer: await this.#make(address, route, make).promise, source: 'made' }
    const answer = await this.#makeInTime(lastGood, address, route, make)
    if (answer) return { answer, source: 'made' }
    // A change may have withdrawn it while we waited.
    if (this.#shelf(address).get(address) !== lastGood) return this.obtain(address, route, make)
    this.#options.onLastGood()
    return { answer: lastGood.answer, source: 'last good' }
  }

  send(request: FastifyRequest, reply: FastifyReply, { answer, source }: Obtained) {
    const encoded = encode(answer, encodingOf(request.headers['accept-encoding']))
    reply.hijack()
    if (source === 'last good') sendLastGood(reply.raw, answer.status, encoded, request.id)
    else if (!this.isForEverybody(request.headers)) sendPersonal(reply.raw, answer.status, encoded, request.id)
    else sendEncoded(reply.raw, answer.status, encoded, request.headers['if-none-match'], request.id)
    return reply
  }

  /** Whether this request may be answered as everybody's is, by caches on the way too. */
  isForEverybody(headers: IncomingHttpHeaders): boolean {
    return !this.#options.isBehindCache || !isPersonal(headers)
  }

  async answer(request: FastifyRequest, reply: FastifyReply, address: string, make: Make) {
    return this.send(request, reply, await this.obtain(address, request.routeOptions.url ?? '', make))
  }

  /** What is being made right now of any of these is served to those who asked before, and is not fresh afterwards. */
  invalidate(...tags: Tag[]) {
    this.#inFlight.announce(tags)
    for (const shelf of [this.#pages, this.#questions, this.#feeds]) {
      if (tags.includes(EVERYTHING)) shelf.clear()
      for (const tag of tags) {
        for (const kept of shelf.tagged(tag)) {
          if (isWithdrawn(tag)) shelf.delete(kept)
          else kept.isOutdated = true
        }
      }
    }
  }

  clear() {
    this.invalidate(EVERYTHING)
  }

  /** Whether changes made by other instances reach us. What we missed is unknown, so nothing cached counts as fresh. */
  setConnected(isConnected: boolean) {
    this.#isConnected = isConnected
    if (!isConnected) return
    this.#epoch++
    this.#inFlight.announce([])
  }

  get #maxAge() {
    const { maxAgeMs } = this.#options
    return this.#isConnected ? maxAgeMs : Math.min(maxAgeMs, DISCONNECTED_AGE_MS)
  }

  #fresh(address: string): Kept | undefined {
    const kept = this.#shelf(address).get(address)
    if (!kept || kept.isOutdated || kept.epoch !== this.#epoch) return undefined
    const age = this.#options.now() - kept.madeAt
    if (age >= this.#maxAge) return undefined
    kept.used = true
    if (age > this.#maxAge * RENEW_AT && !this.#inFlight.get(address)) this.#renew(kept)
    return kept
  }

  #lastGood(address: string): Kept | undefined {
    const kept = this.#shelf(address).get(address)
    return kept && this.#options.now() - kept.madeAt < LAST_GOOD_MS ? kept : undefined
  }

  #renew({ address, route, make, answer }: Kept) {
    // If this fails the old one is served until it expires.
    const encodings = Object.keys(answer.encoded) as Encoding[]
    this.#make(address, route, make, encodings).promise.catch(() => undefined)
  }

  /** A newer answer, unless none is available in the time a visitor waits. */
  async #makeInTime(lastGood: Kept, address: string, route: string, make: Make): Promise<PreparedAnswer | undefined> {
    const now = this.#options.now()
    if (now - lastGood.failedAt < TRY_AGAIN_MS) return undefined
    const { promise, startedAt } = this.#make(address, route, make)
    const noAnswer = () => {
      lastGood.failedAt = this.#options.now()
      return undefined
    }
    const inTime = promise.then(
      (answer) => (answer.status === 503 ? noAnswer() : answer),
      (error: unknown) => {
        if (isUnavailable(error)) return noAnswer()
        throw error
      },
    )
    // Those who gave up waiting do not see the failure.
    inTime.catch(() => undefined)
    const { promise: patience, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, Math.max(0, PATIENCE_MS * this.#options.patience - (now - startedAt)))
    try {
      return await Promise.race([inTime, patience])
    } finally {
      clearTimeout(timer)
    }
  }

  #make(address: string, route: string, make: Make, encodings: Encoding[] = []): InFlight<PreparedAnswer> {
    const { now, timeLimitMs } = this.#options
    // The age counts from before the reading: an unannounced change may have come right after it.
    const madeAt = now()
    const running = this.#inFlight.get(address)
    if (running && this.#inFlight.isCurrent(running) && madeAt - running.startedAt < timeLimitMs) return running
    const epoch = this.#epoch
    return this.#inFlight.begin(address, madeAt, async (outcomeFor, order) => {
      const made = await withTimeLimit(make, timeLimitMs)
      const answer = this.#prepare(made)
      for (const encoding of encodings) encode(answer, encoding)
      const outcome = outcomeFor(made.tags)
      const shelf = this.#shelf(address)
      const before = shelf.get(address)
      if (made.status >= 500 || (before && before.order > order)) return answer
      if (before) shelf.delete(before)
      // An address without an event must not push real pages out.
      if ((made.keep ?? made.status < 400) && outcome !== 'withdrawn') {
        const { tags } = made
        const isOutdated = outcome === 'outdated'
        const entry = { address, route, tags, make, madeAt, order, epoch, isOutdated, failedAt: -Infinity, used: false }
        shelf.put({ ...entry, answer, weight: weightOf(address, answer, tags) })
      }
      return answer
    })
  }

  #prepare(made: Made): PreparedAnswer {
    let answer = this.#prepared.get(made)
    if (answer) return answer
    const { headers, isBehindCache } = this.#options
    answer = prepare(isBehindCache ? withEdgeHeaders(made) : made, headers)
    this.#prepared.set(made, answer)
    return answer
  }
}

/** Compressed twins are about a fifth each; the head is in memory twice for each encoding, the address in two maps. */
const weightOf = (address: string, { size, headers }: PreparedAnswer, tags: readonly Tag[]) =>
  size * 1.5 + 6 * JSON.stringify(headers).length + 4 * address.length + 100 * tags.length + 1024
