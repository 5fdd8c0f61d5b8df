// When guests are told of a change (beyond.md §4, "What happens to the event").
import type { EventStatus } from '../../../contract/event-status.ts'
import type { KnownToGuests } from '../../db/schema/event-states.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Several edits in a row are one mail: it waits for the last of them, but not for ever. */
const AFTER_LAST_EDIT = 10 * MINUTE
const AFTER_FIRST_EDIT = 30 * MINUTE
/** Time enough to see a mistake. */
const AFTER_CALLING_OFF = 2 * MINUTE
const AT_ONCE_BEFORE_START = 6 * HOUR

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

/** What to tell: the most important thing first. Null: all is as guests know it. */
export function changeBetween(before: KnownToGuests, now: KnownToGuests): Change | null {
  if (now.status === 'cancelled') return before.status === 'cancelled' ? null : 'cancelled'
  if (now.status === 'postponed') return before.status === 'postponed' ? null : 'postponed'
  if (before.status === 'cancelled') return 'reinstated'
  if (before.startTime !== now.startTime || before.endTime !== now.endTime) return 'rescheduled'
  if (before.status === 'postponed') return 'reinstated'
  return before.venue === now.venue ? null : 'moved'
}

export interface Pace {
  /** Cancelled or postponed, which cannot wait long; else an edit. */
  isCallingOff: boolean
  startTime: Date
  /** When the first change was made that guests have not been told of. */
  firstAt: Date
  now: Date
}

export function tellAt({ isCallingOff, startTime, firstAt, now }: Pace): Date {
  if (!isCallingOff) return new Date(Math.min(now.getTime() + AFTER_LAST_EDIT, firstAt.getTime() + AFTER_FIRST_EDIT))
  const isSoon = startTime.getTime() - now.getTime() <= AT_ONCE_BEFORE_START
  return isSoon ? now : new Date(now.getTime() + AFTER_CALLING_OFF)
}
