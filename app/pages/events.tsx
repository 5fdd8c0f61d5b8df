import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { listMeta } from '../features/events/list-meta.ts'
import { loadList, reloadList, type EventListPage } from '../features/events/load-list.ts'
import { Filters } from '../features/filters/slot.tsx'
import { apiContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'

export const handle: PageHandle = {
  // Where the next part of the list begins.
  query: ['cursor'],
  featureQuery: {
    search: ['q'],
    filters: ['when', 'from', 'to', 'place', 'within', 'kind', 'category', 'access', 'seats', 'sort'],
    nearby: ['near', 'within', 'sort'],
  },
}

export const loader = ({ context, request }: LoaderFunctionArgs) => loadList(context.get(apiContext), 'all', request)

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => reloadList(serverLoader<EventListPage>)

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => listMeta('all', loaderData)

export default function FindEvents({ loaderData }: { loaderData: EventListPage }) {
  return <EventList name="all" page={loaderData} filters={<Filters found={loaderData.search?.parts} />} />
}
