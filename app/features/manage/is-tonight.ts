import type { Event } from '../../../contract/events.ts'

/** Doors are set up and guests arrive: from then on an organiser needs the door first. */
const HOURS_BEFORE = 2

/** From two hours before the start until the end. A draft and what was called off have no night. */
export function isTonight({ status = 'published', startTime, endTime }: Event, now: Date): boolean {
  const opens = Date.parse(startTime) - HOURS_BEFORE * 3_600_000
  return status === 'published' && opens <= now.getTime() && now.getTime() < Date.parse(endTime)
}
