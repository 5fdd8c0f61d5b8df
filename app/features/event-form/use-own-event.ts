import { useCall } from '../../data/use-call.ts'
import { useSession } from '../../session/session.tsx'

/** An event that the member may change, fresh from the server. It fails for somebody else's; null: nothing is asked. */
export function useOwnEvent(eventId: string | null) {
  const userId = useSession().user?.id
  return useCall(eventId === null ? null : `${eventId} for ${userId}`, async (api) => {
    const event = await api.events.get({ params: { eventId: eventId ?? '' } })
    if (event.creatorId !== userId) throw new Error('not the creator')
    return event
  })
}
