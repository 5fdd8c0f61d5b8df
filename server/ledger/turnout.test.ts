import { expect, test } from 'vitest'
import { expectTurnout, type Group, type Past, type PastGroup } from './turnout.ts'

const NO_PAST: Past = []
const group = (kind: Group['kind'], bookings: number, seats = 1): Group => ({ kind, bookings, seats })
const past = (kind: Group['kind'], bookings: number, came: number, rest: Partial<PastGroup> = {}): PastGroup => ({
  eventId: 1,
  kind,
  bookings,
  seats: bookings,
  came,
  squares: bookings,
  ...rest,
})
const widthOf = (range: { low: number; high: number } | null) => range!.high - range!.low

test('nobody booked, nothing expected', () => {
  expect(expectTurnout([], NO_PAST, true)).toBeNull()
})

test('each kind of booking has its chance, and without a past the range is wide: nobody knows these people', () => {
  // 100 × 0.6: mean 60; the table is off by 0.25: standard deviation √(24 + 25²) = 25.5, times 1.2816 = 32.6.
  expect(expectTurnout([group('not-reminded', 100)], NO_PAST, true)).toEqual({
    low: 28,
    high: 92,
    seats: 100,
    past: null,
    basis: [{ kind: 'not-reminded', seats: 100, chance: 0.6 }],
  })
  const chances = (['coming', 'late', 'not-reminded', 'reminded-once', 'reminded-twice'] as const).map(
    (kind) => expectTurnout([group(kind, 1)], NO_PAST, true)?.basis[0]?.chance,
  )
  expect(chances).toEqual([0.9, 0.8, 0.6, 0.5, 0.4])
})

test('who books together comes together: the same seats in fewer bookings vary more', () => {
  const known = [past('late', 100_000, 80_000)]
  const alone = expectTurnout([group('late', 80, 1)], known, true)
  const inFours = expectTurnout([group('late', 20, 4)], known, true)
  expect([alone?.low, alone?.high]).toEqual([60, 68])
  expect([inFours?.low, inFours?.high]).toEqual([55, 73])
})

test('the range never leaves what is possible', () => {
  expect(expectTurnout([group('coming', 1, 4)], NO_PAST, true)).toMatchObject({ low: 2, high: 4, seats: 4 })
  expect(expectTurnout([group('reminded-twice', 1, 1)], NO_PAST, true)).toMatchObject({ low: 0, high: 1 })
})

test("the creator's own past counts n / (n + 20)", () => {
  const expected = expectTurnout(
    [group('not-reminded', 50), group('coming', 10)],
    [past('late', 20, 30, { seats: 40 })],
    false,
  )
  expect(expected?.past).toEqual({ bookings: 20, rate: 0.75, weight: 0.5 })
  expect(expected?.basis).toEqual([
    { kind: 'not-reminded', seats: 50, chance: 0.675 },
    { kind: 'coming', seats: 10, chance: 0.825 },
  ])
})

test('within a day of the start, how bookings of the same kind turned out counts as much again', () => {
  const earlier = [past('coming', 20, 19), past('reminded-twice', 20, 9)]
  const groups = [group('coming', 10), group('reminded-twice', 10)]
  // The table expects 26 of 40, and 28 came: its 0.9 is 0.914, its 0.4 is 0.486, with weight 2/3; then each kind with weight 1/2.
  expect(expectTurnout(groups, earlier, true)?.basis.map(({ chance }) => chance)).toEqual([0.93, 0.454])
  expect(expectTurnout(groups, earlier, false)?.basis.map(({ chance }) => chance)).toEqual([0.767, 0.6])
})

test('within a day of the start, a kind that was never seen is expected like the others were, not like their average', () => {
  const chanceOfComing = (came: number) =>
    expectTurnout([group('coming', 1)], [past('reminded-twice', 100_000, came)], true)?.basis[0]?.chance
  expect(chanceOfComing(40_000)).toBeCloseTo(0.9, 3)
  expect(chanceOfComing(20_000)).toBeCloseTo(0.45, 3)
  expect(chanceOfComing(70_000)).toBeCloseTo(0.95, 3)
})

test('what differed from one event to the next, more than bookings by themselves, widens the range', () => {
  const groups = [group('late', 100)]
  const events = (cameAt: (event: number) => number) =>
    Array.from({ length: 20 }, (_, at) => past('late', 100, cameAt(at), { eventId: at }))
  const steady = expectTurnout(
    groups,
    events(() => 60),
    true,
  )
  const bySun = expectTurnout(
    groups,
    events((at) => (at % 2 === 0 ? 80 : 40)),
    true,
  )
  expect(widthOf(steady)).toBeLessThan(15)
  expect(widthOf(bySun)).toBeGreaterThan(40)
})

test('where nobody of a kind ever came, events do not differ for that', () => {
  const silent = (at: number) => past('reminded-twice', 50 + 5 * (at % 2), 0, { eventId: at })
  const events = Array.from({ length: 20 }, (_, at) => [past('coming', 50, 45, { eventId: at }), silent(at)])
  expect(widthOf(expectTurnout([group('coming', 50), group('reminded-twice', 50)], events.flat(), true))).toBeLessThan(
    8,
  )
})
