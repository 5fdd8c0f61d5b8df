import { useCallback, useEffect, useState } from 'react'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { ask } from '../../data/ask.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'

type Known = { userId: number; entry: WaitingEntry | null }

/**
 * The entry of the person who looks. The page is the same for everybody, so it is asked for afterwards; undefined until it
 * is known, or for ever if nobody is signed in.
 */
export function useEntry(eventId: number) {
  const userId = useSession().user?.id ?? null
  const [known, setKnown] = useState<Known>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (userId === null) return
    let isCurrent = true
    const show = (entry: WaitingEntry | null) => {
      if (isCurrent) setKnown({ userId, entry })
    }
    // Most who look do not wait. The call for one entry returns 404 then, which browsers log as an error; this one does not.
    ask(async () => (await loadApi()).waitingList.mine()).then(
      (entries) => show(entries.find((entry) => entry.eventId === eventId) ?? null),
      (error: unknown) => console.error('The waiting list could not be asked', error),
    )
    return () => {
      isCurrent = false
    }
  }, [eventId, userId, round])

  const reload = useCallback(() => setRound((count) => count + 1), [])

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [reload])

  const show = useCallback(
    (entry: WaitingEntry | null) => {
      if (userId !== null) setKnown({ userId, entry })
    },
    [userId],
  )
  // Ignore the entry if they have signed out since.
  return { entry: known && known.userId === userId ? known.entry : undefined, show, reload }
}
