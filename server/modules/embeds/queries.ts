import type { CallReply, HandlerInput } from '../../../contract/endpoint.ts'
import { EMBED_SIZE, embedPath, embedSnippet } from '../../../contract/embed-snippet.ts'
import type { oembed } from '../../../contract/embeds.ts'
import { AppError } from '../../../contract/errors.ts'
import { shareCardPath } from '../../../contract/share-card.ts'
import { SHARE_PICTURE } from '../../../contract/share-picture.ts'
import type { Deps } from '../../deps.ts'
import { getEvent } from '../events/module.ts'

type Query = HandlerInput<typeof oembed>['query']

const EVENT_PAGE = /^\/events\/([1-9]\d{0,9})\/?$/
const LARGEST_ID = 2_147_483_647
const KEEP_SECONDS = 300

/** The event whose page this address is, on this site; null for any other address. */
export function eventIdOf(url: string, publicUrl: string): number | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  if (origin !== new URL(publicUrl).origin) return null
  const id = Number(EVENT_PAGE.exec(pathname)?.[1])
  return id <= LARGEST_ID ? id : null
}

/** A picture that is larger than asked for is left out, as the standard wants it. */
function thumbnail(path: string, { maxwidth = Infinity, maxheight = Infinity }: Query, publicUrl: string) {
  const { width, height } = SHARE_PICTURE
  if (width > maxwidth || height > maxheight) return {}
  return { thumbnail_url: publicUrl + path, thumbnail_width: width, thumbnail_height: height }
}

export async function describeEmbed(deps: Deps, query: Query): Promise<CallReply<typeof oembed>> {
  const { publicUrl } = deps.config
  const id = eventIdOf(query.url, publicUrl)
  if (id === null) throw new AppError('not_found')
  const event = await getEvent(deps, null, id)
  const width = Math.min(EMBED_SIZE.width, query.maxwidth ?? Infinity)
  const height = Math.min(EMBED_SIZE.height, query.maxheight ?? Infinity)
  return {
    version: '1.0',
    type: 'rich',
    title: event.title,
    provider_name: 'Hooley',
    provider_url: publicUrl,
    cache_age: KEEP_SECONDS,
    width,
    height,
    html: embedSnippet({ publicUrl, path: embedPath(id), title: event.title, width, height }),
    ...thumbnail(shareCardPath(event), query, publicUrl),
  }
}
