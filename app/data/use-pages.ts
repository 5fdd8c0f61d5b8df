// A list for members that is loaded page by page. What was there is shown at once when somebody comes back to it.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../contract/client.ts'
import { loadApi } from '../lib/load-api.ts'
import { ask } from './ask.ts'
import { keepAnswer, keptAnswer } from './kept-answers.ts'

/** `key` names the list and its place in the history. */
export function usePages<Page extends { next: string | null }>(
  key: string,
  call: (api: Client, cursor: string | null) => Promise<Page>,
) {
  const [pages, setPages] = useState(() => keptAnswer<Page[]>(key) ?? [])
  // The page that is being asked for; null when nothing is in flight.
  const [wanted, setWanted] = useState<{ cursor: string | null } | null>({ cursor: null })
  const [hasFailed, setHasFailed] = useState(false)
  const latestCall = useEffectEvent(call)

  useEffect(() => {
    if (!wanted) return
    const { cursor } = wanted
    let isCurrent = true
    ask(async () => latestCall(await loadApi(), cursor)).then(
      (page) => {
        if (!isCurrent) return
        setPages((known) => (cursor ? [...known, page] : [page, ...known.slice(1)]))
        setWanted(null)
      },
      () => {
        if (!isCurrent) return
        setHasFailed(true)
        setWanted(null)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])

  useEffect(() => {
    if (pages.length > 0) keepAnswer(key, pages)
  }, [key, pages])

  const request = (cursor: string | null) => {
    setHasFailed(false)
    setWanted({ cursor })
  }
  const next = pages.at(-1)?.next ?? null
  return {
    pages,
    next,
    hasFailed,
    isWaiting: wanted !== null && pages.length === 0,
    isLoadingMore: Boolean(wanted?.cursor),
    reload: () => request(null),
    loadMore: () => {
      if (next && !wanted) request(next)
    },
  }
}
