// What somebody types in the other parts of the event form stays on the device until it is saved, as the form itself does.
import { useCallback, useState } from 'react'
import type { Event } from '../../contract/events.ts'
import { readStored, removeStored, store } from '../lib/device-storage.ts'
import { useSession } from './session.tsx'

/** What each of these parts is given. */
export interface PartProps {
  /** Which form of which event: what was typed is found again by it. */
  form: string
  /** Null: it has not been saved yet. */
  event: Event | null
  timeZone: string
}

interface Kept {
  userId: number
  /** By form and part. */
  drafts: Record<string, unknown>
}

// Forms that were begun and left; the oldest are forgotten.
const MOST = 40

const keyOf = (form: string, part: string) => `${form}: ${part}`

function readAll(userId: number): Record<string, unknown> {
  try {
    const kept = JSON.parse(readStored('eventFormParts') ?? 'null') as Partial<Kept> | null
    return kept?.userId === userId && typeof kept.drafts === 'object' ? (kept.drafts ?? {}) : {}
  } catch {
    return {}
  }
}

function writeAll(userId: number, drafts: Record<string, unknown>) {
  const entries = Object.entries(drafts).slice(-MOST)
  if (entries.length === 0) removeStored('eventFormParts')
  else store('eventFormParts', JSON.stringify({ userId, drafts: Object.fromEntries(entries) } satisfies Kept))
}

export const readDraft = (userId: number, form: string, part: string): unknown => readAll(userId)[keyOf(form, part)]

/** The parts in which something was typed. */
export const listDrafts = (userId: number, form: string): string[] =>
  Object.keys(readAll(userId)).flatMap((key) => (key.startsWith(`${form}: `) ? [key.slice(form.length + 2)] : []))

export function keepDraft(userId: number, form: string, part: string, value: unknown) {
  const { [keyOf(form, part)]: _, ...others } = readAll(userId)
  writeAll(userId, value === null ? others : { ...others, [keyOf(form, part)]: value })
}

/** What was typed for an event that had no number yet is its own from now on. */
export function moveDrafts(userId: number, from: string, to: string) {
  const entries = Object.entries(readAll(userId)).map(([key, value]) => {
    const isMoved = from !== to && key.startsWith(`${from}: `)
    return [isMoved ? `${to}${key.slice(from.length)}` : key, value] as const
  })
  writeAll(userId, Object.fromEntries(entries))
}

export function forgetDrafts(userId: number, form: string) {
  const left = Object.entries(readAll(userId)).filter(([key]) => !key.startsWith(`${form}: `))
  writeAll(userId, Object.fromEntries(left))
}

/** Null: nothing was typed that is not saved. `isDraft` says whether what was stored is still of the right shape. */
export function usePartDraft<T>(form: string, part: string, isDraft: (value: unknown) => value is T) {
  const userId = useSession().user?.id
  const [draft, setDraft] = useState<T | null>(() => {
    const kept = userId === undefined ? undefined : readDraft(userId, form, part)
    return isDraft(kept) ? kept : null
  })
  const change = useCallback(
    (value: T | null) => {
      setDraft(value)
      // Without a token it was signed out elsewhere, and nothing is written down any more.
      if (userId !== undefined && readStored('token') !== null) keepDraft(userId, form, part, value)
    },
    [userId, form, part],
  )
  return [draft, change] as const
}
