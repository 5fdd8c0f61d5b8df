import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { messages } from '../../../contract/messages.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The own event that is to be held again; null where there is none, and the form begins empty. */
export function useCopied(eventId: string | null) {
  const userId = useSession().user?.id
  const showToast = useToast()
  const [copied, setCopied] = useState<{ of: string; event: Event | null } | null>(null)

  useEffect(() => {
    if (eventId === null) return
    const load = async () => {
      const api = await loadApi()
      const event = await api.events.get({ params: { eventId } })
      if (event.creatorId !== userId) throw new Error('not the creator')
      return event
    }
    load().then(
      (event) => setCopied({ of: eventId, event }),
      () => {
        showToast(messages.eventLoadFailed, { severity: 'error' })
        setCopied({ of: eventId, event: null })
      },
    )
  }, [eventId, userId, showToast])

  const isLoading = eventId !== null && copied?.of !== eventId
  return { isLoading, original: isLoading || eventId === null ? null : (copied?.event ?? null) }
}
