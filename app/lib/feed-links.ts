// What a page that is also a feed says in its head, so that calendars and feed readers find it.

const TYPES = { rss: 'application/rss+xml', json: 'application/feed+json', ics: 'text/calendar' }

export type FeedFormat = keyof typeof TYPES

export const feedPath = (feed: string, query: string, format: FeedFormat) =>
  `${feed}.${format}${query ? `?${query}` : ''}`

export const feedLinks = (feed: string, query: string, title: string) =>
  (Object.keys(TYPES) as FeedFormat[]).map((format) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type: TYPES[format],
    title,
    href: feedPath(feed, query, format),
  }))
