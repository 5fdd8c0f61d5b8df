import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { LOGIN_OPEN_MS } from '../../../contract/limits.ts'
import { asksForLogin, useLoginDialog } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'

/** Home, when a navigation asks for it: scroll to top, wait 100 ms, open the dialog. */
export function useLoginFromNavigation() {
  const location = useLocation()
  const { pathname, key } = location
  const state: unknown = location.state
  const { open } = useLoginDialog()
  const { status } = useSession()
  const answered = useRef<string>(undefined)

  useEffect(() => {
    if (pathname !== '/' || !asksForLogin(state) || status !== 'signed-out' || answered.current === key) return
    window.scrollTo(0, 0)
    const timer = setTimeout(() => {
      answered.current = key
      // A reload must not ask again.
      history.replaceState({ ...(history.state as object), usr: null }, '')
      open({ mode: state.mode ?? 'login', intended: state.from })
    }, LOGIN_OPEN_MS)
    return () => clearTimeout(timer)
  }, [pathname, state, key, status, open])
}
