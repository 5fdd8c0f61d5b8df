import { messages } from '../../../contract/messages.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'

export function InvalidResetLink() {
  const { open } = useLoginDialog()
  return (
    <Page centred>
      <h1>Invalid Reset Link</h1>
      <Subtitle>{messages.invalidResetLink}</Subtitle>
      <Button onClick={() => open({ mode: 'forgot' })}>Request a new link</Button>
      <Button look="outlined" onClick={() => open({ mode: 'login' })}>
        Go to Login
      </Button>
    </Page>
  )
}
