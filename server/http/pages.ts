import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ReadyBytes } from './ready-bytes.ts'
import type { Renderer } from './ssr.ts'

const YEAR = 31_536_000

// Only these parts of a query change what a page shows; anything else must not fill the memory with copies.
const MEANINGFUL = ['_routes', 'cursor']

export function cacheKey(url: URL): string {
  const query = MEANINGFUL.flatMap((name) =>
    url.searchParams.has(name) ? [`${name}=${url.searchParams.get(name)}`] : [],
  )
  return `page ${url.pathname}${query.length ? `?${query.join('&')}` : ''}`
}

export async function installPages(
  app: FastifyInstance,
  renderer: Renderer,
  ready: ReadyBytes,
  options: { buildDir: string; publicUrl: string },
) {
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
    const url = new URL(request.url, options.publicUrl)
    return ready.answer(request, reply, cacheKey(url), () => renderer.render(url))
  })
}
