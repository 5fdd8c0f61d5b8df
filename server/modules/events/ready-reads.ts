// Which public reads are kept as ready bytes, and the changes that outdate them (see cache/event-changes.ts).
import type { Page } from '../../../contract/endpoint.ts'
import { COUNTS, creatorTag, eventTag, LISTS, seatsTag, type Tag } from '../../cache/tags.ts'
import type { EventQuery } from '../../../contract/event-query.ts'

/** Pages of lists and searches. What is asked for by ids, or all at once, is not kept. */
const madeOfLists = ({ query }: { query: EventQuery }): Tag[] | null =>
  query.limit === undefined || query.ids || query.creator === 'me' ? null : [LISTS, COUNTS]

export const listReads = {
  madeOf: madeOfLists,
  holds: ({ items }: Page<{ id: number }>) => items.map(({ id }) => eventTag(id)),
  // The cards of a list do not show how many seats are left.
  notOnPages: [COUNTS],
}

/** Short lists of public events, such as the popular ones. */
export const shownEvents = {
  madeOf: (): Tag[] => [LISTS, COUNTS],
  holds: (events: { id: number }[]) => events.map(({ id }) => eventTag(id)),
  notOnPages: [COUNTS],
}

interface AskedEvent {
  params: { eventId: number }
  query: { key?: string }
}

export const eventReads = {
  // What is asked for with a key is for those who have it, and stored nowhere.
  madeOf: ({ params: { eventId }, query }: AskedEvent): Tag[] | null =>
    query.key === undefined ? [eventTag(eventId), seatsTag(eventId)] : null,
  // Whose name it shows, and of a series how many other dates there are.
  holds: ({ creatorId, seriesText }: { creatorId: number; seriesText?: string }) => [
    creatorTag(creatorId),
    ...(seriesText === undefined ? [] : [LISTS]),
  ],
}

/** Of what is typed nothing is kept: everybody types something else. */
export const typedReads = { madeOf: () => null, isNeverKept: true } as const
