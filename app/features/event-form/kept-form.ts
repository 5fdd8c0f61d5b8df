// What somebody writes stays on the device until it is saved or given up: a reload, a closed tab or a session that
// expires half-way loses nothing. For the same person at the same form only; signing out removes it.
import { useEffect, useRef, useState } from 'react'
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import { useSession } from '../../session/session.tsx'
import { EMPTY_DRAFT, type EventDraft } from './draft.ts'

export interface Kept {
  form: string
  userId: number
  draft: EventDraft
}

// A form that was begun before there were these fields is not lost.
const LATER_FIELDS = {
  town: '',
  categories: '',
  accessFacts: '',
  language: '',
  approval: false,
  confirm: false,
  extraPlaces: '',
  repeats: '',
} satisfies Partial<EventDraft>

function draftFrom(value: unknown): EventDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const draft: Record<string, unknown> = { ...LATER_FIELDS, ...value }
  const isWhole = Object.entries(EMPTY_DRAFT).every(([field, empty]) => typeof draft[field] === typeof empty)
  return isWhole ? (draft as unknown as EventDraft) : null
}

/** What is no form of ours, stored by hand, counts as nothing. */
function readKept(): Kept | null {
  try {
    const stored = JSON.parse(readStored('eventForm') ?? 'null') as Partial<Kept> | null
    const { form, userId } = stored ?? {}
    const draft = draftFrom(stored?.draft)
    return form !== undefined && userId !== undefined && draft ? { form, userId, draft } : null
  } catch {
    return null
  }
}

export const forgetForm = () => removeStored('eventForm')

/** Whether it would be found again after a reload. */
export const keepForm = (kept: Kept): boolean => store('eventForm', JSON.stringify(kept))

/** What this person has written in this form; somebody else's is removed. */
export function takeKept(form: string, userId: number | undefined): EventDraft | null {
  const kept = readKept()
  if (kept && userId !== undefined && kept.userId !== userId) {
    forgetForm()
    return null
  }
  return kept?.form === form && kept.userId === userId ? kept.draft : null
}

export function useKeptForm(form: string): EventDraft | null {
  const userId = useSession().user?.id
  const [kept] = useState(() => takeKept(form, userId))
  return kept
}

/** Call it with what is in the form, or null when there is nothing to lose. Says whether it is kept safely. */
export function useKeepForm(form: string, draft: EventDraft | null): () => boolean {
  const userId = useSession().user?.id
  const isSafe = useRef(true)
  useEffect(() => {
    // Without a token it was signed out elsewhere, and nothing is written down any more.
    if (userId === undefined || readStored('token') === null) return
    if (draft) isSafe.current = keepForm({ form, userId, draft })
    else if (readKept()?.form === form) forgetForm()
  }, [form, userId, draft])
  const [isKept] = useState(() => () => isSafe.current)
  return isKept
}
