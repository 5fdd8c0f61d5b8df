// What is announced to guests about a change, when, and how often.
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import type { EventStatus } from '../../../contract/event-status.ts'
import type { KnownToGuests } from '../../db/schema/event-states.ts'

/** Several edits in a row are one email: it waits for the last of them, but not for ever. */
const AFTER_LAST_EDIT = 10 * MINUTE
const AFTER_FIRST_EDIT = 30 * MINUTE
/** Time to correct a mistake after calling off, or after an edit within a day of the start. */
const AFTER_URGENT = 2 * MINUTE
const URGENT_BEFORE_START = 24 * HOUR
const AT_ONCE_BEFORE_START = 6 * HOUR

/** Between two announcements of an event: changes in between are announced at the end, as the event is by then. */
const APART = 10 * MINUTE
const APART_BEFORE_START = 2 * MINUTE
const A_DAY = 6
/** Beyond the daily limit, the state is announced at these times before the start, or when they have passed. */
const LAST_MOMENTS = [2 * HOUR, 30 * MINUTE, 2 * MINUTE]
/** After so many in 24 hours the event can only be called off: guests then always know its last state when it starts. */
const MOST_A_DAY = A_DAY + LAST_MOMENTS.length + 1

interface Times {
  status: EventStatus
  startTime: Date
  endTime: Date
  venue: string
}

export const knownToGuests = ({ status, startTime, endTime, venue }: Times): KnownToGuests => ({
  status,
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  venue,
})

export const isSame = (a: KnownToGuests, b: KnownToGuests) =>
  a.status === b.status && a.startTime === b.startTime && a.endTime === b.endTime && a.venue === b.venue

export type Change = 'cancelled' | 'postponed' | 'reinstated' | 'rescheduled' | 'moved'

/** What to announce, the most important first. Null: all is as guests know it. */
export function changeBetween(before: KnownToGuests, now: KnownToGuests): Change | null {
  if (now.status === 'cancelled') return before.status === 'cancelled' ? null : 'cancelled'
  if (now.status === 'postponed') return before.status === 'postponed' ? null : 'postponed'
  if (before.status === 'cancelled') return 'reinstated'
  if (before.startTime !== now.startTime || before.endTime !== now.endTime) return 'rescheduled'
  if (before.status === 'postponed') return 'reinstated'
  return before.venue === now.venue ? null : 'moved'
}

/** What emails and browsers call it. */
export const HEADINGS: Record<Change, string> = {
  cancelled: 'This event has been cancelled',
  postponed: 'This event has been postponed',
  reinstated: 'This event takes place after all',
  rescheduled: 'This event has a new time',
  moved: 'This event has a new place',
}

/** It does not take place, at least not at the time that guests know. */
export const isOff = (change: Change) => change === 'cancelled' || change === 'postponed'

export interface Pace {
  /** Cancelled or postponed, which cannot wait long; else an edit. */
  isCallingOff: boolean
  /** As guests know it, and as it is now. */
  starts: Date[]
  /** When the first change was made that has not been announced. */
  firstAt: Date
  now: Date
  /** When changes were announced in the last 24 hours, in order. */
  announced: Date[]
}

/** The next start that somebody may set out for; the last one, when all have passed. */
function startOf(starts: Date[], now: Date): number {
  const times = starts.map((start) => start.getTime())
  const coming = times.filter((time) => time > now.getTime())
  return coming.length > 0 ? Math.min(...coming) : Math.max(...times)
}

export function announceAt({ isCallingOff, starts, firstAt, now, announced }: Pace): Date {
  const start = startOf(starts, now)
  const toStart = start - now.getTime()
  const isAtOnce = isCallingOff ? toStart <= AT_ONCE_BEFORE_START : toStart < AT_ONCE_BEFORE_START
  const isUrgent = isCallingOff || toStart < URGENT_BEFORE_START
  const afterEdit = now.getTime() + (isUrgent ? AFTER_URGENT : AFTER_LAST_EDIT)
  const latest = isCallingOff ? Infinity : firstAt.getTime() + AFTER_FIRST_EDIT
  const paced = isAtOnce ? now.getTime() : Math.min(afterEdit, latest)

  const last = announced.at(-1)?.getTime() ?? -Infinity
  const apart = Math.max(paced, last + (toStart <= AT_ONCE_BEFORE_START ? APART_BEFORE_START : APART))
  // Before the start, even if the last one was a moment ago.
  const soonest = toStart > 0 && apart >= start ? now.getTime() : apart
  const sixth = announced.at(-A_DAY)
  if (!sixth) return new Date(soonest)
  const nextDay = Math.max(soonest, sixth.getTime() + DAY)
  if (toStart <= 0) return new Date(nextDay)
  const lastMoment = LAST_MOMENTS.map((before) => start - before).find((moment) => moment >= soonest) ?? soonest
  return new Date(Math.min(nextDay, lastMoment))
}

/** When the event can be changed again, if it was announced too often; null: now. */
export function changeableAt(announced: Date[]): Date | null {
  const first = announced.at(-MOST_A_DAY)
  return first ? new Date(first.getTime() + DAY) : null
}
