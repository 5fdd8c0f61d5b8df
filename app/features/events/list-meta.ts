import { linkMeta, settingsOf } from '../../lib/link-meta.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import type { EventListPage } from './load-list.ts'

type Args = Parameters<typeof settingsOf>[0] & { loaderData?: EventListPage }

export function listMeta(name: EventListName, { matches, loaderData }: Args) {
  const { title, subtitle, path } = EVENT_LISTS[name]
  const meta = linkMeta(
    { title: `${title} · Hooley`, description: `${subtitle} on Hooley.`, path },
    settingsOf({ matches })?.publicUrl ?? '',
  )
  // A cursor's page changes from day to day; the events themselves are found by the sitemap.
  return loaderData?.isFirst === false ? [...meta, { name: 'robots', content: 'noindex' }] : meta
}
