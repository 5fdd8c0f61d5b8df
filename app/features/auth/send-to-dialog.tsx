import { useLocation, useSearchParams } from 'react-router'
import { AccountUnavailable } from '../../session/account-unavailable.tsx'
import type { LoginNavigation } from '../../session/login-dialog.tsx'
import { Redirect } from '../../session/redirect.tsx'
import { returnTarget, safePath } from '../../session/return-path.ts'
import { useSession } from '../../session/session.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** /login and /register: home with the dialog open and the return path in its state. */
export function SendToDialog({ mode }: { mode: 'login' | 'signup' }) {
  const { status } = useSession()
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: { from?: unknown } | null }

  if (status === 'failed') return <AccountUnavailable />
  if (status === 'unknown' || status === 'loading') return <Spinner />
  const intended = safePath(query.get('redirect')) ?? safePath(state?.from)
  if (status === 'signed-in') return <Redirect to={returnTarget({ intended })} />
  const navigation: LoginNavigation = { openLogin: true, mode, from: intended ?? undefined }
  return <Redirect to="/" state={navigation} />
}
