import { Link } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Standing } from '../decisions/slot.tsx'
import { LoadMore } from './load-more.tsx'
import { partsOf } from './own-event.ts'
import { OwnEventRow } from './own-event-row.tsx'
import style from './own-event-row.module.css'
import type { useMyEvents } from './use-my-events.ts'

interface Props {
  own: ReturnType<typeof useMyEvents>
  /** Whether they run events of others, which are listed below; null: not known yet. */
  runsOthers: boolean | null
}

/** What the signed-in person has created, drafts too. */
export function MyEvents({ own, runsOthers }: Props) {
  const { events, next, hasFailed, isWaiting, isLoadingMore, loadMore, reload } = own
  const problem = hasFailed ? messages.myEventsFailed : null
  if (isWaiting || (events.length === 0 && !problem && runsOthers === null))
    return <Spinner label="Loading your events" />
  if (problem && events.length === 0) {
    return (
      <TryAgain onPress={reload}>
        <p>{problem}</p>
      </TryAgain>
    )
  }
  if (events.length === 0 && runsOthers)
    return (
      <p className="quiet">
        You haven’t created an event yourself yet. <Link to="/create-event">Create Your First Event</Link>
      </p>
    )
  if (events.length === 0) {
    return (
      <Notice>
        <p>No events found</p>
        {/* The head of the page has the one primary button. */}
        <ButtonLink to="/create-event" look="outlined">
          Create Your First Event
        </ButtonLink>
      </Notice>
    )
  }
  return (
    <>
      <Standing hasHidden={events.some(({ isHidden }) => isHidden)} />
      {partsOf(events, new Date()).map((part) => (
        <section key={part.name} className={style.part}>
          <h2>{part.name}</h2>
          <ul role="list" className="stack gap-10">
            {part.events.map((event) => (
              <OwnEventRow key={event.id} event={event} isOver={part.name === 'Past'} />
            ))}
          </ul>
        </section>
      ))}
      {next && <LoadMore cursor={next} isLoading={isLoadingMore} problem={problem} onMore={loadMore} />}
    </>
  )
}
