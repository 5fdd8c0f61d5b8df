// Posters and share cards, drawn when they are asked for.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { POSTER_WIDTHS, type PosterWidth } from '../../contract/poster.ts'

/** A card that shows the event as it is, or the address of the one that does. */
export type ShareCard = { bytes: Buffer } | { movedTo: string }

interface Options {
  drawPoster: (request: FastifyRequest, seed: string, width: PosterWidth) => Promise<Buffer>
  findCard: (request: FastifyRequest, eventId: number) => Promise<ShareCard>
}

const POSTER = /^([a-z0-9]{1,16})-(\d{3,4})\.webp$/
const CARD = /^(\d{1,9})-([a-z0-9]{1,16})\.jpg$/

// Browsers may keep it for ever, because its address changes with it; caches that many share ask again, so that the card
// of an event that was taken out of sight is gone from them too.
const KEPT = 'public, max-age=31536000, s-maxage=60, immutable'

// Mail programs in a browser and other sites show it in pages of theirs.
const SHOWN_ELSEWHERE = { 'content-type': 'image/jpeg', 'cross-origin-resource-policy': 'cross-origin' }

const isPosterWidth = (width: number): width is PosterWidth => POSTER_WIDTHS.some((known) => known === width)

export function installDrawnPictures(app: FastifyInstance, { drawPoster, findCard }: Options) {
  app.get<{ Params: { file: string } }>('/images/events/poster-:file', async (request, reply) => {
    const [, seed, width] = POSTER.exec(request.params.file) ?? []
    if (!seed || !isPosterWidth(Number(width))) throw new AppError('not_found')
    const bytes = await drawPoster(request, seed, Number(width) as PosterWidth)
    // The same seed is the same poster.
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    return reply.headers(headers).send(bytes)
  })

  app.get<{ Params: { file: string } }>('/images/events/card-:file', async (request, reply) => {
    const { file } = request.params
    const [, eventId] = CARD.exec(file) ?? []
    if (!eventId) throw new AppError('not_found')
    const card = await findCard(request, Number(eventId))
    if ('movedTo' in card) return reply.headers({ 'cache-control': 'public, max-age=300' }).redirect(card.movedTo, 302)
    const etag = `"${file}"`
    reply.headers({ ...SHOWN_ELSEWHERE, 'cache-control': KEPT, etag })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(card.bytes)
  })
}
