import { useCall } from '../../data/use-call.ts'
import { knownPlace, roundedPlace } from '../../lib/distance.ts'
import { useSession } from '../../session/session.tsx'
import { cardOfEvent } from '../events/slot.tsx'

/**
 * What is recommended to the person here, after the page: by the account, or by the place of a device whose owner has
 * agreed to that, rounded as everywhere. Null: what the page has is all there is.
 */
export function useRecommended(limit?: number) {
  const { status, user } = useSession()
  const isMember = status === 'signed-in'
  // Nobody is signed out before the device was asked, so this is never read while rendering on the server.
  const place = status === 'signed-out' ? knownPlace() : null
  const near = place && roundedPlace(place)
  const key = isMember ? `recommended to ${user?.id}` : near && `recommended near ${near}`
  const { loaded, refresh } = useCall(key, async (api) => {
    const query = { ...(limit ? { limit } : {}), ...(near ? { near } : {}) }
    const events = await api.recommended.list({ query })
    return events.map((event) => ({ ...cardOfEvent(event), reason: event.reason }))
  })
  return { isMember, own: loaded.state === 'loaded' ? loaded.value : null, refresh }
}
