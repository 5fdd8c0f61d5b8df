// Public answers that stand ready are sent before Fastify makes a request and a reply of them: that alone costs more
// than sending the bytes. Whatever is not ready, or is anything but a plain GET, goes on to Fastify.
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
import type { Gate } from './gate.ts'
import type { Metrics } from '../http/metrics.ts'
import { pageAddress } from '../cache/page-address.ts'
import { sendForm, type ReadyBytes } from '../cache/ready-bytes.ts'

export interface FrontDoorOptions {
  /** What is not ready passes here. */
  gate?: Gate
  /** What an answer carries that no route has made. */
  headers: Record<string, string>
  ready: ReadyBytes
  metrics: Metrics
  log: Logger
  /** Calls are counted against somebody's limit by Fastify's routes; pages are not counted. */
  countsCalls: boolean
}

export interface FrontDoor {
  serverFactory: NonNullable<FastifyServerOptions['serverFactory']>
  /** From now on Fastify answers everything: it tells clients that the connection ends. */
  close(): void
}

export function openFrontDoor({ gate, headers, ready, metrics, log, countsCalls }: FrontDoorOptions): FrontDoor {
  let isOpen = true

  const addressOf = ({ method, url = '', headers }: IncomingMessage): string | undefined => {
    if (!isOpen || gate?.isDraining || (method !== 'GET' && method !== 'HEAD')) return undefined
    if (!url.startsWith('/api/')) return pageAddress(url)
    return method === 'HEAD' || countsCalls || headers.authorization !== undefined ? undefined : url
  }

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const address = addressOf(request)
    if (address === undefined) return false
    const { headers, method = '' } = request
    const found = ready.find(address, headers['accept-encoding'])
    if (!found) return false
    const requestId = crypto.randomUUID()
    const status = sendForm(response, found.status, found.form, headers['if-none-match'], requestId)
    metrics.countReady(method, found.route, status)
    if (log.isLevelEnabled('info')) log.info({ requestId, method, route: found.route, status, ms: 0 }, 'answered')
    return true
  }

  return {
    close: () => void (isOpen = false),
    serverFactory(serve, options) {
      const work = gate?.guard(serve, headers) ?? serve
      const listener: RequestListener = (request, response) => {
        if (!answer(request, response)) work(request, response)
      }
      const server: Server = createServer((options as { http?: ServerOptions }).http ?? {}, listener)
      gate?.watch(server)
      // What Fastify sets on a server of its own.
      const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Record<string, number>
      if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
      if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
      server.setTimeout(connectionTimeout)
      return server
    },
  }
}
