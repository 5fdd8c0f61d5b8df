import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import { ask } from '../../data/ask.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { loadApi } from '../../lib/load-api.ts'

type Answer = Awaited<ReturnType<Client['guests']['list']>>

// Not for every letter that is typed.
const TYPING_MS = 250

const load = (eventId: number, query: { q?: string; cursor?: string }) =>
  ask(async () => (await loadApi()).guests.list({ params: { eventId }, query }))

/** What was known and is not on the fresh first page: older bookings, which somebody has scrolled to. */
function merged(known: Answer | null, fresh: Answer): Answer {
  const last = fresh.guests.at(-1)?.ticketId
  const older = last === undefined || !fresh.next ? [] : (known?.guests ?? []).filter(({ ticketId }) => ticketId < last)
  const isLonger = older.length > 0 && known !== null
  return { ...fresh, guests: [...fresh.guests, ...older], next: isLonger ? known.next : fresh.next }
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
  const [known, setKnown] = useState<{ q: string; answer: Answer } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isCurrent = true
    load(eventId, { q: asked || undefined }).then(
      (fresh) => {
        if (!isCurrent) return
        setKnown((before) => ({ q: asked, answer: merged(before?.q === asked ? before.answer : null, fresh) }))
        setFailed(false)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [eventId, asked, round])

  const refresh = useCallback(() => setRound((count) => count + 1), [])
  // Guests were let in while somebody looked at something else.
  useOnReturn(refresh)

  const loadMore = async (cursor: string) => {
    setLoadingMore(true)
    try {
      const more = await load(eventId, { q: asked || undefined, cursor })
      setKnown((before) =>
        before?.q === asked
          ? { q: asked, answer: withMore(before.answer, more, cursor) }
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
