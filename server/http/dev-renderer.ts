// `npm run dev`: pages from source with hot reload, through Vite inside this process.
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { pageAddresses, pageHandler, PageRenderer, stylesOf, type PageOptions, type Renderer } from './ssr.ts'

export async function createDevRenderer(app: FastifyInstance, options: PageOptions): Promise<Renderer> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  return {
    read: async (url) => pageAddresses(await load(), options.settings).read(url),
    async render(url, signal) {
      const made = await new PageRenderer(pageHandler(await load()), stylesOf(''), options).render(url, signal)
      // Vite injects scripts and styles of its own, and nothing may be kept while sources change.
      return {
        ...made,
        headers: { ...made.headers, 'content-security-policy': '', 'cache-control': 'no-store' },
        keep: false,
      }
    },
  }
}
