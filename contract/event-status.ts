import { formOf } from './counted.ts'

// How many people a change concerns, as the manage screen and the event form say it before it is made.
export const notifiedText = (told: number) => formOf(told, 'We’ll let 1 person know.', `We’ll let ${told} people know.`)

// The states of an event, and who may see which. The same as SQL: server/db/schema/event-status.ts.

export const EVENT_STATUSES = ['draft', 'published', 'postponed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export interface Shown {
  status: EventStatus
  /** Hidden by a moderator, whatever its status. */
  hiddenAt: Date | null
  /** Waits for review by a moderator. */
  review?: 'waiting' | null
  /** Of an unlisted event: its link carries it. */
  linkKey?: string | null
}

/** Takes place as it says, and can be booked. */
export const isPublic = ({ status, hiddenAt }: Shown) => status === 'published' && hiddenAt === null

/** Is in lists, feeds, search, typeahead and the sitemap. What waits to be looked at is seen by its link alone. */
export const isListed = ({ review, linkKey, ...event }: Shown) => isPublic(event) && !review && !linkKey

/** A postponed event without a new date keeps its old times, and is never over. */
export const hasEnded = ({ status, endTime }: { status?: EventStatus; endTime: string | Date }, now: Date) =>
  status !== 'postponed' && new Date(endTime).getTime() <= now.getTime()

/** Neither sold nor held for somebody on the waiting list. */
export const seatsLeft = ({ capacity, ticketsSold, held }: { capacity: number; ticketsSold: number; held: number }) =>
  capacity - ticketsSold - held

/** Still to come, with or without a date: there is something to go to, and to ask whether somebody comes. */
export const isStillOn = (event: { status?: EventStatus; endTime: string }, now: Date) =>
  event.status !== 'cancelled' && !hasEnded(event, now)

/** The creator may close booking before the end. */
export const isBookingClosed = ({ bookingClosesAt }: { bookingClosesAt?: string }, now: Date) =>
  bookingClosesAt !== undefined && Date.parse(bookingClosesAt) <= now.getTime()

/** Anybody with its link can read it: a postponed or cancelled event still says so. */
export const isVisible = ({ status, hiddenAt }: Shown) => status !== 'draft' && hiddenAt === null

/** Its number alone is enough to read it. */
export const isFindable = (event: Shown) => isVisible(event) && !event.linkKey
