// Hands an encrypted message to the push service that a browser named.
import { request } from 'node:https'
import { isIP } from 'node:net'
import { PrivateAddress, publicLookup } from '../net/public-only.ts'

export interface PushRequest {
  endpoint: string
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

/** deps.push: the status that the service answered. Tests hand in their own. */
export interface PushService {
  send(message: PushRequest): Promise<number>
}

const PATIENCE_MS = 10_000

/** Only to public addresses, checked when connecting. A redirect is an answer like any other: it is not followed. */
export const pushService: PushService = {
  send: ({ endpoint, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { hostname } = new URL(endpoint)
      // For an address in numbers nothing is looked up, and so nothing would be checked.
      if (isIP(hostname.replace(/^\[|\]$/g, ''))) return reject(new PrivateAddress('A push service has a name.'))
      const limit = AbortSignal.timeout(PATIENCE_MS)
      const sent = request(
        endpoint,
        {
          method: 'POST',
          headers,
          lookup: publicLookup,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          agent: false,
        },
        (answer) => {
          resolve(answer.statusCode ?? 0)
          // What it says besides is of no use; nobody waits for it.
          answer.destroy()
        },
      )
      sent.on('error', reject)
      sent.end(body)
    }),
}
