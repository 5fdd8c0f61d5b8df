// The same page as somebody would write it by hand: content, pictures and styles, and no JavaScript. From the same server.
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const SCRIPTS = /<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g

export function serveWithoutScripts(app: FastifyInstance) {
  const pages = new Map<string, Buffer>()
  app.get<{ Params: { '*': string } }>('/without-scripts/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    let page = pages.get(path)
    if (!page) {
      const { body } = await app.inject({ url: path })
      page = brotliCompressSync(body.replace(SCRIPTS, ''))
      pages.set(path, page)
    }
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'",
      })
      .send(page)
  })
}
