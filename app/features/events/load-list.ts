import type { Client } from '../../../contract/client.ts'
import { LIST } from '../../../contract/limits.ts'
import { toCardData, type EventCardData } from './card-data.ts'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'

export interface EventListPage {
  events: EventCardData[]
  next: string | null
  problem: string | null
}

/** One page of a list, as rendered on the server. */
export async function loadList(api: Client, name: EventListName, cursor: string | null): Promise<EventListPage> {
  const { when } = EVENT_LISTS[name]
  const { items, next } = await api.events.list({
    query: { when, limit: LIST.pageSize, ...(cursor ? { cursor } : {}) },
  })
  return { events: items.map(toCardData), next, problem: null }
}
