// How many more are booked than the room has seats (docs/product/seats.md#extra-places).
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../contract/durations.ts'
import { moreThatFit, tooManySilent, type Known, type Room } from './extra-places.ts'
import type { PastGroup } from './turnout.ts'

const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number) => new Date(START.getTime() - ms)
const room: Room = { roomSize: 100, sureness: '99', startTime: START, confirm: false }

/** Events at which so many of a hundred single bookings came. */
const doors = (...came: number[]): PastGroup[] =>
  came.map((one, eventId) => ({ eventId, kind: 'reminded-twice', bookings: 100, seats: 100, came: one, squares: 100 }))
const half = doors(50, 50, 50, 50, 50)
const nothing: Known = { groups: [], past: half, firm: [] }
const early = before(10 * DAY)
const empty = { sold: 0, held: 0 }
const group = (bookings: number, isPending = false) => ({
  kind: 'reminded-twice' as const,
  seats: 1,
  bookings,
  isPending,
})

describe('extra places', () => {
  test('are none before three events with a door, and never fewer than the room', () => {
    expect(moreThatFit(room, { ...nothing, past: doors(50, 50) }, empty, early)).toBe(100)
    expect(moreThatFit(room, { ...nothing, past: [] }, { sold: 100, held: 0 }, early)).toBe(0)
    expect(moreThatFit(room, { ...nothing, past: doors(99, 100, 98) }, empty, early)).toBe(100)
  })

  test('are as many as leave it 99 or 99.9 % sure that everybody gets in', () => {
    const normal = moreThatFit(room, nothing, empty, early)
    const careful = moreThatFit({ ...room, sureness: '99.9' }, nothing, empty, early)
    // 160 × 0.5 = 80, and 2.33 × √(160 × 0.25 + (160 × 0.022)²) = 17.
    expect(normal).toBeGreaterThan(150)
    expect(normal).toBeLessThan(170)
    expect(careful).toBeLessThan(normal)
    expect(careful).toBeGreaterThan(140)
  })

  test('are fewer where events differed, and never twice the room over', () => {
    const steady = moreThatFit(room, nothing, empty, early)
    expect(moreThatFit(room, { ...nothing, past: doors(30, 70, 30, 70, 50) }, empty, early)).toBeLessThan(steady - 20)
    expect(moreThatFit(room, { ...nothing, past: doors(5, 5, 5, 5) }, empty, early)).toBe(200)
  })

  test('shrink as those who book come for sure: late ones, and in the last hour everybody', () => {
    const known = { ...nothing, groups: [group(150)] }
    const sold = { sold: 150, held: 0 }
    const at = (ms: number) => moreThatFit(room, known, sold, before(ms))
    expect(at(10 * DAY)).toBeGreaterThan(at(30 * HOUR))
    expect(at(30 * HOUR)).toBeGreaterThanOrEqual(at(HOUR / 2))
    // What is offered may be taken.
    const held = moreThatFit(room, known, { sold: 150, held: 5 }, early)
    expect(held).toBe(moreThatFit(room, known, sold, early) - 5)
  })

  test('where people confirm, are more before the question, and too many who said nothing go on standby the day before', () => {
    const asking = { ...room, confirm: true }
    // Of a hundred, 30 confirmed and 70 came.
    const known = { ...nothing, past: doors(70, 70, 70, 70), firm: doors(30, 30, 30, 30) }
    const unasked = moreThatFit(room, known, empty, early)
    const asked = moreThatFit(asking, known, empty, early)
    expect(asked).toBeGreaterThan(unasked)
    // All of them together would on average fill the room.
    expect(asked).toBe(142)
    const dayBefore = { ...known, groups: [{ ...group(45), kind: 'coming' as const }, group(97, true)] }
    const sold = { sold: 142, held: 0 }
    const tooMany = tooManySilent(asking, dayBefore, sold)
    expect(tooMany).toBeGreaterThan(5)
    // As many bookings as seats are never too many.
    expect(tooMany).toBeLessThanOrEqual(42)
    expect(tooManySilent(asking, { ...dayBefore, groups: [group(100, true)] }, { sold: 100, held: 0 })).toBe(0)
    // Nobody is put on standby who cannot be.
    expect(tooManySilent(asking, { ...dayBefore, groups: [group(142)] }, sold)).toBe(0)
  })
})
