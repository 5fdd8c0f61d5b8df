import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useToast } from '../ui/toast.tsx'
import { useLoginDialog } from './login-dialog.tsx'
import { useSession } from './session.tsx'

test.each([
  ['useSession', useSession, 'SessionProvider'],
  ['useLoginDialog', useLoginDialog, 'LoginDialogProvider'],
  ['useToast', useToast, 'ToastProvider'],
])('%s outside its scope throws', (name, useFacility, provider) => {
  function Lost() {
    useFacility()
    return null
  }
  expect(() => renderToStaticMarkup(<Lost />)).toThrow(`${name} must be used within a ${provider}`)
})
