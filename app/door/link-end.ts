import { HOUR } from '../../contract/durations.ts'
import { DOOR } from '../../contract/limits.ts'
import type { KeptLink } from './storage.ts'

/** Nothing of it is kept on the device any more. */
export function isOver({ isEnded, state, skew }: KeptLink, now: number) {
  const end = state ? Date.parse(state.event.endTime) + DOOR.hoursAfterEnd * HOUR : Infinity
  return isEnded === true || now + skew > end
}
