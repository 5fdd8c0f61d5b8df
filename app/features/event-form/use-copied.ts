import { useEffect } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useToast } from '../../ui/toast.tsx'
import { useOwnEvent } from './use-own-event.ts'

/** The event that is to be held again, their own or one they manage; null where there is none, and the form begins empty. */
export function useCopied(eventId: string | null) {
  const showToast = useToast()
  const { loaded } = useOwnEvent(eventId, { orManaged: true })
  const hasFailed = loaded.state === 'failed'
  useEffect(() => {
    if (hasFailed) showToast(messages.eventLoadFailed, { severity: 'error' })
  }, [hasFailed, showToast])
  return {
    isLoading: eventId !== null && loaded.state === 'loading',
    original: eventId !== null && loaded.state === 'loaded' ? loaded.value : null,
  }
}
