import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import { loadApi } from '../../lib/load-api.ts'

type Counts = Awaited<ReturnType<Client['door']['getCounts']>>
type Links = Awaited<ReturnType<Client['door']['listLinks']>>

export type DoorLoaded = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; counts: Counts; links: Links }

// The creator watches the room fill: as often as that, and only while somebody looks.
const ROUND_MS = 5_000

/** Counts and links of the door, asked for again while the screen is open; what was loaded stays when a round fails. */
export function useDoor(eventId: number) {
  const [loaded, setLoaded] = useState<DoorLoaded>({ state: 'loading' })
  const load = useCallback(async () => {
    try {
      const api = await loadApi()
      const params = { eventId }
      const [counts, links] = await Promise.all([api.door.getCounts({ params }), api.door.listLinks({ params })])
      setLoaded({ state: 'loaded', counts, links })
    } catch {
      setLoaded((before) => (before.state === 'loaded' ? before : { state: 'failed' }))
    }
  }, [eventId])
  useEffect(() => {
    void load()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load()
    }, ROUND_MS)
    return () => clearInterval(timer)
  }, [load])
  return { loaded, load }
}
