// What a friend sees whom a place was sent to: the event, and a code of their own. No account needed.
import { useCall } from '../../data/use-call.ts'
import { isRefusal } from '../../lib/failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TicketView } from '../tickets/slot.tsx'

export function FriendPlace({ code }: { code: string }) {
  const { loaded, reload } = useCall(code, (api) => api.places.get({ params: { code } }))
  if (loaded.state === 'loading') return <Spinner label="Loading your place" />
  if (loaded.state === 'failed') {
    const isGone = isRefusal(loaded.error, 'place_not_found') || isRefusal(loaded.error, 'bad_request')
    return (
      <Notice isError>
        <h1>{isGone ? 'This place was taken back' : 'Your place could not be loaded'}</h1>
        {isGone ? (
          <>
            <p>Its code no longer opens the door. Please ask the person who sent it to you.</p>
            <ButtonLink to="/events">Browse Events</ButtonLink>
          </>
        ) : (
          <Button look="outlined" onClick={reload}>
            Try again
          </Button>
        )}
      </Notice>
    )
  }
  const { event, usedAt } = loaded.value
  return <TicketView ticket={{ code: loaded.value.code, event, numberOfTickets: 1, admitted: usedAt ? 1 : 0 }} />
}
