import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { LIST } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { loadApi } from '../../lib/load-api.ts'
import { toCardData } from './card-data.ts'
import { eventsOf, keepPages, keptPages } from './kept-pages.ts'
import type { CardPage } from './load-list.ts'

async function loadPage(cursor: string | null): Promise<CardPage> {
  const api = await loadApi()
  const { items, next } = await api.events.list({
    query: { creator: 'me', limit: LIST.pageSize, ...(cursor && { cursor }) },
  })
  return { events: items.map(toCardData), next, problem: null, isFirst: !cursor }
}

type Loading = 'first' | 'more' | 'no'

/** The own events only, asked for page by page; going back finds those that were there. */
export function useMyEvents() {
  const { key: entry } = useLocation()
  const [pages, setPages] = useState<CardPage[]>(() => keptPages(entry))
  const [loading, setLoading] = useState<Loading>('first')
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback((what: 'first' | 'more', cursor: string | null) => {
    setLoading(what)
    setProblem(null)
    return loadPage(cursor).then(
      (page) => {
        setPages((known) => (what === 'more' ? [...known, page] : [page, ...known.slice(1)]))
        setLoading('no')
      },
      () => {
        setProblem(messages.myEventsFailed)
        setLoading('no')
      },
    )
  }, [])

  useEffect(() => {
    void load('first', null)
  }, [load])

  useEffect(() => {
    if (pages.length > 0) keepPages(entry, pages)
  }, [entry, pages])

  const next = pages.at(-1)?.next ?? null
  return {
    events: eventsOf(pages),
    next,
    problem,
    isWaiting: loading === 'first' && pages.length === 0,
    isLoading: loading === 'more',
    reload: () => void load('first', null),
    loadMore: () => {
      if (next && loading === 'no') void load('more', next)
    },
  }
}
