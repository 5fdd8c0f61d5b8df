import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageAddress } from '../cache/page-address.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import type { Renderer } from './ssr.ts'

const YEAR = 31_536_000
// As the calls of the API say it (errors.ts).
const RETRY_AFTER_SECONDS = '2'

export async function installPages(
  app: FastifyInstance,
  renderer: Renderer,
  ready: ReadyBytes,
  options: { buildDir: string; publicUrl: string },
) {
  // Not as a base: '//host/path' would name another host.
  const { origin } = new URL(options.publicUrl)
  const client = join(options.buildDir, 'client')
  if (existsSync(client)) {
    await app.register(fastifyStatic, {
      root: client,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Everything under assets/ carries a hash of its content in its name.
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
      },
    })
  }
  app.get('/*', { exposeHeadRoute: true }, (request, reply) => {
    const address = pageAddress(request.url)
    return ready.answer(request, reply, address, async () => {
      const made = await renderer.render(new URL(origin + address))
      if (made.status === 503) made.headers['retry-after'] = RETRY_AFTER_SECONDS
      return made
    })
  })
}
