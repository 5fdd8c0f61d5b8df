import { lazy, Suspense, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { Notice } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import { Subscribe } from '../feeds/slot.tsx'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import { EventGrid } from './event-grid.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { ListHead } from './list-head.tsx'
import type { EventListPage } from './load-list.ts'
import { SavedEventSlot } from './saved-event-slot.tsx'
import { LoadMore } from './load-more.tsx'
import { useListPages } from './use-list-pages.ts'

// Only for those who search.
const SearchedList = lazy(() => import('./searched-list.tsx'))

function ListPages({ path, page }: { path: string; page: EventListPage }) {
  const { events, until, next, isLoading, problem, loadMore } = useListPages(page)
  if (page.problem) return <Notice isError>{page.problem}</Notice>
  if (events.length === 0) return <Notice>{firstViewMessages.noEvents}</Notice>
  return (
    <>
      {!page.isFirst && (
        <p>
          <Link to={path}>Back to the first events</Link>
        </p>
      )}
      <EventTimeline events={events} until={until} isGrowing={isLoading} />
      {next && <LoadMore cursor={next} isLoading={isLoading} problem={problem} onMore={loadMore} />}
      <p className="visually-hidden" role="status">
        {isLoading ? 'Loading more events' : `${events.length} events shown`}
      </p>
    </>
  )
}

const wordsOf = ({ search }: EventListPage) =>
  search?.parts.q ? `Events found by “${search.parts.q}”` : search ? 'What you searched for' : 'All events'

/** A list screen: title, subtitle, its cards page by page. */
export function EventList({ name, page, filters }: { name: EventListName; page: EventListPage; filters?: ReactNode }) {
  // A new history entry is a new reading of the list, also on the same screen.
  const { key } = useLocation()
  const list = EVENT_LISTS[name]
  return (
    <Page>
      {name === 'all' && <SavedEventSlot />}
      <ListHead title={list.title} subtitle={list.subtitle} canCreate={name === 'all'} filters={filters}>
        {name === 'all' && <Subscribe feed="/feeds/events" query={page.search?.query} what={wordsOf(page)} />}
      </ListHead>
      {page.search ? (
        <Suspense fallback={<EventGrid events={[]} isGrowing />}>
          <SearchedList page={page} search={page.search} />
        </Suspense>
      ) : (
        <ListPages key={key} path={list.path} page={page} />
      )}
    </Page>
  )
}
