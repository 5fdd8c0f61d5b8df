// Which public reads are kept as ready bytes, and the changes that outdate them (see cache/event-changes.ts).
import type { Page } from '../../../contract/endpoint.ts'
import { COUNTS, eventTag, LISTS, seatsTag, type Tag } from '../../cache/tags.ts'
import type { EventQuery } from '../../../contract/event-query.ts'
import { isSearch } from './reads.ts'

/** Pages of the lists that everybody asks for. Searches, places and the whole list at once are not kept. */
const madeOfLists = ({ query }: { query: EventQuery }): Tag[] | null =>
  query.limit === undefined || query.ids || query.creator || isSearch(query) ? null : [LISTS, COUNTS]

export const listReads = {
  madeOf: madeOfLists,
  holds: ({ items }: Page<{ id: number }>) => items.map(({ id }) => eventTag(id)),
  // The cards of a list do not show how many seats are left.
  notOnPages: [COUNTS],
}

export const eventReads = {
  madeOf: ({ params: { eventId } }: { params: { eventId: number } }) => [eventTag(eventId), seatsTag(eventId)],
}
