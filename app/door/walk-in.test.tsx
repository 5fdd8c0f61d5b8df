import { expect, test } from 'vitest'
import type { DoorView } from './door-view.ts'
import { walkInSeats } from './walk-in.tsx'

const START = '2026-05-04T19:00:00.000Z'
const at = (minutes: number) => Date.parse(START) + minutes * 60_000
const viewOf = (extraPlaces?: true, heads = 18) =>
  ({
    heads,
    seatsLeft: 5,
    state: { event: { startTime: START, capacity: 20, ...(extraPlaces && { extraPlaces }) } },
  }) as DoorView

test('with extra places walk-ins get what nobody has booked, from the start what is empty, and never more than the room', () => {
  expect(walkInSeats(viewOf(), at(-10))).toBe(5)
  expect(walkInSeats(viewOf(true), at(-10))).toBe(2)
  expect(walkInSeats({ ...viewOf(true, 3), seatsLeft: 1 }, at(-10))).toBe(1)
  expect(walkInSeats({ ...viewOf(true, 3), seatsLeft: 1 }, at(5))).toBe(17)
  expect(walkInSeats(viewOf(true, 20), at(5))).toBe(0)
})
