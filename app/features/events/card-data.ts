import type { Event } from '../../../contract/events.ts'

const CARD_FIELDS = [
  'id',
  'title',
  'imageUrl',
  'imageSizes',
  'posterSeed',
  'venue',
  'startTime',
  'timeZone',
  'isFreeOfCharge',
  'sellingPrice',
  'anchorPrice',
  'paid',
  'isSoldOut',
  'isDraft',
  'moreDates',
  'language',
] as const

/** Cards of a list that are seen when it comes: the first screen of a phone, the first row of a wide window. */
export const IN_FIRST_VIEW = 4

/** What a card shows. Lists hand only this to the page: descriptions would make up most of its weight. */
export interface EventCardData extends Pick<Event, (typeof CARD_FIELDS)[number]> {
  /** Where a place was asked for: how far away from it, in words and in kilometres. */
  away?: string
  km?: number
  latitude?: number
  longitude?: number
  /** Which town that is, where it is known. */
  town?: string | null | undefined
  /** Why it is recommended, in a few words. */
  reason?: string
}

export const toCardData = (event: Event): EventCardData =>
  Object.fromEntries(CARD_FIELDS.map((field) => [field, event[field]])) as unknown as EventCardData
