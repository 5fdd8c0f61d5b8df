import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { siteScript } from '../../contract/site.ts'

interface Options {
  buildDir: string
  /** Off: browsers get a worker that unregisters itself. */
  isOn: boolean
}

// A worker obeys the policy that it was served with, and has to ask for the pages itself.
const POLICY = "default-src 'none'; connect-src 'self'"

/** Asked for at every page load by browsers that have it, so that a new one reaches them soon. */
export function installServiceWorker(app: FastifyInstance, { buildDir, isOn }: Options) {
  const file = join(buildDir, 'workers', isOn ? 'worker.js' : 'unregister-worker.js')
  if (!existsSync(file)) return
  const script = siteScript() + readFileSync(file, 'utf8')
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  app.get('/sw.js', { exposeHeadRoute: true }, (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY, etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}
