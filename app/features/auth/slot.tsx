// What other features may use of signing in: the login and signup dialogs, once for all pages.
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { whenIdle } from '../../lib/when-idle.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useExpiredSession } from '../../session/use-expired-session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useLoginFromNavigation } from './use-login-from-navigation.ts'

/** Whether the person is on their way to another page, however slow the line: what would lead them elsewhere waits. */
export const useIsLeaving = () => useNavigation().state !== 'idle'

const { Part: AuthDialogs, preload } = lazyPart(() => import('./auth-dialogs.tsx'))

export function AuthSlot() {
  const { request, close } = useLoginDialog()
  const [wasAsked, setWasAsked] = useState(false)
  useExpiredSession()
  useLoginFromNavigation()
  useEffect(() => whenIdle(preload), [])
  if (request && !wasAsked) setWasAsked(true)
  if (!wasAsked) return null
  const takeBack = () => {
    close()
    setWasAsked(false)
  }
  return <AuthDialogs onUnavailable={takeBack} />
}
