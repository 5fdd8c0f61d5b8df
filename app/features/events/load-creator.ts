// A creator's page: who they are, and their events a page at a time. The same for everybody.
import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import type { Creator } from '../../../contract/creators.ts'
import type { Event } from '../../../contract/events.ts'
import { LIST } from '../../../contract/limits.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { toCardData } from './card-data.ts'
import { withHeadings, type ListedEvent } from './list-headings.ts'
import type { EventListPage } from './list-page.ts'

export type ShownCreator = Pick<Creator, 'id' | 'name' | 'text' | 'pictureUrl' | 'email'>

export interface CreatorPage extends EventListPage {
  creator: ShownCreator | null
  /** Which of their events the page lists. */
  list: 'upcoming' | 'past'
  /** The last few that are over, below what is to come. */
  lately: ListedEvent[]
  hasMorePast: boolean
  status: number
}

const FAILED = 'Failed to load this page. Please try again.'

const cardsOf = (events: Event[]) =>
  withHeadings(
    events.map((event) => ({ ...toCardData(event), endTime: event.endTime })),
    new Date(),
  )

const missing = (problem: string, status: number): CreatorPage => ({
  creator: null,
  list: 'upcoming',
  lately: [],
  hasMorePast: false,
  status,
  events: [],
  until: null,
  next: null,
  problem,
  isFirst: true,
})

/** What `useListPages` adds to the address of the next page. */
const PAST = { parts: { when: 'past' }, query: 'when=past', problems: [], isByDate: true, foundFor: null }

async function findPage(api: Client, creatorId: string, params: URLSearchParams): Promise<CreatorPage> {
  const creator = await api.creators.get({ params: { creatorId } })
  const { id, name, text, pictureUrl, email } = creator
  const cursor = params.get('cursor')
  const list = params.get('when') === 'past' ? 'past' : 'upcoming'
  const isFirst = !cursor
  const shown = { creator: { id, name, text, pictureUrl, email }, list, problem: null, isFirst, status: 200 } as const
  if (list === 'upcoming' && isFirst) {
    const lately = cardsOf(creator.past).events
    const hasMorePast = creator.pastCursor !== null
    return { ...shown, ...cardsOf(creator.upcoming), next: creator.upcomingCursor, lately, hasMorePast }
  }
  const query = { creator: id, when: list, series: 'once' as const, limit: LIST.pageSize, ...(cursor && { cursor }) }
  const { items, next } = await api.events.list({ query })
  const search = list === 'past' ? { search: PAST } : {}
  return { ...shown, ...cardsOf(items), next, lately: [], hasMorePast: false, ...search }
}

export async function loadCreator(api: Client, creatorId: string, request: Request) {
  try {
    return await findPage(api, creatorId, new URL(request.url).searchParams)
  } catch (error) {
    logDefect(error)
    const status = failureStatus(error)
    // An id that is no id belongs to nobody; a cursor that is none is the reader's.
    const isMissing = status === 404 || status === 400
    const page = missing(
      isMissing ? 'Creator not found' : failureSentence(error, FAILED),
      isMissing ? 404 : status || 500,
    )
    return data(page, { status: page.status })
  }
}

/** Without a network the page says so in its place. */
export async function reloadCreator(serverLoader: () => Promise<CreatorPage>): Promise<CreatorPage> {
  try {
    return await serverLoader()
  } catch (error) {
    return missing(failureSentence(error, FAILED), 500)
  }
}
