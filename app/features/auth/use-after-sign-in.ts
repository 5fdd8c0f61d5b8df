import { useNavigate, useLocation } from 'react-router'
import { LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { pathOf, returnTarget } from '../../session/return-path.ts'

/** Closes the dialog, goes where §4 says, and runs what was waiting for a signed-in person. */
export function useAfterSignIn() {
  const { request, close, previousPath } = useLoginDialog()
  const navigate = useNavigate()
  const here = pathOf(useLocation())

  return () => {
    close()
    // On / the dialog opened in place of another page; anywhere else it lies over the page one was at.
    const previous = here === '/' ? previousPath() : here
    const target = returnTarget({ redirectTo: request?.redirectTo, intended: request?.intended, previous })
    if (target !== here) void navigate(target)
    if (request?.onSuccess) setTimeout(request.onSuccess, LOGIN_CALLBACK_MS)
  }
}
