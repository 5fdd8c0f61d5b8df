// What mails and browsers call a change.
import type { Change } from './policy.ts'

export const HEADINGS: Record<Change, string> = {
  cancelled: 'This event has been cancelled',
  postponed: 'This event has been postponed',
  reinstated: 'This event takes place after all',
  rescheduled: 'This event has a new time',
  moved: 'This event has a new place',
}

/** It does not take place, at least not at the time that guests know. */
export const isOff = (change: Change) => change === 'cancelled' || change === 'postponed'
