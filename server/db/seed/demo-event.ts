import type { Admission } from '../../../contract/event-access.ts'
import type { QuestionKind } from '../../../contract/question-kinds.ts'
import type { AccessFact } from '../../../contract/access-facts.ts'
import type { Category } from '../../../contract/categories.ts'

export interface DemoEvent {
  /** File stem in posters/; null shows the placeholder. */
  poster: string | null
  title: string
  description: string
  venue: string
  /** As an event that somebody makes gets it from the venue; '': that is in no town we know. */
  town: string
  categories: Category[]
  accessFacts: AccessFact[]
  language: string | null
  artistDescription: string | null
  organizerDescription: string | null
  /** Days from the day of seeding, in the event's zone; negative is past. */
  days: number
  /** Local time in timeZone, '20:00'. */
  startsAt: string
  hours: number
  timeZone: string
  lat: number | null
  lng: number | null
  isVirtual: boolean
  isDraft: boolean
  isCancelled: boolean
  maxPerPerson: number | null
  /** How long before the start booking closes. */
  closesHoursBefore: number | null
  /** The demo guest runs it with its creator. */
  isManagedByGuest: boolean
  capacity: number
  sold: number
  isFreeOfCharge: boolean
  sellingPrice: number
  anchorPrice: number
  creator: 'creator' | 'house'
  /** Booked by the demo guest, counted within sold. */
  guestTickets: number
  /** Wishes on the waiting list, in order of joining; the demo guest's is the second. */
  waiting: { numberOfTickets: number; atLeast: number }[]
  /** Sentences of those who ask for a place, in order; not null: the organiser decides who comes. */
  requests: string[] | null
  admission: Admission
  /** The other site, where it is booked elsewhere. */
  bookingUrl: string | null
  /** Seen by those who have its link. */
  isUnlisted: boolean
  /** What those who have booked are asked; every second of them has answered. */
  questions: { kind: QuestionKind; label: string; choices?: string[]; required?: boolean; answers: string[] }[]
}

const usual = {
  artistDescription: null,
  organizerDescription: null,
  town: '',
  categories: [],
  accessFacts: [],
  language: null,
  timeZone: 'Europe/Dublin',
  lat: null,
  lng: null,
  isVirtual: false,
  isDraft: false,
  isCancelled: false,
  maxPerPerson: null,
  closesHoursBefore: null,
  isManagedByGuest: false,
  isFreeOfCharge: true,
  sellingPrice: 0,
  anchorPrice: 0,
  creator: 'house',
  guestTickets: 0,
  waiting: [],
  requests: null,
  admission: 'book',
  bookingUrl: null,
  isUnlisted: false,
  questions: [],
} satisfies Partial<DemoEvent>

type Special = Omit<DemoEvent, keyof typeof usual> & Partial<DemoEvent>

/** A free, published event in Ireland, unless the fields say otherwise. */
export const demoEvent = (fields: Special): DemoEvent => ({ ...usual, ...fields })

export const paragraphs = (...texts: string[]) => texts.join('\n\n')
