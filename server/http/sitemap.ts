// What search engines ask for first: robots.txt and the sitemap, which is split when it is long.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../contract/errors.ts'

export interface FoundEntry {
  path: string
  changedAt?: Date
}

export interface FoundOptions {
  publicUrl: string
  /** Pages that stand still. */
  pages: string[]
  /** Of no use to anybody who is not signed in. */
  hidden: string[]
  countParts: (partSize: number) => Promise<number>
  listPart: (part: number, partSize: number) => AsyncIterable<FoundEntry>
}

// The protocol's limit is 50,000 addresses a file; room is left for the pages that stand still.
export const PART_SIZE = 49_000
const HOUR = 3_600

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const sendXml = (reply: FastifyReply, body: string | Readable) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${HOUR}`).send(body)

export function installFound(app: FastifyInstance, options: FoundOptions) {
  const address = (path: string) => escapeXml(options.publicUrl + path)

  const urlElement = ({ path, changedAt }: FoundEntry) =>
    `<url><loc>${address(path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`

  async function* urlSet(part: number): AsyncGenerator<string> {
    yield `${HEAD}<urlset ${SCHEMA}>\n`
    if (part === 1) yield options.pages.map((path) => urlElement({ path })).join('')
    for await (const entry of options.listPart(part, PART_SIZE)) yield urlElement(entry)
    yield '</urlset>\n'
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

  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = await options.countParts(PART_SIZE)
    return sendXml(reply, parts > 1 ? index(parts) : Readable.from(urlSet(1)))
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,5}$).xml', async (request, reply) => {
    const part = Number(request.params.part)
    if (part > Math.max(1, await options.countParts(PART_SIZE))) throw new AppError('not_found')
    return sendXml(reply, Readable.from(urlSet(part)))
  })
}
