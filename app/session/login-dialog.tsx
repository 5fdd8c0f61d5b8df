// The wish to sign in or sign up: any screen can open the dialogs, and say what should happen afterwards.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pathOf, safePath } from './return-path.ts'

export interface LoginRequest {
  mode: 'login' | 'signup'
  /** Where to go afterwards; undefined: back to the intended path, or stay here. */
  redirectTo?: string
  /** Runs 100 ms after a successful login, for example to retry a booking. */
  onSuccess?: () => void
}

/** What a navigation to / carries when the login dialog shall open there. */
export interface LoginNavigation {
  openLogin: true
  mode?: LoginRequest['mode']
  /** The intended path. */
  from?: string
}

export const asksForLogin = (state: unknown): state is LoginNavigation =>
  typeof state === 'object' && state !== null && 'openLogin' in state && state.openLogin === true

export interface LoginDialog {
  request: (LoginRequest & { intended?: string }) | null
  open: (request: LoginRequest & { intended?: string }) => void
  /** To the other dialog, with the same plans. */
  switchTo: (mode: LoginRequest['mode']) => void
  close: () => void
  /** The page before this one, or before /login. */
  previousPath: () => string | null
}

const LoginDialogContext = createContext<LoginDialog | null>(null)

export function useLoginDialog(): LoginDialog {
  const dialog = useContext(LoginDialogContext)
  if (!dialog) throw new Error('useLoginDialog must be used within a LoginDialogProvider')
  return dialog
}

/** The last page that one can come back to; /login and its like are none. */
function usePreviousPath() {
  const path = safePath(pathOf(useLocation()))
  const visited = useRef<{ current: string | null; previous: string | null }>({ current: null, previous: null })
  useEffect(() => {
    if (path && path !== visited.current.current) {
      visited.current = { current: path, previous: visited.current.current }
    }
  }, [path])
  return useCallback(() => visited.current.previous, [])
}

export function LoginDialogProvider({ children }: { children: ReactNode }) {
  const [request, open] = useState<LoginDialog['request']>(null)
  const previousPath = usePreviousPath()
  const close = useCallback(() => open(null), [])
  const switchTo = useCallback(
    (mode: LoginRequest['mode']) => open((current) => (current ? { ...current, mode } : { mode })),
    [],
  )
  const dialog = useMemo(
    () => ({ request, open, switchTo, close, previousPath }),
    [request, switchTo, close, previousPath],
  )
  return <LoginDialogContext value={dialog}>{children}</LoginDialogContext>
}
