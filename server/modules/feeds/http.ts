// Feeds are outside of /api, at addresses that calendars and feed readers keep for years. Public ones are ready bytes like
// pages; a member's own is made each time and belongs to anybody with its secret.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import { eventQuery, type EventQuery } from '../../../contract/event-query.ts'
import type { Deps } from '../../deps.ts'
import { toAppError, validationError } from '../../http/errors.ts'
import { publicly } from '../../http/replica-reads.ts'
import type { Site } from '../../module.ts'
import { bookingsFeed, creatorFeed, eventsFeed, feedQuestion, seriesFeed, type Feed, type FeedFormat } from './reads.ts'

const TYPES: Record<FeedFormat, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

const isFormat = (format: string): format is FeedFormat => Object.hasOwn(TYPES, format)

/** Anybody may show what anybody may read: other sites too. */
const publicHeaders = (format: FeedFormat) => ({
  'content-type': TYPES[format],
  'content-disposition': `inline; filename="hooley.${format}"`,
  'cache-control': 'public, no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
})

const PRIVATE_HEADERS = {
  'content-type': TYPES.ics,
  'content-disposition': 'inline; filename="bookings.ics"',
  'cache-control': 'private, no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const NUMBERED = /^([1-9]\d{0,9})\.(ics|rss|json)$/
const MOST_ID = 2_147_483_647
const SECRET = /^([A-Za-z0-9_-]{43})\.ics$/

function readQuery(given: unknown): EventQuery {
  const read = eventQuery.safeParse(given)
  if (!read.success) throw validationError(read.error, 'query')
  return read.data
}

/** A database that is away is worth the last good answer; any other error is a defect. */
async function orUnavailable(make: () => Promise<Feed>): Promise<Feed> {
  try {
    return await make()
  } catch (error) {
    const known = toAppError(error)
    throw known.code === 'unavailable' ? known : error
  }
}

export function installFeeds(app: FastifyInstance, deps: Deps, { ready }: Site) {
  const countWork = ({ ip }: FastifyRequest) => deps.limits.take('everythingElse', ip)

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    format: FeedFormat,
    make: () => Promise<Feed>,
  ) => {
    if (!ready.find(address, undefined)) await countWork(request)
    return ready.answer(request, reply, address, async () => ({
      status: 200,
      headers: publicHeaders(format),
      ...(await orUnavailable(make)),
    }))
  }

  app.get<{ Params: { format: string }; Querystring: Record<string, unknown> }>(
    '/feeds/events.:format',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { format } = request.params
      if (!isFormat(format)) throw new AppError('not_found')
      const query = readQuery(request.query)
      const question = feedQuestion(request.query)
      const make = () => publicly(deps, (deps) => eventsFeed(deps, format, query, question))
      return answer(request, reply, `/feeds/events.${format}?${question}`, format, make)
    },
  )

  app.get<{ Params: { file: string } }>('/feeds/creators/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const [, id = '', format = ''] = NUMBERED.exec(request.params.file) ?? []
    if (!isFormat(format) || Number(id) > MOST_ID) throw new AppError('not_found')
    const make = () => publicly(deps, (deps) => creatorFeed(deps, format, Number(id)))
    return answer(request, reply, `/feeds/creators/${id}.${format}`, format, make)
  })

  app.get<{ Params: { file: string } }>('/feeds/series/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const [, id = '', format = ''] = NUMBERED.exec(request.params.file) ?? []
    if (!isFormat(format) || Number(id) > MOST_ID) throw new AppError('not_found')
    const make = () => publicly(deps, (deps) => seriesFeed(deps, format, Number(id)))
    return answer(request, reply, `/feeds/series/${id}.${format}`, format, make)
  })

  app.get<{ Params: { file: string } }>('/feeds/bookings/:file', { exposeHeadRoute: true }, async (request, reply) => {
    await countWork(request)
    const [, secret] = SECRET.exec(request.params.file) ?? []
    if (!secret) throw new AppError('not_found')
    const body = await bookingsFeed(deps, secret)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    reply.headers({ ...PRIVATE_HEADERS, etag })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send()
    return reply.send(body)
  })

  app.get('/feeds/*', () => {
    throw new AppError('not_found')
  })
}
