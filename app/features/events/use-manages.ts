import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { ask } from '../../data/ask.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'

type Ids = ReadonlySet<number>

// Few people manage events of others, and those manage few: loaded once while the page is open.
let known: { userId: number; ids: Promise<Ids> } | null = null

function managedBy(userId: number): Promise<Ids> {
  if (known?.userId === userId) return known.ids
  const ids = ask(async () => (await loadApi()).team.listManaged()).then(
    (events) => new Set(events.map(({ id }) => id)) as Ids,
  )
  known = { userId, ids }
  ids.catch(() => (known = null))
  return ids
}

/**
 * Whether the viewer manages this event. The rendered page is the same for everybody, so this is loaded afterwards; if it
 * fails nothing is lost, because the manage screen can be reached from My Events as well.
 */
export function useManages(event: Event | null): boolean {
  const userId = useSession().user?.id ?? null
  const [found, setFound] = useState<{ userId: number; ids: Ids }>()
  const isOpen = event !== null && event.creatorId !== userId && event.isManager === undefined
  useEffect(() => {
    if (userId === null || !isOpen) return
    let isCurrent = true
    managedBy(userId).then(
      (ids) => isCurrent && setFound({ userId, ids }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [userId, isOpen])
  if (event === null || userId === null) return false
  return event.isManager === true || (found?.userId === userId && found.ids.has(event.id))
}
