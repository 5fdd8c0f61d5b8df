import { useEffect, useEffectEvent, type ComponentType, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useCall } from '../../data/use-call.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useKeptTickets } from '../offline/slot.tsx'
import { BookingCards } from './booking-cards.tsx'
import { inOrder } from './booking-order.ts'
import { keepable, loadBookings, type JoinedBooking } from './load-bookings.ts'
import style from './my-bookings.module.css'

interface Props {
  /** Around those that have ended; the page brings it, because they may have a place elsewhere. */
  Ended: ComponentType<{ isAll: boolean; children: ReactNode }>
}

interface LoadingProps extends Props {
  /** Then the page shows other events, below all that is one's own. */
  onEmpty: (isEmpty: boolean) => void
  /** Something else is the next step. */
  isQuiet: boolean
}

/** Mounted again for each sign-in, and loads once. */
export function MyBookings({ Ended, onEmpty, isQuiet }: LoadingProps) {
  const userId = useSession().user?.id
  const { loaded, reload } = useCall('bookings', async (api) => {
    const bookings = await loadBookings(api)
    return { bookings, kept: keepable(bookings), now: new Date() }
  })
  useKeptTickets(userId, loaded.state === 'loaded' ? loaded.value.kept : null)
  const isEmpty = loaded.state === 'loaded' && loaded.value.bookings.length === 0
  const report = useEffectEvent(onEmpty)
  useEffect(() => report(isEmpty), [isEmpty])

  if (loaded.state === 'loading') return <Spinner label="Loading your bookings" />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{messages.myBookingsFailed}</p>
      </TryAgain>
    )
  const { bookings, now } = loaded.value
  if (isEmpty)
    return (
      <Notice>
        <h2>No bookings yet</h2>
        <p>Your bookings appear here, with their date and place.</p>
        <ButtonLink to="/events" look={isQuiet ? 'outlined' : 'primary'}>
          Browse Events
        </ButtonLink>
      </Notice>
    )
  return <OrderedBookings bookings={bookings} now={now} Ended={Ended} />
}

/** Today large on top, then what comes next; what is over is folded away below, unless there is nothing else. */
export function OrderedBookings({ bookings, now, Ended }: Props & { bookings: JoinedBooking[]; now: Date }) {
  const { today, coming, ended } = inOrder(bookings, now)
  return (
    <div className={style.parts}>
      {today.length > 0 && (
        <section className="stack column gap-16">
          <h2>Today</h2>
          <BookingCards bookings={today} now={now} look="today" />
        </section>
      )}
      {coming.length > 0 && (
        <section className="stack column gap-16">
          <h2>Coming up</h2>
          <BookingCards bookings={coming} now={now} look="coming" />
        </section>
      )}
      {ended.length > 0 && (
        <Ended isAll={ended.length === bookings.length}>
          <details className={style.ended} open={ended.length === bookings.length}>
            <summary className={style.fold}>
              <h2>Ended</h2> <span>({ended.length})</span>
            </summary>
            <BookingCards bookings={ended} now={now} look="ended" />
          </details>
        </Ended>
      )}
    </div>
  )
}
