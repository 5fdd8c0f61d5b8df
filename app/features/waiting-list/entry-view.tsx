// What somebody on a waiting list sees and can do: in the event page's dialog and on the page of an email's link.
import { useEffect, useState } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { timeLeftText, useTimeLeft } from '../../ui/use-time-left.ts'
import { useEntryCalls, type EntryOptions } from './use-entry-calls.ts'
import style from './waiting-list.module.css'
import { WishForm } from './wish-form.tsx'
import { places, placeText } from './words.ts'
import * as dialogWords from './dialog-words.tsx'

type Calls = ReturnType<typeof useEntryCalls>

/** What the event says about an entry. */
type EventPart = Pick<Event, 'id' | 'timeZone' | 'maxPerPerson' | 'paid'>

interface WaitingProps {
  entry: WaitingEntry
  event: EventPart
  calls: Calls
  canChange: boolean
}

function Waiting({ entry, event, calls, canChange }: WaitingProps) {
  const [isChanging, setChanging] = useState(false)
  if (isChanging)
    return (
      <>
        <p className={style.quiet}>{dialogWords.aboutFewer}</p>
        <WishForm
          initial={entry}
          most={event.maxPerPerson}
          asksFirst={event.paid}
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
      <p className={style.quiet}>{dialogWords.wishText(entry)}</p>
      <div className="row wrap gap-12">
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
    {dialogWords.leave}
  </Button>
)

interface TakeProps {
  event: EventPart
  count: number
  isBusy: boolean
  onTake: (count: number) => void
  /** Where places are ordered and paid. */
  onOrder: ((count: number) => void) | undefined
}

/** 'Take all 3', 'Take 2', 'Take only 1' */
function TakeButtons({ event, count, isBusy, onTake: onBook, onOrder }: TakeProps) {
  // Only a page about the event can order: it says beforehand what has to be said.
  if (event.paid && !onOrder)
    return (
      <ButtonLink wide to={`/events/${event.id}`}>
        {dialogWords.goToPay(count)}
      </ButtonLink>
    )
  const onTake = (event.paid && onOrder) || onBook
  const fewer = Array.from({ length: count - 1 }, (_, index) => count - 1 - index)
  return (
    <>
      <Button wide disabled={isBusy} onClick={() => onTake(count)}>
        {dialogWords.takeAll(count)}
      </Button>
      {fewer.length > 0 && (
        <div className="row wrap gap-12">
          {fewer.map((some) => (
            <Button key={some} look="outlined" disabled={isBusy} onClick={() => onTake(some)}>
              {dialogWords.takeSome(some)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** In the last hour nothing is held, and seats that fit no entry are open to everybody. */
const Free = ({ free, calls, ...take }: Pick<TakeProps, 'event' | 'onOrder'> & { free: number; calls: Calls }) => (
  <>
    <p className={style.place}>{dialogWords.freeNow(places(free))}</p>
    <p>{dialogWords.notHeld(free)}</p>
    <TakeButtons {...take} count={free} isBusy={calls.isBusy} onTake={(count) => void calls.takeFree(count)} />
  </>
)

/** Where booking closes early, nothing comes after that. */
function Closing({ closesAt, event: { timeZone } }: { closesAt: string; event: EventPart }) {
  const isClosed = useTimeLeft(closesAt) === 0
  return (
    <p className={style.quiet}>
      {isClosed
        ? dialogWords.bookingClosed
        : dialogWords.bookingCloses(formatTime(closesAt, timeZone), formatDate(closesAt, timeZone))}
    </p>
  )
}

interface OfferedProps {
  offer: NonNullable<WaitingEntry['offer']>
  event: EventPart
  calls: Calls
  onOrder: TakeProps['onOrder']
  onExpired: () => void
}

function Offered({ offer: { numberOfTickets, expiresAt }, event, calls, onOrder, onExpired }: OfferedProps) {
  const { timeZone } = event
  const left = useTimeLeft(expiresAt)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onExpired()
  }, [isOver, onExpired])
  return (
    <>
      <p className={style.place}>{dialogWords.forYou(places(numberOfTickets))}</p>
      <p>
        {dialogWords.heldUntil(
          <b>
            {formatTime(expiresAt, timeZone)}, {formatDate(expiresAt, timeZone)}
          </b>,
          <span className={style.left}>({timeLeftText(left)} left)</span>,
        )}
      </p>
      <TakeButtons
        event={event}
        count={numberOfTickets}
        isBusy={calls.isBusy}
        onTake={(count) => void calls.accept(count)}
        onOrder={onOrder}
      />
      <div className="row wrap gap-12">
        <Button look="outlined" disabled={calls.isBusy} onClick={() => void calls.decline()}>
          {dialogWords.noThanks}
        </Button>
      </div>
    </>
  )
}

const Resting = ({ calls }: { calls: Calls }) => (
  <>
    <p>{dialogWords.offerExpired}</p>
    <div className="row wrap gap-12">
      <Button disabled={calls.isBusy} onClick={() => void calls.resume()}>
        {dialogWords.stillInterested}
      </Button>
      <Leave calls={calls} />
    </div>
  </>
)

interface Props extends EntryOptions {
  event: EventPart
  entry: WaitingEntry
  /** An email's link may not change the wish. */
  canChange?: boolean
  /** Of an event that is paid: opens what is asked before it is ordered. */
  onOrder?: (count: number) => void
}

export function EntryView({ event, entry, canChange = false, onOrder, ...options }: Props) {
  const calls = useEntryCalls(options)
  const { free, bookingClosesAt } = entry
  return (
    <div className={style.entry}>
      {free !== undefined && <Free event={event} free={free} calls={calls} onOrder={onOrder} />}
      {entry.state === 'offered' && entry.offer ? (
        <Offered offer={entry.offer} event={event} calls={calls} onOrder={onOrder} onExpired={options.onOutdated} />
      ) : entry.state === 'resting' ? (
        <Resting calls={calls} />
      ) : (
        <Waiting entry={entry} event={event} calls={calls} canChange={canChange} />
      )}
      {bookingClosesAt && <Closing closesAt={bookingClosesAt} event={event} />}
      <FormMessage problem={calls.problem} />
    </div>
  )
}
