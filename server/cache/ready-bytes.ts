// Public answers kept as ready bytes: made once, compressed once, with an ETag, thrown away the moment they are stale.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf, type Encoding } from './encoding.ts'
import { encode, prepare, type Form, type Made, type Prepared } from './encoded-answer.ts'

interface Ready extends Prepared {
  route: string
  tags: string[]
  madeAt: number
  make: () => Promise<Made>
  /** Asked for since the last clean-up: kept when memory gets short. */
  used: boolean
}

interface Making {
  promise: Promise<Ready>
  stale: Set<string>
}

export interface ReadyBytesOptions {
  /** Upcoming events become past by themselves, so nothing is kept for longer than this. */
  maxAgeMs?: number
  maxBytes?: number
  now?: () => number
  /** What every answer carries. */
  headers?: Record<string, string>
}

// From this part of its age on an answer is made anew beforehand, while the old one is still handed out: nobody waits for
// the pages that many ask for.
const RENEW_AT = 0.7

// While nobody tells us of changes made elsewhere, an answer may still be at most this old: a change shows within 1 s.
const DEAF_AGE_MS = 500

/** Answers are found by their canonical address, '/events/12' or '/api/all-events?limit=24'. */
export class ReadyBytes {
  readonly #ready = new Map<string, Ready>()
  readonly #making = new Map<string, Making>()
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #fullAge: number
  #maxAge: number
  #bytes = 0
  /** Set once the server knows its settings. */
  headers: Record<string, string>

  constructor({
    maxAgeMs = 30_000,
    maxBytes = 48 * 1024 * 1024,
    now = Date.now,
    headers = {},
  }: ReadyBytesOptions = {}) {
    this.#fullAge = this.#maxAge = maxAgeMs
    this.#maxBytes = maxBytes
    this.#now = now
    this.headers = headers
  }

  /** For whoever answers before Fastify: what can be sent this very moment, or undefined. */
  find(
    address: string,
    acceptEncoding: string | string[] | undefined,
  ): { form: Form; status: number; route: string } | undefined {
    const ready = this.#fresh(address)
    const form = ready?.forms[encodingOf(acceptEncoding)]
    return ready && form && { form, status: ready.status, route: ready.route }
  }

  async answer(request: FastifyRequest, reply: FastifyReply, address: string, make: () => Promise<Made>) {
    const route = request.routeOptions.url ?? ''
    const ready = this.#fresh(address) ?? (await this.#make(address, route, make))
    const form = this.#formOf(ready, encodingOf(request.headers['accept-encoding']))
    reply.hijack()
    sendForm(reply.raw, ready.status, form, request.headers['if-none-match'], request.id)
    return reply
  }

  /** Throws away what is made of these; what is being made right now is served once and not kept. */
  invalidate(...tags: string[]) {
    for (const [address, ready] of this.#ready) if (ready.tags.some((tag) => tags.includes(tag))) this.#drop(address)
    for (const making of this.#making.values()) for (const tag of tags) making.stale.add(tag)
  }

  clear() {
    this.#ready.clear()
    this.#bytes = 0
    for (const making of this.#making.values()) making.stale.add('*')
  }

  /** Whether changes made by other instances are heard of. */
  hear(isHeard: boolean) {
    this.#maxAge = isHeard ? this.#fullAge : Math.min(this.#fullAge, DEAF_AGE_MS)
    // What was told while nobody listened is unknown.
    if (isHeard) this.clear()
  }

  #fresh(address: string): Ready | undefined {
    const ready = this.#ready.get(address)
    if (!ready) return undefined
    const age = this.#now() - ready.madeAt
    if (age < this.#maxAge) {
      ready.used = true
      if (age > this.#maxAge * RENEW_AT && !this.#making.has(address)) this.#renew(address, ready)
      return ready
    }
    this.#drop(address)
    return undefined
  }

  #renew(address: string, { route, make, forms }: Ready) {
    // When this fails the old one is handed out until its time is over; then whoever asks is told what is wrong.
    this.#make(address, route, make, Object.keys(forms) as Encoding[]).catch(() => undefined)
  }

  #formOf(ready: Ready, encoding: Encoding): Form {
    return (ready.forms[encoding] ??= encode(ready, encoding))
  }

  #make(address: string, route: string, make: () => Promise<Made>, encodings: Encoding[] = []): Promise<Ready> {
    const running = this.#making.get(address)
    // Whoever asks after a change must not be handed what was read before it.
    if (running && running.stale.size === 0) return running.promise
    const stale = new Set<string>()
    // The age counts from before the reading: a change that nobody told of may have come right after it.
    const madeAt = this.#now()
    const promise = make().then((made) => {
      const ready: Ready = { ...prepare(made, this.headers), route, make, tags: made.tags, madeAt, used: false }
      for (const encoding of encodings) this.#formOf(ready, encoding)
      const isStale = stale.has('*') || made.tags.some((tag) => stale.has(tag))
      // An address without an event must not push real pages out; many who ask at once still share one answer.
      if (made.keep !== false && made.status < 400 && !isStale) this.#keep(address, ready)
      return ready
    })
    this.#making.set(address, { promise, stale })
    const done = () => {
      if (this.#making.get(address)?.promise === promise) this.#making.delete(address)
    }
    promise.then(done, done)
    return promise
  }

  #keep(address: string, ready: Ready) {
    this.#drop(address)
    this.#ready.set(address, ready)
    this.#bytes += weight(ready)
    for (const [oldest, entry] of this.#ready) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
      // A second chance for what is asked for, at the young end of the queue.
      if (entry.used && entry !== ready) {
        entry.used = false
        this.#ready.set(oldest, entry)
        this.#bytes += weight(entry)
      }
    }
  }

  #drop(address: string) {
    const ready = this.#ready.get(address)
    if (!ready) return
    this.#ready.delete(address)
    this.#bytes -= weight(ready)
  }
}

// Compressed twins are about a fifth each; a kilobyte for the headers.
const weight = (ready: Ready) => ready.size * 1.5 + 1024

/** Everything an answer needs stands ready in the form; only the request's id is its own. */
export function sendForm(
  response: ServerResponse,
  status: number,
  form: Form,
  ifNoneMatch: string | undefined,
  requestId: string,
): number {
  if (ifNoneMatch !== undefined && status === 200 && isKnown(ifNoneMatch, form.etag)) {
    response.writeHead(304, [...form.headWithoutBody, 'x-request-id', requestId]).end()
    return 304
  }
  response.writeHead(status, [...form.head, 'x-request-id', requestId]).end(form.bytes)
  return status
}

/** A list of tags, any of them perhaps weakened by a proxy; the comparison is the weak one (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
