import { SITE } from '../../contract/site.ts'
import { Link } from 'react-router'
import { ManagedEvents, useManagedEvents } from '../features/events/managed-events.tsx'
import { MyEvents } from '../features/events/my-events.tsx'
import { ListHead } from '../features/events/list-head.tsx'
import { OtherEvents } from '../features/events/slot.tsx'
import { useMyEvents } from '../features/events/use-my-events.ts'
import { ImportEvents } from '../features/imports/slot.tsx'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { useLoginDialog } from '../session/login-dialog.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

export const meta = () => [{ title: `My Events · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

function OwnAndManaged() {
  const own = useMyEvents()
  const managed = useManagedEvents()
  const isEmpty = !own.isWaiting && !own.hasFailed && own.events.length === 0 && managed?.length === 0
  return (
    <>
      <MyEvents own={own} runsOthers={managed && managed.length > 0} />
      <ManagedEvents managed={managed} />
      <ImportEvents onChange={own.reload} />
      <div className="stack column gap-20">
        <p>
          <Link to="/insights">Insights across all your events</Link>
        </p>
        {isEmpty && <OtherEvents />}
      </div>
    </>
  )
}

export default function MyEventsPage() {
  const { status, user } = useSession()
  const { open } = useLoginDialog()
  return (
    <Page>
      <ListHead title="My Events" subtitle="Everything you’ve created, including drafts" canCreate />
      {status === 'signed-in' ? (
        <OwnAndManaged key={user?.id} />
      ) : status === 'signed-out' ? (
        <Notice>
          <p>Please log in to view your events</p>
          <Button onClick={() => open({ mode: 'login' })}>Login</Button>
        </Notice>
      ) : status === 'failed' ? (
        <AccountUnavailable />
      ) : (
        <Spinner label="Loading your events" />
      )}
    </Page>
  )
}
