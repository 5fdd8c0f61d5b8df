import { useCall } from '../../data/use-call.ts'
import { knownPosition, roundedPosition } from '../../lib/distance.ts'
import { useSession } from '../../session/session.tsx'
import { cardOfEvent } from '../events/slot.tsx'

/**
 * What is recommended to the person here, after the page: by the account, or by the position of a device whose owner has
 * agreed to that, rounded as everywhere. Null: what the page has is all there is.
 */
export function useRecommended({ limit, isForMembers = false }: { limit?: number; isForMembers?: boolean } = {}) {
  const { status, user } = useSession()
  const isMember = status === 'signed-in'
  // Nobody is signed out before the device was asked, so this is never read while rendering on the server.
  const position = status === 'signed-out' && !isForMembers ? knownPosition() : null
  const near = position && roundedPosition(position)
  const key = isMember ? `recommended to ${user?.id}` : near && `recommended near ${near}`
  const { loaded, refresh } = useCall(key, async (api) => {
    const query = { ...(limit ? { limit } : {}), ...(near ? { near } : {}) }
    const events = await api.recommended.list({ query })
    return events.map((event) => ({ ...cardOfEvent(event), reason: event.reason }))
  })
  return { isMember, own: loaded.state === 'loaded' ? loaded.value : null, refresh }
}
