import type { LoaderFunctionArgs } from 'react-router'
import { EventList } from '../features/events/event-list.tsx'
import { loadList, type EventListPage } from '../features/events/load-list.ts'
import { apiContext } from '../lib/page-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadList(context.get(apiContext), 'all', null)

export default function FindEvents({ loaderData }: { loaderData: EventListPage }) {
  return <EventList name="all" page={loaderData} />
}
