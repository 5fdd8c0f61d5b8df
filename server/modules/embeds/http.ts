// /embed/…: the only pages that other sites may show in a frame. /events/{id}/poster: an event on paper.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { typefaceOf } from '../../http/typeface.ts'
import type { Site } from '../../module.ts'
import { brokenFrame } from './event-frame.ts'
import { framePolicy, sheetPolicy } from './frame-page.ts'
import { framersOf, posterOf, type PageMaker } from './framer.ts'
import { HEIGHT_SCRIPT } from './height-script.ts'
import { MOST_SOURCE_LETTERS, posterHashes, posterStyle } from './poster-sheet.ts'

const ID = /^[1-9]\d{0,9}$/
const LARGEST_ID = 2_147_483_647
const BROKEN = { 'cache-control': 'no-store', 'retry-after': '2' }
const LONGEST_KEY = 100
// Of an unlisted event: the address carries its key.
const KEPT_BY_NOBODY = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache' }
const EVERYWHERE = { 'cross-origin-resource-policy': 'cross-origin' }

interface Asked {
  Params: { id: string; source?: string }
  Querystring: { key?: unknown }
}

/** A page about one thing by its id: ready bytes for everybody, made for one reader where its address carries a key. */
function openPages({ config, limits }: Deps, { ready }: Site, headers: Record<string, string>) {
  const sendBroken = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof AppError) || error.statusCode < 500) throw error
    return reply
      .code(error.statusCode)
      .headers({ ...headers, ...BROKEN })
      .send(brokenFrame(config.publicUrl))
  }

  return (address: string, make: PageMaker) => async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const { id, source } = request.params
    if (!ID.test(id) || Number(id) > LARGEST_ID) throw new AppError('not_found')
    const { key } = request.query
    const isKeyed = typeof key === 'string' && key.length <= LONGEST_KEY
    try {
      if (isKeyed || source !== undefined) {
        // Names are endless: none is kept, and each is counted.
        if (source !== undefined) await limits.take('everythingElse', request.ip)
        const { status, html } = await make(Number(id), isKeyed ? key : undefined, source)
        if (status >= 400) await limits.take('everythingElse', request.ip)
        return await reply
          .code(status)
          .headers({ ...headers, ...KEPT_BY_NOBODY })
          .send(html)
      }
      const obtained = await ready.obtain(address.replace(':id', id), request.routeOptions.url ?? '', async () => {
        const { status, html, tags } = await make(Number(id))
        return { status, headers, body: html, tags }
      })
      // Each costs a look into the database.
      if (obtained.answer.status >= 400) await limits.take('everythingElse', request.ip)
      return await ready.send(request, reply, obtained)
    } catch (error) {
      return sendBroken(reply, error)
    }
  }
}

/** A named poster's bookings are counted under its name. */
function installPosters(app: FastifyInstance, deps: Deps, site: Site) {
  const style = posterStyle(typefaceOf(site.buildDir))
  const policy = sheetPolicy(site.policy, posterHashes(style))
  const open = openPages(deps, site, { ...HTML, 'content-security-policy': policy })
  const handle = open('/events/:id/poster', posterOf({ ...site.pages, clock: deps.clock }, style))
  app.get<Asked>('/events/:id/poster', handle)
  app.get<Asked>('/events/:id/poster/:source', (request, reply) => {
    if (request.params.source!.length > MOST_SOURCE_LETTERS) throw new AppError('not_found')
    return handle(request, reply)
  })
}

export function installEmbeds(app: FastifyInstance, deps: Deps, site: Site) {
  installPosters(app, deps, site)
  if (!deps.config.features.has('sharing')) return
  const open = openPages(deps, site, {
    ...EVERYWHERE,
    ...HTML,
    'content-security-policy': framePolicy(site.policy),
    // frame-ancestors says it, and this could only say no.
    'x-frame-options': '',
    'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  })
  for (const [name, frame] of Object.entries(framersOf({ ...site.pages, clock: deps.clock })))
    app.get<Asked>(`/embed/${name}/:id`, open(`/embed/${name}/:id`, frame))

  app.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ ...EVERYWHERE, 'cache-control': 'public, max-age=3600' })
      .send(HEIGHT_SCRIPT),
  )
}
