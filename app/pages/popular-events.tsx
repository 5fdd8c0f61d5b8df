import type { LoaderFunctionArgs } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { loadList, type EventListPage } from '../features/events/load-list.ts'
import { apiContext } from '../lib/page-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadList(context.get(apiContext), 'popular', null)

export default function PopularEvents({ loaderData }: { loaderData: EventListPage }) {
  return <EventList name="popular" page={loaderData} />
}
