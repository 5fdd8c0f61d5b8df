import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { LIST } from '../../contract/limits.ts'
import { toCardData } from '../features/events/card-data.ts'
import { EventRow } from '../features/events/event-row.tsx'
import { apiContext } from '../lib/page-context.ts'
import { Page } from '../ui/page.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { items } = await context.get(apiContext).events.list({ query: { when: 'upcoming', limit: LIST.pageSize } })
  return { upcoming: items.map(toCardData) }
}

export const meta: MetaFunction = () => [{ title: 'Hooley: find events, book free tickets' }]

export default function Home({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return (
    <Page>
      <h1 className="visually-hidden">Hooley</h1>
      <section>
        <SectionHeading id="upcoming" title="Upcoming Events" to="/upcoming-events" />
        <EventRow events={loaderData.upcoming} labelledBy="upcoming" />
      </section>
    </Page>
  )
}
