import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { EVENT_LISTS } from '../features/events/event-lists.ts'
import { ListHead } from '../features/events/list-head.tsx'
import { listMeta } from '../features/events/list-meta.ts'
import { loadList, reloadList, type EventListPage } from '../features/events/load-list.ts'
import { loadRecommended, type RecommendedPage } from '../features/recommended/load-recommended.ts'
import { RecommendedList } from '../features/recommended/recommended-list.tsx'
import { apiContext, settingsContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { Page } from '../ui/page.tsx'

// Where the next part of the list begins, while the feature is off.
export const handle: PageHandle = { query: ['cursor'] }

type Loaded = EventListPage | RecommendedPage

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext)
  const isOn = context.get(settingsContext).features.includes('recommended')
  return isOn ? loadRecommended(api) : loadList(api, 'recommended', request)
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> =>
  reloadList(serverLoader<Loaded>)

const isRecommended = (page: Loaded): page is RecommendedPage => 'recommended' in page

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  listMeta('recommended', loaderData && !isRecommended(loaderData) ? loaderData : undefined)

export default function RecommendedEvents({ loaderData }: { loaderData: Loaded }) {
  if (!isRecommended(loaderData)) return <EventList name="recommended" page={loaderData} />
  const { title, subtitle } = EVENT_LISTS.recommended
  return (
    <Page>
      <ListHead title={title} subtitle={subtitle} />
      <RecommendedList page={loaderData} />
    </Page>
  )
}
