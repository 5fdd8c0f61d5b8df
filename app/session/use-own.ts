import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../contract/client.ts'
import { ask } from '../data/ask.ts'
import { useOnReturn } from '../data/use-on-return.ts'
import { loadApi } from '../lib/load-api.ts'
import { useSession } from './session.tsx'

/**
 * What the person who looks has of an event, such as a place on its waiting list; null: nothing. The page is the same for
 * everybody, so it is asked for afterwards; undefined until it is known, or for ever if nobody is signed in.
 */
export function useOwn<T>(eventId: number, what: string, call: (api: Client) => Promise<T | null>) {
  const userId = useSession().user?.id ?? null
  const [known, setKnown] = useState<{ userId: number; own: T | null }>()
  const [round, setRound] = useState(0)
  const latestCall = useEffectEvent(call)
  const fail = useEffectEvent((error: unknown) => console.error(`${what} could not be loaded`, error))

  useEffect(() => {
    if (userId === null) return
    let isCurrent = true
    ask(async () => latestCall(await loadApi())).then(
      (own) => isCurrent && setKnown({ userId, own }),
      (error: unknown) => fail(error),
    )
    return () => {
      isCurrent = false
    }
  }, [eventId, userId, round])

  const reload = useCallback(() => setRound((count) => count + 1), [])
  // It may have changed while somebody looked at something else.
  useOnReturn(reload)

  const show = useCallback(
    (own: T | null) => {
      if (userId !== null) setKnown({ userId, own })
    },
    [userId],
  )
  // Ignored if they have signed out since.
  return { own: known && known.userId === userId ? known.own : undefined, show, reload }
}
