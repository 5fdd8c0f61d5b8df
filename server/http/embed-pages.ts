// /embed/…: the only pages that other sites may show in a frame.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import type { Tag } from '../cache/tags.ts'
import { HEIGHT_SCRIPT } from '../embeds/height-script.ts'

export interface FramedPage {
  status: number
  html: string
  tags: readonly Tag[]
}

export interface EmbedOptions {
  ready: ReadyBytes
  policy: string
  /** By the name in the address: /embed/events/12. */
  framers: Record<string, (id: number) => Promise<FramedPage>>
  /** Shown when one cannot be made. */
  brokenFrame: string
  /** Asked for every page that is not there: each costs a look into the database. */
  countMissing: (request: FastifyRequest) => Promise<void>
}

const ID = /^[1-9]\d{0,9}$/
const LARGEST_ID = 2_147_483_647
const BROKEN = { 'cache-control': 'no-store', 'retry-after': '2' }
const EVERYWHERE = { 'cross-origin-resource-policy': 'cross-origin' }

export function installEmbeds(app: FastifyInstance, options: EmbedOptions) {
  const { ready, policy, framers, brokenFrame, countMissing } = options
  const headers = {
    ...EVERYWHERE,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
    'content-security-policy': policy,
    // frame-ancestors says it, and this could only say no.
    'x-frame-options': '',
    'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  }

  const sendBroken = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof AppError) || error.statusCode < 500) throw error
    return reply
      .code(error.statusCode)
      .headers({ ...headers, ...BROKEN })
      .send(brokenFrame)
  }

  for (const [name, frame] of Object.entries(framers)) {
    app.get<{ Params: { id: string } }>(`/embed/${name}/:id`, async (request, reply) => {
      const { id } = request.params
      if (!ID.test(id) || Number(id) > LARGEST_ID) throw new AppError('not_found')
      try {
        const obtained = await ready.obtain(`/embed/${name}/${id}`, request.routeOptions.url ?? '', async () => {
          const { status, html, tags } = await frame(Number(id))
          return { status, headers, body: html, tags }
        })
        if (obtained.answer.status >= 400) await countMissing(request)
        return ready.send(request, reply, obtained)
      } catch (error) {
        return sendBroken(reply, error)
      }
    })
  }

  app.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ ...EVERYWHERE, 'cache-control': 'public, max-age=3600' })
      .send(HEIGHT_SCRIPT),
  )
}
