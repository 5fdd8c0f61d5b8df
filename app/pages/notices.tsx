import { SITE } from '../../contract/site.ts'
import type { MetaFunction } from 'react-router'
import { NoticesPanel } from '../features/notices/slot.tsx'
import * as words from '../features/notices/words.ts'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { useLoginDialog } from '../session/login-dialog.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

export const meta: MetaFunction = () => [
  { title: `Notifications · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
]

export default function NoticesPage() {
  const { status, user } = useSession()
  const login = useLoginDialog()
  return (
    <Page narrow>
      <h1>Notifications</h1>
      {status === 'signed-out' ? (
        <Notice>
          <p>{words.logInForNotices}</p>
          <Button onClick={() => login.open({ mode: 'login' })}>Login</Button>
        </Notice>
      ) : status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-in' && user ? (
        <NoticesPanel key={user.id} />
      ) : (
        <Spinner label={words.loadingNotices} />
      )}
    </Page>
  )
}
