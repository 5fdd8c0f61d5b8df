import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import type { GuestSort } from '../../../contract/guests.ts'
import { ask } from '../../data/ask.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { loadApi } from '../../lib/load-api.ts'

type Answer = Awaited<ReturnType<Client['guests']['list']>>

// Not for every letter that is typed.
const TYPING_MS = 250

export interface Sorting {
  sort: GuestSort
  order: 'ascending' | 'descending'
}

export const NEWEST: Sorting = { sort: 'booked', order: 'descending' }

const load = (eventId: number, query: Sorting & { q?: string; cursor?: string }) =>
  ask(async () => (await loadApi()).guests.list({ params: { eventId }, query }))

/** With what was known to come after the fresh first page: pages that somebody has loaded. */
function merged(known: Answer | null, fresh: Answer): Answer {
  const last = fresh.guests.at(-1)?.ticketId
  const at = known?.guests.findIndex(({ ticketId }) => ticketId === last) ?? -1
  if (!known || at < 0 || !fresh.next) return fresh
  const isFresh = new Set(fresh.guests.map(({ ticketId }) => ticketId))
  const later = known.guests.slice(at + 1).filter(({ ticketId }) => !isFresh.has(ticketId))
  return { ...fresh, guests: [...fresh.guests, ...later], next: later.length > 0 ? known.next : fresh.next }
}

function useDelayed(q: string) {
  const [settled, setSettled] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(q), TYPING_MS)
    return () => clearTimeout(timer)
  }, [q])
  return settled
}

/** What is shown stays until the next answer is there: nothing jumps while somebody types, adds or takes back. */
export function useGuests(eventId: number) {
  const [q, setQ] = useState('')
  const asked = useDelayed(q.trim())
  const [{ sort, order }, setSorting] = useState(NEWEST)
  const question = `${sort} ${order} ${asked}`
  const [known, setKnown] = useState<{ question: string; q: string; answer: Answer } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isCurrent = true
    load(eventId, { q: asked || undefined, sort, order }).then(
      (fresh) => {
        if (!isCurrent) return
        setKnown((before) => ({
          question,
          q: asked,
          answer: merged(before?.question === question ? before.answer : null, fresh),
        }))
        setFailed(false)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [eventId, asked, sort, order, question, round])

  const refresh = useCallback(() => setRound((count) => count + 1), [])
  // Guests were let in while somebody looked at something else.
  useOnReturn(refresh)

  const loadMore = async (cursor: string) => {
    setLoadingMore(true)
    try {
      const more = await load(eventId, { q: asked || undefined, sort, order, cursor })
      setKnown((before) =>
        before?.question === question
          ? { ...before, answer: withMore(before.answer, more, cursor) }
          : // The search has changed since.
            before,
      )
      setFailed(false)
    } catch {
      setFailed(true)
    }
    setLoadingMore(false)
  }

  /** Gone at once; the rest follows with the fresh answer. */
  const removed = (ticketId: number) => {
    setKnown(
      (before) =>
        before && {
          ...before,
          answer: { ...before.answer, guests: before.answer.guests.filter((guest) => guest.ticketId !== ticketId) },
        },
    )
    refresh()
  }

  return {
    q,
    setQ,
    sorting: { sort, order },
    setSorting,
    known: known?.answer ?? null,
    asked: known?.q ?? '',
    hasFailed,
    isLoadingMore,
    loadMore,
    refresh,
    removed,
  }
}

const withMore = (before: Answer, more: Answer, cursor: string): Answer =>
  cursor === before.next
    ? { ...before, guests: [...before.guests, ...more.guests], next: more.next }
    : cursor === before.nextWaiting
      ? { ...before, waiting: [...before.waiting, ...more.waiting], nextWaiting: more.nextWaiting }
      : before
