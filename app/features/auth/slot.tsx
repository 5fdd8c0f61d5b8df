// What other features may use of signing in: the login and signup dialogs, once for all pages; loaded when somebody first asks for them.
import { lazy, Suspense, useState } from 'react'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useExpiredSession } from '../../session/use-expired-session.ts'
import { useLoginFromNavigation } from './use-login-from-navigation.ts'

export { newPasswordProblem } from './validation.ts'

const AuthDialogs = lazy(() => import('./auth-dialogs.tsx'))

export function AuthSlot() {
  const { request } = useLoginDialog()
  const [wasAsked, setWasAsked] = useState(false)
  useExpiredSession()
  useLoginFromNavigation()
  if (request && !wasAsked) setWasAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense>
      <AuthDialogs />
    </Suspense>
  )
}
