import { SITE } from '../../../contract/site.ts'
import type { CallReply, HandlerInput } from '../../../contract/endpoint.ts'
import { EMBED_SIZE, embedPath, embedSnippet, type Embeddable } from '../../../contract/embed-snippet.ts'
import { keyedPath } from '../../../contract/event-access.ts'
import type { oembed } from '../../../contract/embeds.ts'
import { AppError } from '../../../contract/errors.ts'
import { SHARE_CARD, shareCardPath } from '../../../contract/share-card.ts'
import type { Deps } from '../../deps.ts'
import { findCreator } from '../users/queries.ts'
import { getEvent } from '../events/module.ts'

type Query = HandlerInput<typeof oembed>['query']

const PAGE = /^\/(events|creators)\/([1-9]\d{0,9})\/?$/
const LARGEST_ID = 2_147_483_647
const KEEP_SECONDS = 300

interface Named {
  what: Embeddable
  id: number
  /** Of an unlisted event. */
  key?: string
}

/** What has its page at this address, on this site; null for any other address. */
export function namedBy(url: string, publicUrl: string): Named | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname, searchParams } = new URL(url)
  const [, what, id] = (origin === new URL(publicUrl).origin && PAGE.exec(pathname)) || []
  const key = searchParams.get('key')
  if (!what || Number(id) > LARGEST_ID) return null
  return { what: what as Embeddable, id: Number(id), ...(key ? { key } : {}) }
}

interface Shown {
  title: string
  /** Of its share card. */
  picture?: string
  /** Of an unlisted event. */
  key?: string
}

const FOUND: Record<Embeddable, (deps: Deps, id: number, key?: string) => Promise<Shown>> = {
  events: async (deps, id, key) => {
    const event = await getEvent(deps, null, id, key)
    return { title: event.title, picture: shareCardPath(event), key: event.key }
  },
  creators: async ({ db }, id) => {
    const creator = await findCreator(db, id)
    if (!creator) throw new AppError('creator_not_found')
    return { title: creator.name }
  },
}

/** A picture that is larger than asked for is left out, as the standard wants it. */
function thumbnail(path: string | undefined, { maxwidth = Infinity, maxheight = Infinity }: Query, publicUrl: string) {
  const { width, height } = SHARE_CARD
  if (!path || width > maxwidth || height > maxheight) return {}
  return { thumbnail_url: publicUrl + path, thumbnail_width: width, thumbnail_height: height }
}

export async function describeEmbed(deps: Deps, query: Query): Promise<CallReply<typeof oembed>> {
  if (query.format === 'xml') throw new AppError('only_json')
  const { publicUrl } = deps.config
  const named = namedBy(query.url, publicUrl)
  if (!named) throw new AppError('not_found')
  const { title, picture, key } = await FOUND[named.what](deps, named.id, named.key)
  const width = Math.min(EMBED_SIZE.width, query.maxwidth ?? Infinity)
  const height = Math.min(EMBED_SIZE.height, query.maxheight ?? Infinity)
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: SITE.name,
    provider_url: publicUrl,
    cache_age: KEEP_SECONDS,
    width,
    height,
    html: embedSnippet({ publicUrl, path: keyedPath(embedPath(named.id, named.what), { key }), title, width, height }),
    ...thumbnail(picture, query, publicUrl),
  }
}
