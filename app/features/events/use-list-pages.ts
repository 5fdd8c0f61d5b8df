import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { eventsOf, keepPages, keptPages } from './kept-pages.ts'
import type { EventListPage } from './load-list.ts'

/** The first page as loaded, and all that was scrolled to since, also after going back. */
export function useListPages(first: EventListPage) {
  const { key: entry, pathname } = useLocation()
  const [pages, setPages] = useState(() => keptPages<EventListPage>(entry))
  const { load, state, data } = useFetcher<EventListPage>()
  const [taken, setTaken] = useState<EventListPage>()

  // What was kept begins with the first page of then: what has moved down from it since must not be lost.
  const all = [first, ...pages]
  if (data && data !== taken) {
    setTaken(data)
    if (!data.problem) setPages([...(pages.length ? pages : [first]), data])
  }

  useEffect(() => {
    if (pages.length > 0) keepPages(entry, pages)
  }, [entry, pages])

  const next = all.at(-1)?.next ?? null
  const query = first.search ? `${first.search.query}&` : ''
  return {
    events: eventsOf(all),
    until: all.reduce<number | null>((first, { until }) => Math.min(first ?? Infinity, until ?? Infinity), null),
    next,
    isLoading: state !== 'idle',
    problem: data?.problem ? (data.problem ?? firstViewMessages.eventsFailed) : null,
    loadMore: () => {
      if (next && state === 'idle') void load(`${pathname}?${query}cursor=${next}`)
    },
  }
}
