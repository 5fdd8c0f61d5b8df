// A session may expire while somebody writes. They sign in, come back, and find what they wrote: kept in memory, for the
// same person at the same form.
import { useEffect, useRef } from 'react'
import { readStored } from '../../lib/device-storage.ts'
import { useSession } from '../../session/session.tsx'
import type { EventDraft } from './draft.ts'

interface Kept {
  form: string
  userId: number
  draft: EventDraft
}

let kept: Kept | null = null

export function useKeptForm(form: string): EventDraft | null {
  const userId = useSession().user?.id
  return kept?.form === form && kept.userId === userId ? kept.draft : null
}

/** Call it with what stands in the form now, or null when there is nothing to lose. */
export function useKeepForm(form: string, draft: EventDraft | null) {
  const userId = useSession().user?.id
  const latest = useRef<Kept | null>(null)
  useEffect(() => {
    if (userId !== undefined) latest.current = draft && { form, userId, draft }
  }, [form, userId, draft])
  useEffect(() => {
    kept = null
    return () => {
      // Whoever leaves with a token was asked and chose to.
      if (readStored('token') === null) kept = latest.current
    }
  }, [])
}
