import { useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'
import * as words from './words.tsx'

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
      setProblem(failureSentence(error))
      setBusy(false)
    }
  }

  return (
    <Page centred>
      <h1>{words.becomeAdministrator}</h1>
      <Subtitle>{words.willLookAfter(user?.email)}</Subtitle>
      <FormMessage problem={problem} />
      <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void claim()}>
        {words.becomeAdministrator}
      </Button>
    </Page>
  )
}
