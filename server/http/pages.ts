import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { YEAR_SECONDS } from '../../contract/durations.ts'
import type { PageQuestion } from '../cache/page-address.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import type { OwnSite } from '../site/own-site.ts'
import { installOwnSite } from './own-site.ts'
import { installServiceWorker } from './service-worker.ts'
import type { Renderer } from './ssr.ts'
import { sendUnavailablePage } from './unavailable-page.ts'

// As the calls of the API say it (errors.ts).
const RETRY_AFTER_SECONDS = '2'

export interface PagesOptions {
  buildDir: string
  /** Where the files are that the operator's own take the place of: those of the build, or of the source. */
  filesDir: string
  publicUrl: string
  keepsTickets: boolean
  ownSite: OwnSite | undefined
  ready: ReadyBytes
  /** Rate limit for missing pages that are not cached: each costs a database query. */
  countMissing: (request: FastifyRequest) => Promise<void>
}

/** One spelling for each page. A browser asks again next time: what is an address today may be a page tomorrow. */
const redirect = (reply: FastifyReply, to: string) =>
  reply.code(308).headers({ location: to, 'cache-control': 'no-cache' }).send()

export async function installPages(app: FastifyInstance, renderer: Renderer, options: PagesOptions) {
  const { ready, countMissing, ownSite } = options
  const replaced = ownSite ? await installOwnSite(app, ownSite, options.filesDir) : []
  installServiceWorker(app, { buildDir: options.buildDir, isOn: options.keepsTickets })
  // Not as a base: '//host/path' would name another host.
  const { origin } = new URL(options.publicUrl)
  const client = join(options.buildDir, 'client')
  if (existsSync(client)) {
    await app.register(fastifyStatic, {
      root: client,
      wildcard: false,
      globIgnore: replaced,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Everything under assets/ carries a hash of its content in its name.
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600')
      },
    })
  }

  const obtain = ({ key, address, kind }: Exclude<PageQuestion, { kind: 'moved' }>, route: string) =>
    ready.obtain(key, route, async (signal) => {
      const made = await renderer.render(new URL(origin + address), signal)
      if (made.status === 503) made.headers['retry-after'] = RETRY_AFTER_SECONDS
      // All unknown addresses share one page, so it may be kept like any other.
      return kind === 'unknown' ? { ...made, keep: made.keep ?? made.status === 404 } : made
    })

  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const question = await renderer.read(request.url)
    if (question.kind === 'moved') return redirect(reply, question.to)
    try {
      const obtained = await obtain(question, request.routeOptions.url ?? '')
      const isMissing = obtained.answer.status === 404 && obtained.source === 'made'
      if (isMissing && question.kind === 'page') await countMissing(request)
      return ready.send(request, reply, obtained)
    } catch (error) {
      return sendUnavailablePage(reply, error)
    }
  })
}
