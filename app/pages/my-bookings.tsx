import { SITE } from '../../contract/site.ts'
import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { UnconfirmedAddress } from '../features/account/unconfirmed-address.tsx'
import { Standing } from '../features/decisions/slot.tsx'
import { OtherEvents } from '../features/events/slot.tsx'
import { OwnCalendar } from '../features/feeds/slot.tsx'
import { MyBookings } from '../features/tickets/my-bookings.tsx'
import { EndedBelow, PastBookings, PastEvents } from '../features/past-bookings/slot.tsx'
import { OpenOrders } from '../features/paid-events/slot.tsx'
import { MyWaiting } from '../features/waiting-list/my-waiting.tsx'
import style from '../features/tickets/my-bookings.module.css'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { useLoginDialog } from '../session/login-dialog.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const { Part: MyBallots } = lazyPart(() => import('../features/ballots/my-ballots.tsx'))

export const meta: MetaFunction = () => [{ title: `My Bookings · ${SITE.name}` }]

export default function MyBookingsPage() {
  const { status, user } = useSession()
  const login = useLoginDialog()
  const [isPastShown, setPastShown] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const [hasOrders, setHasOrders] = useState(false)

  if (status === 'signed-out')
    return (
      <Page>
        <div className={style.head}>
          <h1>My Bookings</h1>
        </div>
        <Notice>
          <p>Please log in to view your bookings</p>
          <Button onClick={() => login.open({ mode: 'login' })}>Login</Button>
        </Notice>
      </Page>
    )
  return (
    <Page>
      <div className={style.head}>
        <h1>My Bookings</h1>
        <div className="row wrap gap-10">
          <PastEvents isShown={isPastShown} onToggle={() => setPastShown(!isPastShown)} />
          <OwnCalendar />
        </div>
      </div>
      {status === 'signed-in' && <UnconfirmedAddress />}
      {status === 'signed-in' && <Standing />}
      {status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-in' && user ? (
        isPastShown ? (
          <PastBookings key={user.id} />
        ) : (
          <>
            <OpenOrders key={`orders ${user.id}`} onShown={setHasOrders} />
            <MyWaiting
              key={user.id}
              bookings={<MyBookings Ended={EndedBelow} onEmpty={setEmpty} isQuiet={hasOrders} />}
            />
            <MyBallots key={`ballots ${user.id}`} isSilent />
            {isEmpty && <OtherEvents />}
          </>
        )
      ) : (
        <Spinner label="Loading your bookings" />
      )}
      {status === 'signed-in' && (
        <p className={style.notices}>
          <Link to="/notices">Choose your notifications</Link>
        </p>
      )}
    </Page>
  )
}
