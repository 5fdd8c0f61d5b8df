// How many more are booked than the room has seats (docs/product/seats.md#extra-places).
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../contract/durations.ts'
import { randomFrom } from '../test-support/seeded-random.ts'
import { moreThatFit, tooManySilent, type Known, type Room } from './extra-places.ts'
import type { PastGroup } from './turnout.ts'

const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number) => new Date(START.getTime() - ms)
const room: Room = { roomSize: 100, sureness: '99', startTime: START, confirm: false }

/** Events at which so many of a hundred single bookings came. */
const doors = (...came: number[]): PastGroup[] =>
  came.map((one, eventId) => ({ eventId, kind: 'reminded-twice', bookings: 100, seats: 100, came: one, squares: 100 }))
const half = doors(50, 50, 50, 50, 50)
const noReturns = { bookings: 500, seats: 500, givenBack: 0 }
const nothing: Known = { groups: [], past: half, firm: [], givenBack: noReturns }
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

  test('leave everybody who comes 99 or 99.9 % sure to get in, and not much surer', () => {
    const random = randomFrom(7)
    const comeOf = (bookings: number, chance: number) =>
      Array.from({ length: bookings }, random).filter((one) => one < chance).length
    for (const [sureness, most] of [
      ['99', 0.01],
      ['99.9', 0.001],
    ] as const) {
      let [came, turnedAway] = [0, 0]
      for (let times = 0; times < 3_000; times++) {
        const chance = 0.4 + 0.2 * random()
        const past = doors(...Array.from({ length: 12 }, () => comeOf(100, chance)))
        const come = comeOf(moreThatFit({ ...room, sureness }, { ...nothing, past }, empty, early), chance)
        came += come
        turnedAway += Math.max(0, come - room.roomSize)
      }
      expect(turnedAway / came).toBeLessThan(most)
      expect(turnedAway / came).toBeGreaterThan(most / 20)
    }
  })

  test('are fewer the surer it must be', () => {
    const normal = moreThatFit(room, nothing, empty, early)
    const careful = moreThatFit({ ...room, sureness: '99.9' }, nothing, empty, early)
    expect(normal).toBeGreaterThan(165)
    expect(normal).toBeLessThan(182)
    expect(careful).toBeLessThan(normal)
    expect(careful).toBeGreaterThan(150)
  })

  test('are fewer where events differed, and never twice the room over', () => {
    const steady = moreThatFit(room, nothing, empty, early)
    expect(moreThatFit(room, { ...nothing, past: doors(30, 70, 30, 70, 50) }, empty, early)).toBeLessThan(steady - 20)
    expect(moreThatFit(room, { ...nothing, past: doors(5, 5, 5, 5) }, empty, early)).toBe(200)
  })

  test('are more where seats were given back at earlier events, until people are asked, and the surer the more is known', () => {
    const of = (bookings: number, at = early) =>
      moreThatFit(room, { ...nothing, givenBack: { bookings, seats: bookings, givenBack: bookings / 5 } }, empty, at)
    const without = moreThatFit(room, nothing, empty, early)
    expect(of(500)).toBeGreaterThan(without * 1.15)
    expect(of(500)).toBeLessThan(without / 0.8)
    expect(of(5)).toBeGreaterThanOrEqual(without)
    expect(of(5)).toBeLessThan(of(500))
    expect(of(500, before(30 * HOUR))).toBe(moreThatFit(room, nothing, empty, before(30 * HOUR)))
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
    expect(tooMany).toBeGreaterThan(2)
    // As many bookings as seats are never too many.
    expect(tooMany).toBeLessThanOrEqual(42)
    expect(tooManySilent(asking, { ...dayBefore, groups: [group(100, true)] }, { sold: 100, held: 0 })).toBe(0)
    // Nobody is put on standby who cannot be.
    expect(tooManySilent(asking, { ...dayBefore, groups: [group(142)] }, sold)).toBe(0)
  })
})
