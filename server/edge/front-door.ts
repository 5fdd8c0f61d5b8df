// Ready pages are sent before Fastify makes a request and a reply of them: that alone costs more than sending
// the bytes. Malformed requests are refused here; everything else is passed to Fastify.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { PageAddresses } from '../cache/page-address.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import { sendEncoded } from '../cache/send-encoded.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Gate } from './gate.ts'
import { refusals } from './early-refusals.ts'

export interface FrontDoorOptions {
  /** What is not ready passes here. */
  gate?: Gate
  /** For answers that no route gives. */
  headers: Record<string, string>
  ready: ReadyBytes
  metrics: Metrics
  log: Logger
}

export interface FrontDoor {
  serverFactory: NonNullable<FastifyServerOptions['serverFactory']>
  /** From now on ready pages are sent from here. */
  servePages(addresses: PageAddresses): void
  /** From now on Fastify handles everything: it closes connections after their response. */
  close(): void
}

export function openFrontDoor({ gate, headers, ready, metrics, log }: FrontDoorOptions): FrontDoor {
  let pages: PageAddresses | undefined
  const { refuse, refusalOf } = refusals(headers)

  const keyOf = ({ method, url = '' }: IncomingMessage): string | undefined => {
    if (!pages || gate?.isDraining || (method !== 'GET' && method !== 'HEAD')) return undefined
    // Calls are counted against somebody's limit, which Fastify's routes do.
    return url.startsWith('/api/') ? undefined : pages.keyOf(url)
  }

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const key = keyOf(request)
    if (key === undefined) return false
    const { headers, method = '' } = request
    const found = ready.find(key, headers['accept-encoding'])
    if (!found || !ready.isForEverybody(headers)) return false
    const requestId = crypto.randomUUID()
    const status = sendEncoded(response, found.status, found.encoded, headers['if-none-match'], requestId)
    metrics.countReady(method, found.route, status)
    if (log.isLevelEnabled('info')) log.info({ requestId, method, route: found.route, status, ms: 0 }, 'answered')
    return true
  }

  return {
    servePages: (addresses) => void (pages = addresses),
    close: () => void (pages = undefined),
    serverFactory(serve, options) {
      const work = gate?.guard(serve, headers) ?? serve
      const listener: RequestListener = (request, response) => {
        const refusal = refusalOf(request)
        if (refusal) refuse(response, refusal)
        else if (!answer(request, response)) work(request, response)
      }
      const { http } = options as { http?: ServerOptions }
      // Node's own refusal of a request without a Host carries none of our headers; refusalOf sees it.
      const server: Server = createServer({ ...http, requireHostHeader: false }, listener)
      server.on('checkExpectation', (_request, response) => refuse(response, 'expectation_failed'))
      gate?.watch(server)
      // What Fastify sets on a server that it creates itself.
      const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Record<string, number>
      if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
      if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
      server.setTimeout(connectionTimeout)
      return server
    },
  }
}
