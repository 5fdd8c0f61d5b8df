// /embed/…: the only pages that other sites may show in a frame.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Site } from '../../module.ts'
import { brokenFrame } from './event-frame.ts'
import { framePolicy } from './frame-page.ts'
import { framersOf } from './framer.ts'
import { HEIGHT_SCRIPT } from './height-script.ts'

const ID = /^[1-9]\d{0,9}$/
const LARGEST_ID = 2_147_483_647
const BROKEN = { 'cache-control': 'no-store', 'retry-after': '2' }
const LONGEST_KEY = 100
// Of an unlisted event: the address carries its key.
const KEPT_BY_NOBODY = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
const EVERYWHERE = { 'cross-origin-resource-policy': 'cross-origin' }

export function installEmbeds(app: FastifyInstance, { config, clock, limits }: Deps, { ready, policy, pages }: Site) {
  if (!config.features.has('sharing')) return
  const headers = {
    ...EVERYWHERE,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
    'content-security-policy': framePolicy(policy),
    // frame-ancestors says it, and this could only say no.
    'x-frame-options': '',
    'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  }

  const sendBroken = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof AppError) || error.statusCode < 500) throw error
    return reply
      .code(error.statusCode)
      .headers({ ...headers, ...BROKEN })
      .send(brokenFrame(config.publicUrl))
  }

  for (const [name, frame] of Object.entries(framersOf({ ...pages, clock }))) {
    app.get<{ Params: { id: string }; Querystring: { key?: unknown } }>(
      `/embed/${name}/:id`,
      async (request, reply) => {
        const { id } = request.params
        if (!ID.test(id) || Number(id) > LARGEST_ID) throw new AppError('not_found')
        try {
          const { key } = request.query
          if (typeof key === 'string' && key.length <= LONGEST_KEY) {
            const { status, html } = await frame(Number(id), key)
            if (status >= 400) await limits.take('everythingElse', request.ip)
            return await reply
              .code(status)
              .headers({ ...headers, ...KEPT_BY_NOBODY })
              .send(html)
          }
          const obtained = await ready.obtain(`/embed/${name}/${id}`, request.routeOptions.url ?? '', async () => {
            const { status, html, tags } = await frame(Number(id))
            return { status, headers, body: html, tags }
          })
          // Each costs a look into the database.
          if (obtained.answer.status >= 400) await limits.take('everythingElse', request.ip)
          return ready.send(request, reply, obtained)
        } catch (error) {
          return sendBroken(reply, error)
        }
      },
    )
  }

  app.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ ...EVERYWHERE, 'cache-control': 'public, max-age=3600' })
      .send(HEIGHT_SCRIPT),
  )
}
