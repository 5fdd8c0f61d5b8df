import { useEffect, useState } from 'react'
import type { CallReply } from '../../contract/endpoint.ts'
import type { findTowns } from '../../contract/geo.ts'
import { TYPEAHEAD } from '../../contract/limits.ts'
import { loadApi } from '../lib/load-api.ts'

type Town = CallReply<typeof findTowns>[number]

// As in the search box: a name that is typed at once is one question.
const DEBOUNCE_MS = 150

/** Towns whose names begin with what is typed. Without an answer the name can still be typed. */
export function useTowns(typed: string): Town[] {
  const [towns, setTowns] = useState<Town[]>([])
  useEffect(() => {
    const q = typed.trim()
    if (q.length < TYPEAHEAD.minCharacters) return
    const controller = new AbortController()
    const ask = async () => setTowns(await (await loadApi()).geo.towns({ query: { q }, signal: controller.signal }))
    const timer = setTimeout(() => void ask().catch(() => undefined), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed])
  return towns
}
