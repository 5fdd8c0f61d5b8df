import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { EventTimeline } from './event-timeline.tsx'
import type { CreatorPage } from './load-creator.ts'
import { LoadMore } from './load-more.tsx'
import { useListPages } from './use-list-pages.ts'
import style from './creator-events.module.css'

const countText = (count: number) => (count === 1 ? '1 event shown' : `${count} events shown`)

/** What a creator has coming up, page by page, and the last of what is over; or all that is over. */
export function CreatorEvents({ page, path }: { page: CreatorPage; path: string }) {
  const { events, until, next, isLoading, problem, loadMore } = useListPages(page)
  const isPast = page.list === 'past'
  return (
    <div className={style.events}>
      {(isPast || !page.isFirst) && (
        <p>
          <Link to={path}>{isPast ? 'What is coming up' : 'Back to the first events'}</Link>
        </p>
      )}
      {events.length === 0 && (
        <Notice>{isPast ? 'Nothing is over yet.' : 'Nothing is coming up at the moment.'}</Notice>
      )}
      <EventTimeline events={events} until={until} isGrowing={isLoading} />
      {next && (
        <LoadMore
          cursor={next}
          {...(page.search && { parts: page.search.parts })}
          isLoading={isLoading}
          problem={problem}
          onMore={loadMore}
        />
      )}
      {!next && page.lately.length > 0 && <EventTimeline events={page.lately} until={null} isGrowing={false} />}
      {!next && page.hasMorePast && (
        <p>
          <Link to={`${path}?when=past`}>All past events</Link>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isLoading ? 'Loading more events' : countText(events.length)}
      </p>
    </div>
  )
}
