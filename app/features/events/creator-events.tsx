import { counted } from '../../../contract/counted.ts'
import { Link } from 'react-router'
import { Notice } from '../../ui/message.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { PAST_EVENTS, type ListedEvent } from './list-headings.ts'
import type { CreatorPage } from './load-creator.ts'
import { LoadMore } from './load-more.tsx'
import { useListPages } from './use-list-pages.ts'
import style from './event-parts.module.css'

/** One person has too few events for headings by day: what is not over is coming up. */
const underOneHeading = (events: ListedEvent[]) =>
  events.map((event) => (event.heading === PAST_EVENTS ? event : { ...event, heading: 'Coming up', rank: 0 }))

const countText = (count: number) => counted(count, 'event shown', 'events shown')

/** What a creator has coming up, page by page, and the last of what is over; or all that is over. */
export function CreatorEvents({ page, path }: { page: CreatorPage; path: string }) {
  const { events, next, isLoading, problem, loadMore } = useListPages(page)
  const isPast = page.list === 'past'
  return (
    <div className={style.events}>
      {(isPast || !page.isFirst) && (
        <p>
          <Link to={path}>{isPast ? 'See what’s coming up' : 'Back to the first events'}</Link>
        </p>
      )}
      {events.length === 0 && <Notice>{isPast ? 'No past events yet.' : 'Nothing coming up at the moment.'}</Notice>}
      <div>
        <EventTimeline events={underOneHeading(events)} until={null} isGrowing={isLoading} />
      </div>
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
