import { expect, test } from 'vitest'
import { conflictSentence } from './door-words.ts'

const conflict = {
  scanId: 'a',
  ticketId: 1,
  door: 'Main door',
  at: '2026-11-15T20:05:00Z',
  seats: 1,
  firstDoor: 'Side door',
  firstAt: '2026-11-15T20:01:00Z',
  reason: 'already-in',
  name: 'Aoife Kelly',
} as const

test('a conflict says who, how many, which doors and when, in the event’s zone', () => {
  expect(conflictSentence(conflict, 'Europe/Lisbon')).toBe(
    'Aoife Kelly: 1 let in by Main door at 8:05 PM, but already in by Side door at 8:01 PM',
  )
  const without = { ...conflict, name: null, firstDoor: null, firstAt: null, reason: 'returned' } as const
  expect(conflictSentence(without, 'Europe/Paris')).toBe(
    'A ticket: 1 let in by Main door at 9:05 PM, but the booking was given back',
  )
})
