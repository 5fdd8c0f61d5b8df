import { useCallback, useEffect, useState } from 'react'
import type { Ticket } from '../../../contract/tickets.ts'
import { ask } from '../../data/ask.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'

/**
 * What the person who looks has booked of this event. The page is the same for everybody, so it is asked for afterwards;
 * what cannot be had is not missed.
 */
export function useOwnTickets(eventId: number) {
  const userId = useSession().user?.id ?? null
  const [known, setKnown] = useState<{ userId: number; tickets: Ticket[] }>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (userId === null) return
    let isCurrent = true
    ask(async () => (await loadApi()).tickets.list({ query: { eventId } })).then(
      (tickets) => isCurrent && setKnown({ userId, tickets }),
      (error: unknown) => console.error('Own tickets failed', error),
    )
    return () => {
      isCurrent = false
    }
  }, [userId, eventId, round])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  // Ignore the tickets if they have signed out since.
  return { tickets: known && known.userId === userId ? known.tickets : [], reload }
}

export const seatsOf = (tickets: Ticket[]) => tickets.reduce((sum, { numberOfTickets }) => sum + numberOfTickets, 0)
