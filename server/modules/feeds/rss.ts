// RSS 2.0. Everything from outside is escaped; what XML 1.0 cannot hold at all is left out.
import { accessText } from '../../../contract/access-facts.ts'
import { FEED } from '../../../contract/limits.ts'
import { whenText } from '../../mail/when-text.ts'
import { onceForEach } from '../../runtime/once-for-each.ts'
import { newestThatFit, type FeedHead, type FeedItem } from './items.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const element = (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`

const itemText = onceForEach((item: FeedItem) =>
  [
    '<item>',
    element('title', item.title),
    element('link', item.url),
    `<guid isPermaLink="true">${escapeXml(item.url)}</guid>`,
    element('pubDate', item.publishedAt.toUTCString()),
    ...item.categories.map((category) => element('category', category)),
    element(
      'description',
      `${whenText(item)}\n${[item.venue, accessText(item.accessFacts)].filter(Boolean).join('\n')}\n\n${item.text}`,
    ),
    '</item>\n',
  ].join('\n'),
)

/** When anything in it last changed; never the time of asking. */
const lastChange = (items: FeedItem[]) =>
  items.length === 0
    ? []
    : [element('lastBuildDate', new Date(Math.max(...items.map(({ changedAt }) => changedAt.getTime()))).toUTCString())]

export function writeRss({ title, pageUrl, feedUrl }: FeedHead, items: FeedItem[]): string {
  const texts = new Map(items.map((item) => [item.id, itemText(item)]))
  const sizeOf = ({ id }: FeedItem) => Buffer.byteLength(texts.get(id) ?? '')
  // Room is left for the head.
  const shown = newestThatFit(items, sizeOf, FEED.bytes - 4_000)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>',
    element('title', title),
    element('link', pageUrl),
    element('description', `${title}: what is on, the newest first.`),
    '<language>en</language>',
    `<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    '<ttl>60</ttl>',
    ...lastChange(shown),
    ...shown.map(({ id }) => texts.get(id) ?? ''),
    '</channel>\n</rss>\n',
  ].join('\n')
}
