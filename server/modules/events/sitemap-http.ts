// What search engines and other programs ask for first: robots.txt, llms.txt and the sitemap, which is split when it is long.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOUR_SECONDS } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { SITE } from '../../../contract/site.ts'
import { ReadyBytes } from '../../cache/ready-bytes.ts'
import { SITEMAP } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import type { Site } from '../../module.ts'
import { HIDDEN_PAGES, PUBLIC_PAGES } from '../../site-pages.ts'
import { countSitemapParts, listSitemapPart, type SitemapEntry } from './sitemap.ts'

// The protocol's limit is 50,000 addresses a file: an event brings at most two more, the pages of its creator and its
// series, and room is left for the static pages.
const PART_SIZE = 16_500

// Search engines may keep it for an hour, so nobody misses the newest event here; what is hidden is gone at once.
// Kept apart from the pages, which a crawler's walk through all parts must not push out: a full part weighs about 8 MB.
const KEPT = { maxAgeMs: 10 * 60_000, maxBytes: 32 * 1024 * 1024, timeLimitMs: 60_000 }

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Tells AI assistants where the same content is available in formats made for programs. */
const forPrograms = (publicUrl: string) => `# ${SITE.name}

> Events to find and to book. All public events can be read without a key, in open formats.

## For programs

- [All upcoming events](${publicUrl}/feeds/events.json): JSON Feed; also [calendar](${publicUrl}/feeds/events.ics) and [RSS](${publicUrl}/feeds/events.rss)
- Events of one organiser: ${publicUrl}/feeds/creators/{id}.json, .ics or .rss
- Dates of a series: ${publicUrl}/feeds/series/{id}.json, .ics or .rss
- [OpenAPI](${publicUrl}/api/openapi.json): every call, with its errors and the scope that a key needs; [the same to read](${publicUrl}/api/docs)
- Each page ${publicUrl}/events/{id} carries the event as JSON-LD (schema.org Event)
- [Sitemap](${publicUrl}/sitemap.xml)
`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function installSitemap(app: FastifyInstance, { config, db, changes, limits }: Deps, { headers: always }: Site) {
  const { publicUrl } = config
  const ready = new ReadyBytes({ ...KEPT, headers: always })
  changes.onChange((tags) => ready.invalidate(...tags))
  const address = (path: string) => escapeXml(publicUrl + path)

  const urlElement = ({ path, changedAt }: Pick<SitemapEntry, 'path'> & Partial<SitemapEntry>) =>
    `<url><loc>${address(path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`

  const urlSet = async (part: number) => {
    const lines = [`${HEAD}<urlset ${SCHEMA}>\n`]
    if (part === 1) lines.push(...PUBLIC_PAGES.map((path) => urlElement({ path })))
    for await (const entry of listSitemapPart(db, part, PART_SIZE)) lines.push(urlElement(entry))
    return `${lines.join('')}</urlset>\n`
  }

  const index = (parts: number) => {
    const maps = Array.from({ length: parts }, (_, n) => address(`/sitemap-${n + 1}.xml`))
    const elements = maps.map((map) => `<sitemap><loc>${map}</loc></sitemap>\n`)
    return `${HEAD}<sitemapindex ${SCHEMA}>\n${elements.join('')}</sitemapindex>\n`
  }

  app.get('/robots.txt', (_request, reply) => {
    const lines = ['User-agent: *', ...HIDDEN_PAGES.map((path) => `Disallow: ${path}`)]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .send(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })

  app.get('/llms.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .send(forPrograms(publicUrl)),
  )

  const answer = async (request: FastifyRequest, reply: FastifyReply, address: string, body: () => Promise<string>) => {
    const headers = {
      'content-type': 'application/xml; charset=utf-8',
      // What is hidden has to be gone from caches too.
      'cache-control': 'public, max-age=60',
    }
    // Changes of other instances are not received.
    if (!changes.isListening) ready.clear()
    // 25 queries.
    if (!ready.find(address, undefined)) await limits.take('everythingElse', request.ip)
    const make = async () => ({ status: 200, headers, body: await body(), tags: [SITEMAP] })
    return ready.answer(request, reply, address, make)
  }

  app.get('/sitemap.xml', (request, reply) =>
    answer(request, reply, '/sitemap.xml', async () => {
      const parts = await countSitemapParts(db, PART_SIZE)
      return parts > 1 ? index(parts) : urlSet(1)
    }),
  )

  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,5}$).xml', (request, reply) => {
    const part = Number(request.params.part)
    return answer(request, reply, `/sitemap-${part}.xml`, async () => {
      if (part > Math.max(1, await countSitemapParts(db, PART_SIZE))) throw new AppError('not_found')
      return urlSet(part)
    })
  })
}
