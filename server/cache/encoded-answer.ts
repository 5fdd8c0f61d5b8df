// One answer in its forms: plain, gzip, brotli. Each has its own strong ETag and its whole set of headers.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Encoding } from './encoding.ts'

// Quality 4: home is 18.0 KB for 1.6 ms, with 5 it is 16.5 KB for 2.9 ms, half as much again as rendering it. A window
// of 64 KB holds a page; the usual 4 MB costs more to set up than the page to compress.
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})
// Below this compression saves less than a packet.
const WORTH_COMPRESSING = 1024

export interface Made {
  status: number
  headers: Record<string, string>
  body: string
  /** What it is made of: 'lists', 'event:12'. A change of any of these throws it away. */
  tags: string[]
  /** False while developing: made anew for everybody. */
  keep?: boolean
}

export interface Form {
  bytes: Buffer
  etag: string
  /** Names and values in turn, as Node writes them without looking at them again. */
  head: string[]
  /** The same for 304, where nothing may tell of a body. */
  headWithoutBody: string[]
}

export interface Prepared {
  status: number
  headers: Record<string, string>
  hash: string
  size: number
  forms: { plain: Form } & Partial<Record<Encoding, Form>>
}

function formOf(headers: Record<string, string>, bytes: Buffer, etag: string, encoding: Encoding): Form {
  const { 'content-type': type, ...others } = headers
  const headWithoutBody = Object.entries({ ...others, etag }).flat()
  const body = { 'content-type': type, 'content-length': String(bytes.length) }
  const encoded: Record<string, string> = encoding === 'plain' ? {} : { 'content-encoding': encoding }
  const about = Object.entries({ ...body, ...encoded }).filter((entry): entry is [string, string] => !!entry[1])
  return { bytes, etag, head: [...headWithoutBody, ...about.flat()], headWithoutBody }
}

export function prepare(made: Made, always: Record<string, string>): Prepared {
  const { status, body } = made
  const headers = { vary: 'Accept-Encoding', ...always, ...made.headers }
  const plain = Buffer.from(body)
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(plain).digest('base64url').slice(0, 22)
  return { status, headers, hash, size: plain.length, forms: { plain: formOf(headers, plain, `"${hash}"`, 'plain') } }
}

/** Made when somebody asks for it first. On the spot: handing 90 KB to a thread and back costs as much again. */
export function encode({ headers, hash, forms: { plain } }: Prepared, encoding: Encoding): Form {
  if (encoding === 'plain' || plain.bytes.length < WORTH_COMPRESSING) return plain
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(plain.bytes, brotliOptions(plain.bytes.length))
      : gzipSync(plain.bytes, { level: 6 })
  return formOf(headers, bytes, `"${hash}-${encoding}"`, encoding)
}
