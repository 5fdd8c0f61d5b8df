// What somebody on a waiting list sees and can do: in the event page's dialog and on the page of a mail's link.
import { useEffect, useState } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { timeLeftText, useTimeLeft } from '../../ui/use-time-left.ts'
import { useEntryCalls, type EntryOptions } from './use-entry-calls.ts'
import style from './waiting-list.module.css'
import { WishForm } from './wish-form.tsx'
import { places, placeText, wishText } from './words.ts'

type Calls = ReturnType<typeof useEntryCalls>

function Waiting({ entry, calls, canChange }: { entry: WaitingEntry; calls: Calls; canChange: boolean }) {
  const [isChanging, setChanging] = useState(false)
  if (isChanging)
    return (
      <>
        <p className={style.quiet}>Fewer places keep your place in the list; more go to its end.</p>
        <WishForm
          initial={entry}
          label="Change"
          isBusy={calls.isBusy}
          onSubmit={(wish) => {
            setChanging(false)
            void calls.change(wish)
          }}
        />
      </>
    )
  return (
    <>
      <p className={style.place}>{placeText(entry)}</p>
      <p className={style.quiet}>{wishText(entry)}</p>
      <div className={style.acts}>
        {canChange && (
          <Button look="outlined" disabled={calls.isBusy} onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
        <Leave calls={calls} />
      </div>
    </>
  )
}

const Leave = ({ calls }: { calls: Calls }) => (
  <Button look="outlined" disabled={calls.isBusy} onClick={() => void calls.leave()}>
    Leave the waiting list
  </Button>
)

interface OfferedProps {
  offer: NonNullable<WaitingEntry['offer']>
  event: Pick<Event, 'timeZone'>
  calls: Calls
  onExpired: () => void
}

function Offered({ offer: { numberOfTickets, expiresAt }, event: { timeZone }, calls, onExpired }: OfferedProps) {
  const left = useTimeLeft(expiresAt)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onExpired()
  }, [isOver, onExpired])
  const fewer = Array.from({ length: numberOfTickets - 1 }, (_, index) => numberOfTickets - 1 - index)
  return (
    <>
      <p className={style.place}>{places(numberOfTickets)} for you</p>
      <p>
        Held for you until{' '}
        <b>
          {formatTime(expiresAt, timeZone)}, {formatDate(expiresAt, timeZone)}
        </b>{' '}
        <span className={style.left}>({timeLeftText(left)} left)</span>
      </p>
      <Button wide disabled={calls.isBusy} onClick={() => void calls.accept(numberOfTickets)}>
        {numberOfTickets === 1 ? 'Take it' : `Take all ${numberOfTickets}`}
      </Button>
      <div className={style.acts}>
        {fewer.map((count) => (
          <Button key={count} look="outlined" disabled={calls.isBusy} onClick={() => void calls.accept(count)}>
            Take {count === 1 ? 'only 1' : count}
          </Button>
        ))}
        <Button look="outlined" disabled={calls.isBusy} onClick={() => void calls.decline()}>
          No, thanks
        </Button>
      </div>
    </>
  )
}

const Resting = ({ calls }: { calls: Calls }) => (
  <>
    <p>
      Your offer has run out. You keep your place in the list, and nothing more is offered to you until you say that you
      are still interested.
    </p>
    <div className={style.acts}>
      <Button disabled={calls.isBusy} onClick={() => void calls.resume()}>
        Still interested
      </Button>
      <Leave calls={calls} />
    </div>
  </>
)

interface Props extends EntryOptions {
  event: Pick<Event, 'timeZone'>
  entry: WaitingEntry
  /** A mail's link may not change the wish. */
  canChange?: boolean
}

export function EntryView({ event, entry, canChange = false, ...options }: Props) {
  const calls = useEntryCalls(options)
  return (
    <div className={style.entry}>
      {entry.state === 'offered' && entry.offer ? (
        <Offered offer={entry.offer} event={event} calls={calls} onExpired={options.onOutdated} />
      ) : entry.state === 'resting' ? (
        <Resting calls={calls} />
      ) : (
        <Waiting entry={entry} calls={calls} canChange={canChange} />
      )}
      <FormMessage problem={calls.problem} />
    </div>
  )
}
