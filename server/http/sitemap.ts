// What search engines ask for first: robots.txt and the sitemap, which is split when it is long.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { ReadyBytes } from '../cache/ready-bytes.ts'
import { SITEMAP, type Tag } from '../cache/tags.ts'

export interface FoundEntry {
  path: string
  changedAt?: Date
}

export interface SitemapOptions {
  publicUrl: string
  /** Static pages. */
  pages: string[]
  /** Of no use to anybody who is not signed in. */
  hidden: string[]
  countParts: (partSize: number) => Promise<number>
  listPart: (part: number, partSize: number) => AsyncIterable<FoundEntry>
  /** What every answer carries. */
  headers: Record<string, string>
  /** Asked for each part that has to be read from the database: it is 25 queries. */
  countWork: (request: FastifyRequest) => Promise<void>
  onChange: (listener: (tags: Tag[]) => void) => void
  /** Whether hidings by other instances are received. */
  isListening: () => boolean
}

// The protocol's limit is 50,000 addresses a file: an event brings at most one more, its creator's page, and room is left for
// the static pages.
export const PART_SIZE = 24_500
const HOUR = 3_600

// Search engines may keep it for an hour, so nobody misses the newest event here; what is hidden is gone at once.
// Kept apart from the pages, which a crawler's walk through all parts must not push out: a full part weighs about 8 MB.
const KEPT = { maxAgeMs: 10 * 60_000, maxBytes: 32 * 1024 * 1024, timeLimitMs: 60_000 }

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function installSitemap(app: FastifyInstance, options: SitemapOptions) {
  const ready = new ReadyBytes({ ...KEPT, headers: options.headers })
  options.onChange((tags) => ready.invalidate(...tags))
  const address = (path: string) => escapeXml(options.publicUrl + path)

  const urlElement = ({ path, changedAt }: FoundEntry) =>
    `<url><loc>${address(path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`

  const urlSet = async (part: number) => {
    const lines = [`${HEAD}<urlset ${SCHEMA}>\n`]
    if (part === 1) lines.push(...options.pages.map((path) => urlElement({ path })))
    for await (const entry of options.listPart(part, PART_SIZE)) lines.push(urlElement(entry))
    return `${lines.join('')}</urlset>\n`
  }

  const index = (parts: number) => {
    const places = Array.from({ length: parts }, (_, n) => address(`/sitemap-${n + 1}.xml`))
    const elements = places.map((place) => `<sitemap><loc>${place}</loc></sitemap>\n`)
    return `${HEAD}<sitemapindex ${SCHEMA}>\n${elements.join('')}</sitemapindex>\n`
  }

  app.get('/robots.txt', (_request, reply) => {
    const lines = ['User-agent: *', ...options.hidden.map((path) => `Disallow: ${path}`)]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR}`)
      .send(`${lines.join('\n')}\n\nSitemap: ${options.publicUrl}/sitemap.xml\n`)
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply, address: string, body: () => Promise<string>) => {
    const headers = {
      'content-type': 'application/xml; charset=utf-8',
      // What is hidden has to be gone from caches too.
      'cache-control': 'public, max-age=60',
    }
    if (!options.isListening()) ready.clear()
    if (!ready.find(address, undefined)) await options.countWork(request)
    const make = async () => ({ status: 200, headers, body: await body(), tags: [SITEMAP] })
    return ready.answer(request, reply, address, make)
  }

  app.get('/sitemap.xml', (request, reply) =>
    answer(request, reply, '/sitemap.xml', async () => {
      const parts = await options.countParts(PART_SIZE)
      return parts > 1 ? index(parts) : urlSet(1)
    }),
  )

  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,5}$).xml', (request, reply) => {
    const part = Number(request.params.part)
    return answer(request, reply, `/sitemap-${part}.xml`, async () => {
      if (part > Math.max(1, await options.countParts(PART_SIZE))) throw new AppError('not_found')
      return urlSet(part)
    })
  })
}
