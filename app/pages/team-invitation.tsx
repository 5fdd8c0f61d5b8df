import { SITE } from '../../contract/site.ts'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall } from '../data/use-call.ts'
import { failureSentence, isRefusal } from '../lib/failure.ts'
import { loadApi } from '../lib/load-api.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import * as words from '../features/manage/invitation-words.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormMessage, Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Title } from '../ui/title.tsx'

// The same bytes for everybody: the token is read in the browser, and nothing is accepted before a press.
export const handle: PageHandle = { variant: () => 'any invitation' }

// The address is passed to nobody else, and nothing of it is stored.
export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

export const meta = () => [
  { title: `Invitation · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Taken back, for somebody else, or not available right now. */
function InvitationProblem({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const isOver = isRefusal(error, 'invitation_invalid')
  return (
    <Notice isError>
      <h1>{failureSentence(error, 'The invitation could not be loaded')}</h1>
      {isOver && <p>{words.askToInviteAgain}</p>}
      {isOver || isRefusal(error, 'invitation_for_another') ? (
        <ButtonLink to="/my-events">{words.myEvents}</ButtonLink>
      ) : (
        <Button look="outlined" onClick={onAgain}>
          {words.tryAgain}
        </Button>
      )}
    </Notice>
  )
}

function Invitation({ token }: { token: string }) {
  const navigate = useNavigate()
  const { loaded, reload } = useCall(token, (api) => api.team.getInvitation({ params: { token } }))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (loaded.state === 'loading') return <Spinner label={words.loadingInvitation} />
  if (loaded.state === 'failed') return <InvitationProblem error={loaded.error} onAgain={reload} />
  const { eventId, from, isAccepted, isHandover } = loaded.value
  const event = (
    <strong>
      <Title of={loaded.value} />
    </strong>
  )
  if (isAccepted)
    return (
      <Notice>
        <h1>{isHandover ? words.eventIsYours : words.youAreHelping}</h1>
        <p>{isHandover ? words.youRun(event) : words.youManage(event, from)}</p>
        <ButtonLink to={`/events/${eventId}/manage`}>Manage</ButtonLink>
      </Notice>
    )
  const accept = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { team } = await loadApi()
      await team.acceptInvitation({ params: { token } })
      await navigate(`/events/${eventId}/manage`, { replace: true })
    } catch (error) {
      setProblem(failureSentence(error, 'This could not be saved. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Notice>
      <h1>{isHandover ? words.willYouTakeOver : words.willYouHelp}</h1>
      <p>{isHandover ? words.wouldHandOver(from, event) : words.asksToManage(from, event)}</p>
      <FormMessage problem={problem} />
      <Button onClick={() => void accept()} disabled={isBusy} aria-busy={isBusy}>
        {isHandover ? words.takeItOver : words.help}
      </Button>
      <ButtonLink look="text" to="/">
        {words.noThanks}
      </ButtonLink>
    </Notice>
  )
}

export default function TeamInvitation() {
  const { token = '' } = useParams()
  return (
    <RouteGuard>
      <Page narrow>
        <Invitation key={token} token={token} />
      </Page>
    </RouteGuard>
  )
}
