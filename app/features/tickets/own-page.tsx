// The page of one ticket or one order: loaded in the browser, for the person whose it is.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AccountUnavailable } from '../../session/account-unavailable.tsx'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './own-ticket.module.css'

interface Props {
  /** 'ticket' */
  what: string
  /** To those who are signed out. */
  login: string
  children: (userId: number) => ReactNode
}

export function OwnPage({ what, login: reason, children }: Props) {
  const { status, user } = useSession()
  const login = useLoginDialog()
  return (
    <Page narrow className={style.page}>
      <Link to="/my-bookings" className={style.back}>
        <ChevronIcon to="left" /> My Bookings
      </Link>
      {status === 'signed-out' ? (
        <Notice>
          <h1>Your {what}</h1>
          <p>{reason}</p>
          <Button onClick={() => login.open({ mode: 'login' })}>Login</Button>
        </Notice>
      ) : status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-in' && user ? (
        children(user.id)
      ) : (
        <Spinner label={`Loading your ${what}`} />
      )}
    </Page>
  )
}
