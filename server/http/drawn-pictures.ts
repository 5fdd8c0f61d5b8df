// Posters, share pictures and share cards, drawn when they are asked for.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { POSTER_WIDTHS, type PosterWidth } from '../../contract/poster.ts'

export interface SharePicture {
  bytes: Buffer
  /** The version of the event that it shows. */
  version: number
}

interface Options {
  drawPoster: (request: FastifyRequest, seed: string, width: PosterWidth) => Promise<Buffer>
  /** Null: there is no such event, or it has no picture that could be drawn. */
  drawShare: (request: FastifyRequest, eventId: number) => Promise<SharePicture | null>
}

const POSTER = /^([a-z0-9]{1,16})-(\d{3,4})\.webp$/
const SHARE = /^(\d{1,9})-(\d{1,9})\.jpg$/

// Mail programs in a browser and other sites show it in pages of theirs.
const SHOWN_ELSEWHERE = { 'content-type': 'image/jpeg', 'cross-origin-resource-policy': 'cross-origin' }

const isPosterWidth = (width: number): width is PosterWidth => POSTER_WIDTHS.some((known) => known === width)

export function installDrawnPictures(app: FastifyInstance, { drawPoster, drawShare }: Options) {
  app.get<{ Params: { file: string } }>('/images/events/poster-:file', async (request, reply) => {
    const [, seed, width] = POSTER.exec(request.params.file) ?? []
    if (!seed || !isPosterWidth(Number(width))) throw new AppError('not_found')
    const bytes = await drawPoster(request, seed, Number(width) as PosterWidth)
    // The same seed is the same poster.
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    return reply.headers(headers).send(bytes)
  })

  app.get<{ Params: { file: string } }>('/images/events/share-:file', async (request, reply) => {
    const [, eventId, version] = SHARE.exec(request.params.file) ?? []
    const picture = eventId ? await drawShare(request, Number(eventId)) : null
    if (!picture) throw new AppError('not_found')
    // Mails keep the address of the version they were written about; what it shows may have changed since.
    const seconds = Number(version) === picture.version ? 86_400 : 300
    return reply.headers({ ...SHOWN_ELSEWHERE, 'cache-control': `public, max-age=${seconds}` }).send(picture.bytes)
  })
}

/** A card that shows the event as it is, or the address of the one that does. */
export type ShareCard = { bytes: Buffer } | { movedTo: string }

const CARD = /^(\d{1,9})-([a-z0-9]{1,16})\.jpg$/
// Browsers may keep it for ever, because its address changes with it; caches that many share ask again, so that the card
// of an event that was taken out of sight is gone from them too.
const KEPT = 'public, max-age=31536000, s-maxage=60, immutable'

export function installShareCards(
  app: FastifyInstance,
  obtain: (request: FastifyRequest, eventId: number) => Promise<ShareCard>,
) {
  app.get<{ Params: { file: string } }>('/images/events/card-:file', async (request, reply) => {
    const { file } = request.params
    const [, eventId] = CARD.exec(file) ?? []
    if (!eventId) throw new AppError('not_found')
    const card = await obtain(request, Number(eventId))
    if ('movedTo' in card) return reply.headers({ 'cache-control': 'public, max-age=300' }).redirect(card.movedTo, 302)
    const etag = `"${file}"`
    reply.headers({ ...SHOWN_ELSEWHERE, 'cache-control': KEPT, etag })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(card.bytes)
  })
}
