import { useCallback, useEffect, useState } from 'react'
import type { BookingRequest } from '../../../contract/booking-requests.ts'
import { ask } from '../../data/ask.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'

type Known = { userId: number; request: BookingRequest | null }

/**
 * The request of the person who looks. The page is the same for everybody, so it is asked for afterwards; undefined until it
 * is known, or for ever if nobody is signed in.
 */
export function useRequest(eventId: number) {
  const userId = useSession().user?.id ?? null
  const [known, setKnown] = useState<Known>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (userId === null) return
    let isCurrent = true
    ask(async () => (await loadApi()).bookingRequests.mine({ params: { eventId } })).then(
      ({ request }) => isCurrent && setKnown({ userId, request }),
      (error: unknown) => console.error('The request could not be asked for', error),
    )
    return () => {
      isCurrent = false
    }
  }, [eventId, userId, round])

  const reload = useCallback(() => setRound((count) => count + 1), [])
  // It may have been decided while somebody looked at something else.
  useOnReturn(reload)

  // Ignore the request if they have signed out since.
  return { request: known && known.userId === userId ? known.request : undefined, reload }
}
