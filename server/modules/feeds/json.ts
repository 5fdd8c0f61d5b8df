// JSON Feed 1.1.
import { accessText } from '../../../contract/access-facts.ts'
import { FEED } from '../../../contract/limits.ts'
import { whenText } from '../../mail/when-text.ts'
import { onceForEach } from '../../runtime/once-for-each.ts'
import { newestThatFit, type FeedHead, type FeedItem } from './items.ts'

const itemJson = onceForEach((item: FeedItem): string =>
  JSON.stringify({
    id: item.url,
    url: item.url,
    title: item.title,
    content_text:
      `${whenText(item)}\n${[item.venue, accessText(item.accessFacts)].filter(Boolean).join('\n')}\n\n${item.text}`.toWellFormed(),
    date_published: item.publishedAt.toISOString(),
    date_modified: item.changedAt.toISOString(),
    ...(item.categories.length > 0 && { tags: item.categories }),
    ...(item.language && { language: item.language }),
    // An extension, which the format asks to begin with an underscore.
    _event: {
      start: item.startTime.toISOString(),
      end: item.endTime.toISOString(),
      time_zone: item.timeZone,
      venue: item.venue,
      is_called_off: item.isCalledOff,
      ...(item.accessFacts.length > 0 && { access: item.accessFacts }),
    },
  }),
)

export function writeJson({ title, pageUrl, feedUrl }: FeedHead, items: FeedItem[]): string {
  const texts = new Map(items.map((item) => [item.id, itemJson(item)]))
  const sizeOf = ({ id }: FeedItem) => Buffer.byteLength(texts.get(id) ?? '') + 1
  // Room is left for the head.
  const shown = newestThatFit(items, sizeOf, FEED.bytes - 4_000)
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    language: 'en',
  })
  return `${head.slice(0, -1)},"items":[${shown.map(({ id }) => texts.get(id)).join(',')}]}`
}
