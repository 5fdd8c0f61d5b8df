// What the door's app and the manage screen say alike.
import { counted } from './counted.ts'
import { formatTime } from './dates.ts'
import type { DoorConflict } from './door.ts'
import { DOOR } from './limits.ts'

const REASONS = {
  returned: 'but the booking was given back',
  cancelled: 'but the event has been cancelled',
  revoked: 'but without a code, and sent after the link was ended',
  'too-early': `but walk-ins begin ${DOOR.walkInHoursBefore} hours before the event`,
  'too-many': 'but there were too many scans before it',
}

/** 'Aoife Kelly: 1 let in by Main door at 8:05 PM, but already in by Side door at 8:01 PM' */
export function conflictSentence(conflict: DoorConflict, timeZone: string): string {
  const time = (at: string) => formatTime(at, timeZone)
  const { name, seats, door, at, firstDoor, firstAt, reason } = conflict
  const first = firstAt ? ` at ${time(firstAt)}` : ''
  const why = reason === 'already-in' ? `but already in by ${firstDoor ?? 'another door'}${first}` : REASONS[reason]
  return `${name ?? 'A ticket'}: ${seats} let in by ${door} at ${time(at)}, ${why}`
}

export const conflictCount = (count: number) => counted(count, 'conflict')
