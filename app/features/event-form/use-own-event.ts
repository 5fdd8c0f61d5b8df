import { useCall } from '../../data/use-call.ts'
import { useSession } from '../../session/session.tsx'

interface Options {
  /** Also an event of somebody else that the member manages. */
  orManaged?: boolean
}

/** An event that the member may change, fresh from the server. It fails for somebody else's; null: nothing is asked. */
export function useOwnEvent(eventId: string | null, { orManaged = false }: Options = {}) {
  const userId = useSession().user?.id
  return useCall(eventId === null ? null : `${eventId} ${userId}`, async (api) => {
    const event = await api.events.get({ params: { eventId: eventId ?? '' } })
    const isTheirs = event.creatorId === userId || (orManaged && event.isManager === true)
    if (!isTheirs) throw new Error('not their event')
    return event
  })
}
