// EDGE_CACHE=on: a cache in front of us is told what to drop. Of what is not ready bytes nothing is for caches that many
// share, but for files that say nothing of anybody and never change.
import type { FastifyInstance } from 'fastify'
import { isPersonal, PERSONAL, unshared } from '../cache/edge-policy.ts'
import type { EventChanges } from '../cache/event-changes.ts'
import { createPurger, type PurgerOptions } from '../cache/purge.ts'

const FILES = ['/assets/', '/images/events/poster-']

interface EdgeOptions extends PurgerOptions {
  /** Ready bytes are told first: they are outdated before the cache asks for newer ones. */
  changes: EventChanges
}

export function installEdge(app: FastifyInstance, { changes, ...purger }: EdgeOptions) {
  if (purger.urls.length > 0) changes.onChange(createPurger(purger))
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
