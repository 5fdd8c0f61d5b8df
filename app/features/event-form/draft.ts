// The event draft: what is in the form, as text, and how it is read and sent (docs/product/screens.md#event-form).
import type { Admission, Visibility } from '../../../contract/event-access.ts'
import type { Sureness } from '../../../contract/extra-places.ts'
import { isAccessFact } from '../../../contract/access-facts.ts'
import { isCategory, type Category } from '../../../contract/categories.ts'
import type { Event } from '../../../contract/events.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { toLocalInput } from '../../../contract/zoned-time.ts'

export interface EventDraft {
  title: string
  description: string
  /** As a datetime-local input holds it: 2026-11-17T20:00 */
  startTime: string
  endTime: string
  venue: string
  /** The key of the picture in storage, a full address, or nothing. */
  imageUrl: string
  /** Of a poster that was shuffled; empty: the title's. */
  posterSeed: string
  isDraft: boolean
  isVirtual: boolean
  isFreeOfCharge: boolean
  sellingPrice: string
  anchorPrice: string
  capacity: string
  artistDescription: string
  /** Empty: no such limit. */
  maxPerPerson: string
  /** As a datetime-local input holds it; empty: when the event ends. */
  bookingClosesAt: string
  /** People ask for a place, and those who run the event decide. */
  approval: boolean
  /** People confirm two days before, or lose their place. */
  confirm: boolean
  /** How sure it must be that everybody gets in, in percent, for the capacity to be a room of which more is booked; empty: it isn't. */
  extraPlaces: '' | Sureness
  /** Empty: the server takes it from the venue. */
  town: string
  /** With commas between, so that a draft is nothing but texts and booleans. */
  categories: string
  /** The same. */
  accessFacts: string
  /** Of title and description; empty: not said. */
  language: string
  visibility: Visibility
  admission: Admission
  /** Where it is booked, when that is elsewhere. */
  bookingUrl: string
  /** How it takes place again, as its feature writes it; empty: it does not, or not otherwise than before. */
  repeats: string
}

export type TextFieldName =
  | 'title'
  | 'description'
  | 'startTime'
  | 'endTime'
  | 'venue'
  | 'capacity'
  | 'artistDescription'
  | 'maxPerPerson'
  | 'bookingClosesAt'
  | 'town'
  | 'bookingUrl'

export const EMPTY_DRAFT: EventDraft = {
  title: '',
  description: '',
  startTime: '',
  endTime: '',
  venue: '',
  imageUrl: '',
  posterSeed: '',
  isDraft: true,
  isVirtual: false,
  isFreeOfCharge: true,
  sellingPrice: '0',
  anchorPrice: '0',
  capacity: '',
  artistDescription: '',
  maxPerPerson: '',
  bookingClosesAt: '',
  approval: false,
  confirm: false,
  extraPlaces: '',
  town: '',
  categories: '',
  accessFacts: '',
  language: '',
  visibility: 'public',
  admission: 'book',
  bookingUrl: '',
  repeats: '',
}

/** Times as the clock shows them at the event's place; pricing is forced to free. */
export const draftOf = (event: Event): EventDraft => ({
  title: event.title,
  description: event.description,
  startTime: toLocalInput(new Date(event.startTime), event.timeZone),
  endTime: toLocalInput(new Date(event.endTime), event.timeZone),
  venue: event.venue,
  imageUrl: event.imageUrl ?? '',
  posterSeed: event.posterSeed ?? '',
  isDraft: event.isDraft,
  isVirtual: event.isVirtual,
  isFreeOfCharge: true,
  sellingPrice: '0',
  anchorPrice: '0',
  capacity: String(event.roomSize ?? event.capacity),
  artistDescription: event.artistDescription ?? '',
  maxPerPerson: String(event.maxPerPerson ?? ''),
  bookingClosesAt: event.bookingClosesAt ? toLocalInput(new Date(event.bookingClosesAt), event.timeZone) : '',
  approval: event.approval === true,
  confirm: event.confirm === true,
  extraPlaces: event.extraPlaces ? (event.sureness ?? '99') : '',
  town: event.town ?? '',
  categories: (event.categories ?? []).join(),
  accessFacts: (event.accessFacts ?? []).join(),
  language: event.language ?? '',
  visibility: event.visibility ?? 'public',
  admission: event.admission ?? 'book',
  bookingUrl: event.bookingUrl ?? '',
  repeats: '',
})

