// An own event as My Events shows it, and which part of the list it belongs to.
import { hasEnded } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import { toCardData, type EventCardData } from './card-data.ts'

export type OwnEvent = EventCardData &
  Pick<Event, 'endTime' | 'status' | 'isHidden' | 'capacity' | 'ticketsLeft' | 'review'>

export const toOwnEvent = (event: Event): OwnEvent => ({
  ...toCardData(event),
  endTime: event.endTime,
  status: event.status,
  isHidden: event.isHidden,
  capacity: event.capacity,
  ticketsLeft: event.ticketsLeft,
  review: event.review,
})

export const soldOf = ({ capacity, ticketsLeft }: OwnEvent) => capacity - ticketsLeft

const PARTS = ['Coming up', 'Drafts', 'Past'] as const

type Part = (typeof PARTS)[number]

const partOf = (event: OwnEvent, now: Date): Part =>
  event.isDraft ? 'Drafts' : hasEnded(event, now) ? 'Past' : 'Coming up'

/** In the order in which an organiser needs them; parts without an event are left out. */
export function partsOf(events: OwnEvent[], now: Date): { name: Part; events: OwnEvent[] }[] {
  return PARTS.map((name) => ({ name, events: events.filter((event) => partOf(event, now) === name) })).filter(
    (part) => part.events.length > 0,
  )
}
