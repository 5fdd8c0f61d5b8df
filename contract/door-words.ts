// What the door's app and the manage screen say alike.
import type { DoorConflict } from './door.ts'
import { DOOR } from './limits.ts'

const REASONS = {
  returned: 'but the booking was given back',
  cancelled: 'but the event has been cancelled',
  revoked: 'but without a code, and sent after the link was ended',
  'too-early': `but walk-ins begin ${DOOR.walkInHoursBefore} hours before the event`,
  'too-many': 'but there were too many scans before it',
}

/** 'Aoife Kelly: 1 let in by Main door at 20:05, but already in by Side door at 20:01' */
export function conflictSentence(conflict: DoorConflict, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-IE', { hour: '2-digit', minute: '2-digit', timeZone })
  const time = (at: string) => format.format(new Date(at))
  const { name, seats, door, at, firstDoor, firstAt, reason } = conflict
  const first = firstAt ? ` at ${time(firstAt)}` : ''
  const why = reason === 'already-in' ? `but already in by ${firstDoor ?? 'another door'}${first}` : REASONS[reason]
  return `${name ?? 'A ticket'}: ${seats} let in by ${door} at ${time(at)}, ${why}`
}

export const conflictCount = (count: number) => (count === 1 ? '1 conflict' : `${count} conflicts`)
