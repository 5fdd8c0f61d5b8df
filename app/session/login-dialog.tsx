// The wish to sign in or sign up: any screen can open the dialogs, and say what should happen afterwards.
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'

export interface LoginRequest {
  mode: 'login' | 'signup'
  /** Where to go afterwards; undefined: stay here. */
  redirectTo?: string
  /** Runs 100 ms after a successful login, for example to retry a booking. */
  onSuccess?: () => void
}

export interface LoginDialog {
  request: LoginRequest | null
  open: (request: LoginRequest) => void
  close: () => void
}

const LoginDialogContext = createContext<LoginDialog | null>(null)

export function useLoginDialog(): LoginDialog {
  const dialog = useContext(LoginDialogContext)
  if (!dialog) throw new Error('useLoginDialog must be used within a LoginDialogProvider')
  return dialog
}

export function LoginDialogProvider({ children }: { children: ReactNode }) {
  const [request, open] = useState<LoginRequest | null>(null)
  const close = useCallback(() => open(null), [])
  const dialog = useMemo(() => ({ request, open, close }), [request, close])
  return <LoginDialogContext value={dialog}>{children}</LoginDialogContext>
}
