// What a list screen is made of.
import type { SearchParts } from '../../lib/search-address.ts'
import type { EventCardData } from './card-data.ts'
import type { ListedEvent } from './list-headings.ts'

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
  /** The words that something was found for, if nothing has all that were asked for. */
  foundFor: string | null
}

/** Its cards come under the headings of the time it was made, so that the server and the browser show the same. */
export interface EventListPage extends CardPage<ListedEvent> {
  /** When one of the headings stops being true; null: never. No time of making: equal pages are equal bytes. */
  until: number | null
  search?: Searched
}
