import { useNavigate, useLocation } from 'react-router'
import { LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { resumeAt } from '../../session/interrupted.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { pathOf, returnTarget } from '../../session/return-path.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Closes the dialog, goes where docs/product/screens.md#after-signing-in says, and runs what waited for a sign-in. */
export function useAfterSignIn() {
  const { request, close, isCurrent, isAt, previousPath } = useLoginDialog()
  const navigate = useNavigate()
  const here = pathOf(useLocation())

  /** `instead`: of what waited. */
  return (instead?: () => void) => {
    // Somebody who left while the server was answering is signed in, and stays where they are.
    if (!request || !isCurrent(request)) return
    const { redirectTo, intended, onSuccess, path } = request
    // On / the dialog opened in place of another page; anywhere else it is over the page they were on.
    const previous = here === '/' ? previousPath() : here
    const target = returnTarget({ redirectTo, intended, previous })
    resumeAt(target)
    close()
    if (target !== here) void navigate(target)
    const next = instead ?? onSuccess
    if (next)
      setTimeout(() => {
        if (isAt(path)) next()
      }, LOGIN_CALLBACK_MS)
  }
}

/** Signs in with a token, says so, and goes on with what waited. */
export function useEnter() {
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()
  const showToast = useToast()
  return async (token: string) => {
    await signIn(token)
    afterSignIn()
    showToast(messages.loginSucceeded)
  }
}
