import type { LoaderFunctionArgs } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { loadList, type EventListPage } from '../features/events/load-list.ts'
import { apiContext } from '../lib/page-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadList(context.get(apiContext), 'recommended', null)

export default function RecommendedEvents({ loaderData }: { loaderData: EventListPage }) {
  return <EventList name="recommended" page={loaderData} />
}
