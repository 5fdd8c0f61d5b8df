import { SITE } from '../../contract/site.ts'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall } from '../data/use-call.ts'
import { failureSentence, isRefusal } from '../lib/failure.ts'
import { loadApi } from '../lib/load-api.ts'
import type { PageHandle } from '../lib/page-handle.ts'
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
      {isOver && <p>Please ask the person who sent it to invite you again.</p>}
      {isOver || isRefusal(error, 'invitation_for_another') ? (
        <ButtonLink to="/my-events">My Events</ButtonLink>
      ) : (
        <Button look="outlined" onClick={onAgain}>
          Try again
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
  if (loaded.state === 'loading') return <Spinner label="Loading the invitation" />
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
        <h1>{isHandover ? 'This event is yours' : 'You’re helping to run this event'}</h1>
        <p>
          {isHandover ? 'You run ' : 'You manage '}
          {event}
          {isHandover ? ' from now on.' : ` together with ${from}.`}
        </p>
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
      <h1>{isHandover ? 'Will you take this event over?' : 'Will you help run this event?'}</h1>
      {isHandover ? (
        <p>
          {from} would like to hand {event} over to you. Its bookings and its team stay, and you’ll run it from now on.
        </p>
      ) : (
        <p>
          {from} is asking you to manage {event} together: guests, door and changes.
        </p>
      )}
      <FormMessage problem={problem} />
      <Button onClick={() => void accept()} disabled={isBusy} aria-busy={isBusy}>
        {isHandover ? 'Yes, I’ll take it over' : 'Yes, I’ll help'}
      </Button>
      <ButtonLink look="text" to="/">
        No, thanks
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
