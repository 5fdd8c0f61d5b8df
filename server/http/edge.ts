// EDGE_CACHE=on: apart from ready bytes, shared caches may keep only files that say nothing about anybody and never change.
import type { FastifyInstance } from 'fastify'
import { isPersonal, PERSONAL, unshared } from '../cache/edge-policy.ts'

const FILES = ['/assets/', '/images/events/poster-']

export function installEdge(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isFile = reply.statusCode < 400 && FILES.some((path) => request.url.startsWith(path))
    if (!isFile) {
      const said = reply.getHeader('cache-control')
      const isTheirs = isPersonal(request.headers) || reply.hasHeader('set-cookie')
      reply.header('cache-control', isTheirs ? PERSONAL : unshared(typeof said === 'string' ? said : ''))
    }
    done(null, payload)
  })
}