/** The same event another day: everything but when. */
export const copyOf = (event: Event): EventDraft => ({
  ...draftOf(event),
  startTime: '',
  endTime: '',
  bookingClosesAt: '',
  isDraft: true,
})

interface Sending {
  isDraft: boolean
  timeZone: string
  /** What was read, when an event is changed. */
  version?: number
}

export const categoriesOf = (draft: Pick<EventDraft, 'categories'>): Category[] =>
  draft.categories.split(',').filter(isCategory)

/** Optional in the API: a new event sends them only where they were filled in; a change may also empty them. */
function findingOf(draft: EventDraft, isChange: boolean): Pick<EventBodyInput, 'town' | 'categories'> {
  const town = draft.isVirtual ? '' : draft.town.trim()
  const categories = categoriesOf(draft)
  if (isChange) return { town, categories }
  return { ...(town ? { town } : {}), ...(categories.length > 0 ? { categories } : {}) }
}

/** The same. */
function accessibilityOf({ accessFacts, language }: EventDraft, isChange: boolean): Partial<EventBodyInput> {
  const facts = accessFacts.split(',').filter(isAccessFact)
  return {
    ...(isChange || facts.length > 0 ? { accessFacts: facts } : {}),
    ...(isChange || language ? { language } : {}),
  }
}

/** The same: a new event sends what is not as usual. */
function accessOf({ visibility, admission, bookingUrl }: EventDraft, isChange: boolean): Partial<EventBodyInput> {
  const address = admission === 'elsewhere' ? { bookingUrl: bookingUrl.trim() } : {}
  if (isChange) return { visibility, admission, ...address }
  return {
    ...(visibility === 'public' ? {} : { visibility }),
    ...(admission === 'book' ? {} : { admission, ...address }),
  }
}

/** The capacity of the form is that of the room. */
function extraPlacesOf({ extraPlaces, capacity }: EventDraft, isChange: boolean): Partial<EventBodyInput> {
  if (extraPlaces) return { roomSize: capacity, sureness: extraPlaces }
  return isChange ? { roomSize: '' } : {}
}

/** Booleans and numbers are sent as text, and an empty artist's description is omitted. */
export const bodyOf = (draft: EventDraft, { isDraft, timeZone, version }: Sending): EventBodyInput => ({
  title: draft.title,
  description: draft.description,
  venue: draft.venue,
  startTime: draft.startTime,
  endTime: draft.endTime,
  timeZone,
  imageUrl: draft.imageUrl,
  isDraft: isDraft ? 'true' : 'false',
  isVirtual: draft.isVirtual ? 'true' : 'false',
  isFreeOfCharge: 'true',
  sellingPrice: '0',
  anchorPrice: draft.anchorPrice,
  capacity: draft.capacity,
  ...(draft.posterSeed ? { posterSeed: draft.posterSeed } : {}),
  ...(draft.artistDescription.trim() ? { artistDescription: draft.artistDescription } : {}),
  // Emptied in an event that has them, they are taken away.
  ...(draft.maxPerPerson || version !== undefined ? { maxPerPerson: draft.maxPerPerson } : {}),
  ...(draft.bookingClosesAt || version !== undefined ? { bookingClosesAt: draft.bookingClosesAt } : {}),
  ...(draft.approval || version !== undefined ? { approval: draft.approval ? 'true' : 'false' } : {}),
  ...(draft.confirm || version !== undefined ? { confirm: draft.confirm ? 'true' : 'false' } : {}),
  ...extraPlacesOf(draft, version !== undefined),
  ...findingOf(draft, version !== undefined),
  ...accessibilityOf(draft, version !== undefined),
  ...accessOf(draft, version !== undefined),
  ...(version === undefined ? {} : { version }),
})

export const isSameDraft = (one: EventDraft, other: EventDraft) =>
  (Object.keys(one) as (keyof EventDraft)[]).every((field) => one[field] === other[field])
