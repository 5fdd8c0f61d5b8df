import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { EVENT_LISTS } from '../features/events/event-lists.ts'
import { ListHead } from '../features/events/list-head.tsx'
import { listMeta } from '../features/events/list-meta.ts'
import { loadList, reloadList, type EventListPage } from '../features/events/load-list.ts'
import { loadPopular, type PopularPage } from '../features/popular/load-popular.ts'
import { PopularList } from '../features/popular/popular-list.tsx'
import { apiContext, settingsContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { Page } from '../ui/page.tsx'

// Where the next part of the list begins, while the feature is off.
export const handle: PageHandle = { query: ['cursor'] }

type Loaded = EventListPage | PopularPage

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext)
  const isOn = context.get(settingsContext).features.includes('popular')
  return isOn ? loadPopular(api) : loadList(api, 'popular', request)
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> =>
  reloadList(serverLoader<Loaded>)

const isPopular = (page: Loaded): page is PopularPage => 'popular' in page

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  listMeta('popular', loaderData && !isPopular(loaderData) ? loaderData : undefined)

export default function PopularEvents({ loaderData }: { loaderData: Loaded }) {
  if (!isPopular(loaderData)) return <EventList name="popular" page={loaderData} />
  const { title, subtitle } = EVENT_LISTS.popular
  return (
    <Page>
      <ListHead title={title} subtitle={subtitle} />
      <PopularList page={loaderData} />
    </Page>
  )
}
