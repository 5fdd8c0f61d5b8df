// Posters and share cards, drawn when they are asked for, and the sitemap.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import { POSTER_WIDTHS, type PosterWidth } from '../../../contract/poster.ts'
import { shareCardPath } from '../../../contract/share-card.ts'
import { openCardDrawer } from '../../cards/drawer.ts'
import { cardWords } from '../../cards/words.ts'
import type { Deps } from '../../deps.ts'
import { publicly } from '../../http/replica-reads.ts'
import type { Site } from '../../module.ts'
import { drawPoster } from '../../posters/draw.ts'
import { createDrawnPictures } from '../../posters/drawn-pictures.ts'
import { cardPicture, getSharedCard } from './share-card.ts'
import { installSitemap } from './sitemap-http.ts'

const POSTER = /^([a-z0-9]{1,16})-(\d{3,4})\.webp$/
const CARD = /^(\d{1,9})-([a-z0-9]{1,16})\.jpg$/

// Browsers may keep it for ever, because its address changes with it; caches that many share ask again, so that the card
// of an event that was taken out of sight is gone from them too.
const KEPT = 'public, max-age=31536000, s-maxage=60, immutable'

// Of an unlisted event: the address carries its key.
const KEPT_BY_NOBODY = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

// Email programs in a browser and other sites show it in pages of theirs.
const SHOWN_ELSEWHERE = { 'content-type': 'image/jpeg', 'cross-origin-resource-policy': 'cross-origin' }

const isPosterWidth = (width: number): width is PosterWidth => POSTER_WIDTHS.some((known) => known === width)

function installDrawnPictures(app: FastifyInstance, deps: Deps) {
  const posters = createDrawnPictures()
  const cards = createDrawnPictures({ maxBytes: 24_000_000, maxWaiting: 60 })
  const drawer = openCardDrawer({ log: deps.log, folder: join(deps.config.dataDir, 'card-fonts') })
  app.addHook('onClose', (_app, done) => {
    drawer.close()
    done()
  })
  const allow = (ip: string) => () => deps.limits.take('drawing', ip)

  app.get<{ Params: { file: string } }>('/images/events/poster-:file', async (request, reply) => {
    const [, seed, width] = POSTER.exec(request.params.file) ?? []
    if (!seed || !isPosterWidth(Number(width))) throw new AppError('not_found')
    const { ip } = request
    const draw = () => drawPoster(seed, Number(width) as PosterWidth)
    const bytes = await posters.obtain(`${seed} ${width}`, ip, allow(ip), draw)
    // The same seed is the same poster.
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    return reply.headers(headers).send(bytes)
  })

  app.get<{ Params: { file: string }; Querystring: { key?: unknown } }>(
    '/images/events/card-:file',
    async (request, reply) => {
      const { file } = request.params
      const [, eventId] = CARD.exec(file) ?? []
      if (!eventId) throw new AppError('not_found')
      const { ip, url } = request
      await deps.limits.take('everythingElse', ip)
      const key = typeof request.query.key === 'string' ? request.query.key : undefined
      const { event, row } = await publicly(deps, (deps) => getSharedCard(deps, Number(eventId), key))
      const path = shareCardPath(event)
      const keeping = event.key ? KEPT_BY_NOBODY : { 'cache-control': KEPT }
      // Only what exists is ever drawn: an address that is not the event's own is sent on to that.
      if (url.split('?')[0] !== path.split('?')[0]) {
        const keeping = event.key ? KEPT_BY_NOBODY : { 'cache-control': 'public, max-age=300' }
        return reply.headers(keeping).redirect(path, 302)
      }
      const draw = async () => drawer.draw({ words: cardWords(event), picture: await cardPicture(deps, row) })
      const bytes = await cards.obtain(path, ip, allow(ip), draw)
      const etag = `"${file}"`
      reply.headers({ ...SHOWN_ELSEWHERE, ...keeping, etag })
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes)
    },
  )
}

export function installEventFiles(app: FastifyInstance, deps: Deps, site: Site) {
  installDrawnPictures(app, deps)
  installSitemap(app, deps, site)
}
