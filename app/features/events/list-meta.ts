import { SITE } from '../../../contract/site.ts'
import { feedLinks } from '../../lib/feed-links.ts'
import { pageMeta } from '../../lib/page-meta.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import type { EventListPage } from './load-list.ts'

export function listMeta(name: EventListName, page: EventListPage | undefined) {
  const { title, subtitle } = EVENT_LISTS[name]
  // The list of all events, and every search, is a feed as well.
  const feeds = name === 'all' ? feedLinks('/feeds/events', page?.search?.query ?? '', `Events on ${SITE.name}`) : []
  const meta = [...pageMeta(title, `${subtitle} on ${SITE.name}.`), ...feeds]
  // A cursor's page changes from day to day; the events themselves are found by the sitemap.
  return page?.isFirst === false ? [...meta, { name: 'robots', content: 'noindex' }] : meta
}
