import { useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'

/** Where the link leads that a server without an administrator prints. */
export function FirstAdministratorView({ token }: { token: string }) {
  const { user } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function claim() {
    setBusy(true)
    setProblem('')
    try {
      const { installation } = await loadApi()
      await installation.claimAdministrator({ body: { token } })
      // A whole load: who we are is read again.
      location.assign('/moderation/installation')
    } catch (error) {
      setProblem(failureSentence(error, 'This could not be done. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Page centred>
      <h1>Become the administrator</h1>
      <Subtitle>
        {user?.email} will look after this site: its moderators, its reports and its installation. The link works once.
      </Subtitle>
      <FormMessage problem={problem} />
      <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void claim()}>
        Become the administrator
      </Button>
    </Page>
  )
}
