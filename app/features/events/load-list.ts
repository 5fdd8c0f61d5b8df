import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { LIST } from '../../../contract/limits.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { isSearch, readParts } from '../../lib/search-address.ts'
import { toCardData } from './card-data.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import { withHeadings } from './list-headings.ts'
import type { CardPage, EventListPage, Searched } from './list-page.ts'

export type { CardPage, EventListPage, Searched }

const failed = (problem: string): EventListPage => ({ events: [], until: null, next: null, problem, isFirst: true })

/** One page of a list, rendered on the server: published events only, for everybody. */
export async function loadList(api: Client, name: EventListName, request: Request) {
  const { when } = EVENT_LISTS[name]
  const params = new URL(request.url).searchParams
  const cursor = params.get('cursor')
  try {
    if (name === 'all' && isSearch(readParts(params))) {
      const { loadSearch } = await import('./load-search.ts')
      return await loadSearch(api, params)
    }
    const { items, next } = await api.events.list({
      query: { limit: LIST.pageSize, when, series: 'once', ...(cursor && { cursor }) },
    })
    const cards = items.map((event) => ({ ...toCardData(event), endTime: event.endTime }))
    return { ...withHeadings(cards, new Date()), next, problem: null, isFirst: !cursor } satisfies EventListPage
  } catch (error) {
    logDefect(error)
    return data(failed(failureSentence(error, firstViewMessages.eventsFailed)), { status: failureStatus(error) })
  }
}

/** Without a network the list says so in its place, instead of the whole page falling over. */
export async function reloadList<Page extends object = EventListPage>(
  serverLoader: () => Promise<Page>,
): Promise<Page | EventListPage> {
  try {
    return await serverLoader()
  } catch (error) {
    return failed(failureSentence(error, firstViewMessages.eventsFailed))
  }
}
