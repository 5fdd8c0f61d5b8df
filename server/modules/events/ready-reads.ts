// Which public reads are kept as ready bytes, and the changes that throw them away (see http/event-changes.ts).
import type { EventFilter } from './list-queries.ts'

type Query = Omit<EventFilter, 'userId'>

/** Pages of the lists that everybody asks for. Searches, places and the whole list at once are not kept. */
export const madeOfLists = ({ query }: { query: Query }): string[] | null => {
  const { limit, q, near, ids, creator } = query
  return limit === undefined || q || near || ids || creator ? null : ['lists', 'counts']
}

export const madeOfEvent = ({ params }: { params: { eventId: number } }): string[] => [`event:${params.eventId}`]
