// Public answers kept as ready bytes: made once, compressed once, with an ETag, thrown away the moment they are stale.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export interface Made {
  status: number
  headers: Record<string, string>
  body: string
  /** What it is made of: 'lists', 'event:12'. A change of any of these throws it away. */
  tags: string[]
  /** False while developing: made anew for everybody. */
  keep?: boolean
}

interface Ready {
  status: number
  headers: Record<string, string>
  etag: string
  tags: string[]
  madeAt: number
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

type Encoding = 'br' | 'gzip' | 'plain'

// Upcoming events become past by themselves, so nothing is kept for longer than this.
const MAX_AGE_MS = 30_000
const MAX_BYTES = 48 * 1024 * 1024

// Quality 5: within 5 % of the size of 9 at a fifth of its time.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const encodingFor = (request: FastifyRequest): Encoding => {
  const accepted = request.headers['accept-encoding']
  if (!accepted) return 'plain'
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'plain'
}

export class ReadyBytes {
  readonly #ready = new Map<string, Ready>()
  readonly #making = new Map<string, { promise: Promise<Ready>; stale: Set<string> }>()
  #bytes = 0

  async answer(request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<Made>) {
    const ready = this.#fresh(key) ?? (await this.#make(key, make))
    reply.headers(ready.headers).header('vary', 'Accept-Encoding').header('etag', ready.etag)
    if (request.headers['if-none-match'] === ready.etag && ready.status === 200) return reply.code(304).send()
    reply.code(ready.status)
    const encoding = encodingFor(request)
    if (encoding !== 'plain') reply.header('content-encoding', encoding)
    return reply.send(encoding === 'plain' ? ready.plain : (ready[encoding] ??= await compress(ready.plain, encoding)))
  }

  /** Throws away what is made of these; what is being made right now is served once and not kept. */
  invalidate(...tags: string[]) {
    for (const [key, ready] of this.#ready) if (ready.tags.some((tag) => tags.includes(tag))) this.#drop(key)
    for (const making of this.#making.values()) for (const tag of tags) making.stale.add(tag)
  }

  clear() {
    this.#ready.clear()
    this.#bytes = 0
    for (const making of this.#making.values()) making.stale.add('*')
  }

  #fresh(key: string) {
    const ready = this.#ready.get(key)
    if (!ready) return undefined
    if (Date.now() - ready.madeAt < MAX_AGE_MS) return ready
    this.#drop(key)
    return undefined
  }

  #make(key: string, make: () => Promise<Made>): Promise<Ready> {
    const running = this.#making.get(key)
    // Whoever asks after a change must not be handed what was read before it.
    if (running && running.stale.size === 0) return running.promise
    const stale = new Set<string>()
    const promise = make().then((made) => {
      const plain = Buffer.from(made.body)
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
      const ready: Ready = {
        status: made.status,
        headers: made.headers,
        tags: made.tags,
        etag,
        plain,
        madeAt: Date.now(),
      }
      if (made.keep !== false && !stale.has('*') && !made.tags.some((tag) => stale.has(tag))) this.#keep(key, ready)
      return ready
    })
    this.#making.set(key, { promise, stale })
    const done = () => {
      if (this.#making.get(key)?.promise === promise) this.#making.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  #keep(key: string, ready: Ready) {
    this.#drop(key)
    this.#ready.set(key, ready)
    // Compressed twins are about a fifth each.
    this.#bytes += ready.plain.length * 1.5
    for (const oldest of this.#ready.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    const ready = this.#ready.get(key)
    if (!ready) return
    this.#ready.delete(key)
    this.#bytes -= ready.plain.length * 1.5
  }
}

const compress = (plain: Buffer, encoding: 'br' | 'gzip') =>
  encoding === 'br' ? compressBrotli(plain, BROTLI) : compressGzip(plain, { level: 6 })
