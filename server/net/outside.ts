// The one way out to addresses that a person or another site supplies: push services, webhooks, imports. Operators' own
// settings (database, SMTP, S3, OpenID, Redis) do not come through here; .dependency-cruiser.cjs lists their files.
import type { lookup as resolveName } from 'node:dns'
import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { isIP } from 'node:net'
import { PrivateAddress, publicLookup, type Networks } from './public-only.ts'

export interface OutsideRequest {
  url: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface OutsideAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The address that answered, after redirects. */
  url: string
}

/** deps.outside. Tests hand in networks of their own. */
export interface Outside {
  /** A redirect is an answer like any other; of what the other side says, the first kilobyte and second are read. */
  post: (message: OutsideRequest & { body: Buffer | string }) => Promise<OutsideAnswer>
  /** Follows three redirects, each checked like the first address; an answer above two megabytes is refused. */
  get: (message: OutsideRequest) => Promise<OutsideAnswer>
}

export class OutsideError extends Error {
  override name = 'OutsideError'
  readonly code: 'BAD_ADDRESS' | 'TOO_LARGE' | 'TOO_MANY_REDIRECTS'
  constructor(code: OutsideError['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

const PATIENCE_MS = 10_000
const POST_READS_BYTES = 1_024
// After the status: an answer may trickle, and all that is read is for a log.
const POST_READS_MS = 1_000
const GET_READS_BYTES = 2 * 1_024 * 1_024
const MOST_REDIRECTS = 3
const FIRST_FREE_PORT = 1_024

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** What an address must look like before a name is looked up; throws a sentence for the person who supplied it. */
export function checkAddress(address: string, networks?: Networks): URL {
  const bad = (sentence: string) => new OutsideError('BAD_ADDRESS', sentence)
  if (!URL.canParse(address)) throw bad('This is not an address.')
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(networks && url.protocol === 'http:'))
    throw bad('The address must start with https://.')
  if (url.username || url.password) throw bad('The address must not carry a name or a password.')
  const port = Number(url.port || 443)
  if (url.port && port !== 80 && port !== 443 && port < FIRST_FREE_PORT)
    throw bad('The port must be 443, or 1024 and above.')
  const number = url.hostname.replace(/^\[|\]$/g, '')
  // For an address in numbers nothing is looked up, and so nothing would be checked.
  if (isIP(number) > 0 && !networks?.(number)) throw new PrivateAddress('The address must have a name, not a number.')
  return url
}

export function openOutside(networks?: Networks, resolve?: typeof resolveName): Outside {
  const lookup = publicLookup(networks, resolve)

  /** Reads at most `most` bytes, then breaks off. */
  const send = (
    method: 'GET' | 'POST',
    url: URL,
    { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
    { body, most, isCut }: { body?: Buffer | string; most: number; isCut: boolean },
  ) =>
    new Promise<OutsideAnswer>((resolve, reject) => {
      const isPlain = url.protocol === 'http:'
      const sent = (isPlain ? requestPlainly : requestSecurely)(
        url,
        // Without TLS only to the networks that the operator has named.
        { method, headers, signal, agent: false, lookup: isPlain ? lookup.namedOnly : lookup.outside },
        (answer) => {
          const status = answer.statusCode ?? 0
          const parts: Buffer[] = []
          let length = 0
          const done = () => {
            clearTimeout(enough)
            resolve({ status, headers: answer.headers, body: Buffer.concat(parts).subarray(0, most), url: url.href })
            answer.destroy()
          }
          const enough = isCut ? setTimeout(done, POST_READS_MS) : undefined
          answer.on('data', (part: Buffer) => {
            parts.push(part)
            length += part.length
            if (length <= most) return
            if (isCut) return done()
            reject(new OutsideError('TOO_LARGE', 'The answer is larger than 2 MB.'))
            answer.destroy()
          })
          answer.on('end', done)
          answer.on('error', (error) => {
            clearTimeout(enough)
            reject(error)
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  const within = (signal?: AbortSignal) => {
    const limit = AbortSignal.timeout(PATIENCE_MS)
    return signal ? AbortSignal.any([signal, limit]) : limit
  }

  return {
    post: async ({ url, headers = {}, body, signal }) =>
      send(
        'POST',
        checkAddress(url, networks),
        { headers: { 'content-length': String(Buffer.byteLength(body)), ...headers }, signal: within(signal) },
        { body, most: POST_READS_BYTES, isCut: true },
      ),
    async get({ url, headers = {}, signal }) {
      const limit = within(signal)
      let next = url
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        const answer = await send(
          'GET',
          checkAddress(next, networks),
          { headers, signal: limit },
          { most: GET_READS_BYTES, isCut: false },
        )
        const { location } = answer.headers
        if (!isRedirect(answer.status) || typeof location !== 'string' || !URL.canParse(location, next)) return answer
        next = new URL(location, next).href
      }
      throw new OutsideError('TOO_MANY_REDIRECTS', 'The address sends on more than three times.')
    },
  }
}
