import { pageMeta } from '../../lib/page-meta.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import type { EventListPage } from './load-list.ts'

export function listMeta(name: EventListName, page: EventListPage | undefined) {
  const { title, subtitle } = EVENT_LISTS[name]
  const meta = pageMeta(title, `${subtitle} on Hooley.`)
  // A cursor's page changes from day to day; the events themselves are found by the sitemap.
  return page?.isFirst === false ? [...meta, { name: 'robots', content: 'noindex' }] : meta
}
