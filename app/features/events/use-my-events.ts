import { useLocation } from 'react-router'
import { LIST } from '../../../contract/limits.ts'
import { usePages } from '../../data/use-pages.ts'
import { eventsOf } from './kept-pages.ts'
import { toOwnEvent } from './own-event.ts'

/** The own events only, asked for page by page; going back finds those that were there. */
export function useMyEvents() {
  const { key: entry } = useLocation()
  const { pages, ...list } = usePages(`my events ${entry}`, async (api, cursor) => {
    const query = { creator: 'me', limit: LIST.pageSize, ...(cursor && { cursor }) } as const
    const { items, next } = await api.events.list({ query })
    return { events: items.map(toOwnEvent), next }
  })
  return { events: eventsOf(pages), ...list }
}
