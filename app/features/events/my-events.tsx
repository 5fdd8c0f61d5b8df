import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EventGrid } from './event-grid.tsx'
import { LoadMore } from './load-more.tsx'
import { useMyEvents } from './use-my-events.ts'

/** What the signed-in person has created, drafts too. */
export function MyEvents() {
  const { events, next, problem, isWaiting, isLoading, loadMore, reload } = useMyEvents()
  if (isWaiting) return <Spinner label="Loading your events" />
  if (problem && events.length === 0) {
    return (
      <Notice isError>
        <p>{problem}</p>
        <Button look="outlined" onClick={reload}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (events.length === 0) {
    return (
      <Notice>
        <p>No events found</p>
        <ButtonLink to="/create-event">Create Your First Event</ButtonLink>
      </Notice>
    )
  }
  return (
    <>
      <EventGrid events={events} isGrowing={isLoading} />
      {next && <LoadMore cursor={next} isLoading={isLoading} problem={problem} onMore={loadMore} />}
    </>
  )
}
