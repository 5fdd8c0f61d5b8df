// Whether a request was made by somebody at this machine: for the outbox, and for demo accounts with their public passwords.
import type { FastifyRequest } from 'fastify'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):(\d+)$/i

const OF_PROXIES = /^(forwarded|via|x-forwarded-.*|x-real-ip|cf-.*|true-client-ip|x-client-ip|x-original-.*)$/

/**
 * A proxy on the same machine speaks from a loopback address for everybody, and a page elsewhere can give its own name
 * to 127.0.0.1: so nothing forwarded, only under a name of this machine with the port that we listen on, and not in
 * HTTP/1.0, which no browser speaks and some proxies do.
 */
export const isFromThisMachine = (request: FastifyRequest, port: number) =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  LOOPBACK.test(request.ip) &&
  LOOPBACK_HOST.exec(request.headers.host ?? '')?.[1] === String(request.socket.localPort ?? port) &&
  request.raw.httpVersion !== '1.0' &&
  !Object.keys(request.headers).some((name) => OF_PROXIES.test(name))
