import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { LIST } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { isSearch, readParts, type SearchParts } from '../../lib/search-address.ts'
import { toCardData, type EventCardData } from './card-data.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import { withHeadings, type ListedEvent } from './list-headings.ts'

/** A page of cards. */
export interface CardPage<Card = EventCardData> {
  events: Card[]
  /** Where the next page begins; null on the last one. */
  next: string | null
  /** Why there are no events. */
  problem: string | null
  /** False on a page that was opened by a cursor, without what comes before it. */
  isFirst: boolean
}

/** What was asked for in the address. */
export interface Searched {
  /** As it was found, without what made no sense. */
  parts: SearchParts
  /** The same as text. */
  query: string
  /** What made no sense, a sentence each. */
  problems: string[]
  isByDate: boolean
  /** The words for which nothing was found; `parts` has fewer of them. */
  asked: string | null
}

/** Its cards come under the headings of the time it was made, so that the server and the browser show the same. */
export interface EventListPage extends CardPage<ListedEvent> {
  /** When one of the headings stops being true; null: never. No time of making: equal pages are equal bytes. */
  until: number | null
  search?: Searched
}

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
    const { items, next } = await api.events.list({ query: { limit: LIST.pageSize, when, ...(cursor && { cursor }) } })
    const cards = items.map((event) => ({ ...toCardData(event), endTime: event.endTime }))
    return { ...withHeadings(cards, new Date()), next, problem: null, isFirst: !cursor } satisfies EventListPage
  } catch (error) {
    logDefect(error)
    return data(failed(failureSentence(error, messages.eventsFailed)), { status: failureStatus(error) })
  }
}

/** Without a network the list says so in its place, instead of the whole page falling over. */
export async function reloadList(serverLoader: () => Promise<EventListPage>): Promise<EventListPage> {
  try {
    return await serverLoader()
  } catch (error) {
    return failed(failureSentence(error, messages.eventsFailed))
  }
}
