// The wish to sign in or sign up: any screen can open the dialogs, and say what should happen afterwards.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Ticket } from '../../contract/tickets.ts'
import { dropInterrupted } from './interrupted.ts'
import { pathOf, safePath } from './return-path.ts'

export interface QuickPerson {
  name: string
  email: string
}

/** The session and what was booked; or the address has an account, and a code was emailed to it. */
export type QuickReply = { token: string; ticket: Ticket | null } | 'code-sent'

/** What name and email are enough for, where that is not booking. */
export interface QuickWords {
  heading: string
  act: string
  acting: string
  /** 'By booking': what accepts the terms. */
  by: string
  failed: string
}

export interface LoginRequest {
  mode: 'login' | 'signup' | 'forgot'
  /** Where to go afterwards; undefined: back to the intended path, or stay here. */
  redirectTo?: string
  /** Runs 100 ms after a successful login, for example to retry a booking. */
  onSuccess?: () => void
  /** Why one is asked to sign in; shown above the form. */
  reason?: ReactNode
  /** Books with name and email, in the dialog that BOOK opens. */
  quick?: (person: QuickPerson) => Promise<QuickReply>
  quickWords?: QuickWords
  /** Runs in place of onSuccess once `quick` has booked. */
  onBooked?: (ticket: Ticket) => void
  /** What continues on this screen after a redirect to another site, where onSuccess is lost. */
  work?: unknown
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

/** A request and the screen it was made on: it ends when the person leaves that screen. */
export interface OpenRequest extends LoginRequest {
  intended?: string
  path: string
}

export interface LoginDialog {
  request: OpenRequest | null
  open: (request: Omit<OpenRequest, 'path'>) => void
  /** To the other dialog, with the same plans. */
  switchTo: (mode: LoginRequest['mode']) => void
  close: () => void
  /** Whether the dialog is still open for this request; somebody may have left while the server was answering. */
  isCurrent: (request: OpenRequest | null) => boolean
  /** Whether the person is still on the screen of this path. */
  isAt: (path: string) => boolean
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
  const [wanted, setWanted] = useState<OpenRequest | null>(null)
  const { pathname } = useLocation()
  const previousPath = usePreviousPath()
  const request = wanted?.path === pathname ? wanted : null
  const now = useRef({ request, pathname })
  useEffect(() => {
    now.current = { request, pathname }
  }, [request, pathname])

  const close = useCallback(() => {
    dropInterrupted()
    setWanted(null)
  }, [])
  const hasLeft = wanted !== null && request === null
  useEffect(() => {
    if (hasLeft) close()
  }, [hasLeft, close])

  const open = useCallback<LoginDialog['open']>((asked) => setWanted({ ...asked, path: now.current.pathname }), [])
  const switchTo = useCallback<LoginDialog['switchTo']>(
    (mode) => setWanted((current) => (current ? { ...current, mode } : { mode, path: now.current.pathname })),
    [],
  )
  const isCurrent = useCallback<LoginDialog['isCurrent']>(
    (asked) => asked !== null && now.current.request === asked,
    [],
  )
  const isAt = useCallback((path: string) => now.current.pathname === path, [])
  const dialog = useMemo(
    () => ({ request, open, switchTo, close, isCurrent, isAt, previousPath }),
    [request, open, switchTo, close, isCurrent, isAt, previousPath],
  )
  return <LoginDialogContext value={dialog}>{children}</LoginDialogContext>
}
