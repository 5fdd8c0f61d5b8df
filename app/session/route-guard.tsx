// Pages for signed-in people: a spinner for 500 ms, then the page, or home with the login dialog.
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { GUARD_MS } from '../../contract/limits.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AccountUnavailable } from './account-unavailable.tsx'
import type { LoginNavigation } from './login-dialog.tsx'
import { Redirect } from './redirect.tsx'
import { pathOf } from './return-path.ts'
import { useSession } from './session.tsx'

export function RouteGuard({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const location = useLocation()
  const [hasWaited, setHasWaited] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), GUARD_MS)
    return () => clearTimeout(timer)
  }, [])

  if (hasWaited && status === 'signed-in') return children
  if (hasWaited && status === 'signed-out') {
    const state: LoginNavigation = { openLogin: true, from: pathOf(location) }
    return <Redirect to="/" state={state} />
  }
  if (hasWaited && status === 'failed') return <AccountUnavailable />
  return <Spinner />
}
