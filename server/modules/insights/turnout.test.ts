import { expect, test } from 'vitest'
import { expectTurnout, type Group } from './turnout.ts'

const NO_PAST = { bookings: 0, seats: 0, came: 0 }
const group = (kind: Group['kind'], bookings: number, seats = 1): Group => ({ kind, bookings, seats })

test('nobody booked, nothing expected', () => {
  expect(expectTurnout([], NO_PAST)).toBeNull()
})

test('each kind of booking has its chance, and the range holds eight times out of ten', () => {
  // 100 × 0.6: mean 60, standard deviation √(100 × 0.6 × 0.4) = 4.9, times 1.2816 = 6.3.
  expect(expectTurnout([group('not-reminded', 100)], NO_PAST)).toEqual({
    low: 53,
    high: 67,
    seats: 100,
    past: null,
    basis: [{ kind: 'not-reminded', seats: 100, chance: 0.6 }],
  })
  const chances = (['coming', 'late', 'not-reminded', 'reminded-once', 'reminded-twice'] as const).map(
    (kind) => expectTurnout([group(kind, 1)], NO_PAST)?.basis[0]?.chance,
  )
  expect(chances).toEqual([0.9, 0.8, 0.6, 0.5, 0.4])
})

test('who books together comes together: the same seats in fewer bookings vary more', () => {
  const alone = expectTurnout([group('late', 80, 1)], NO_PAST)
  const inFours = expectTurnout([group('late', 20, 4)], NO_PAST)
  expect([alone?.low, alone?.high]).toEqual([59, 69])
  expect([inFours?.low, inFours?.high]).toEqual([54, 74])
})

test('the range never leaves what is possible', () => {
  expect(expectTurnout([group('coming', 1, 4)], NO_PAST)).toMatchObject({ low: 2, high: 4, seats: 4 })
  expect(expectTurnout([group('reminded-twice', 1, 1)], NO_PAST)).toMatchObject({ low: 0, high: 1 })
})

test("the creator's own past counts n / (n + 20)", () => {
  const expected = expectTurnout([group('not-reminded', 50), group('coming', 10)], {
    bookings: 20,
    seats: 40,
    came: 30,
  })
  expect(expected?.past).toEqual({ bookings: 20, rate: 0.75, weight: 0.5 })
  expect(expected?.basis).toEqual([
    { kind: 'not-reminded', seats: 50, chance: 0.675 },
    { kind: 'coming', seats: 10, chance: 0.825 },
  ])
})

test('eight ranges out of ten hold what comes, when bookings behave as the table says', () => {
  // A small seeded generator, so that a failure is reproducible.
  let state = 42
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  const groups = [group('coming', 20, 2), group('not-reminded', 30), group('reminded-once', 12, 3)]
  const { low, high, basis } = expectTurnout(groups, NO_PAST)!
  const chanceOf = (kind: Group['kind']) => basis.find((one) => one.kind === kind)!.chance
  const nights = Array.from({ length: 4_000 }, () =>
    groups
      .flatMap(({ kind, seats, bookings }) =>
        Array.from({ length: bookings }, () => (random() < chanceOf(kind) ? seats : 0)),
      )
      .reduce((sum, seats) => sum + seats, 0),
  )
  const held = nights.filter((came) => came >= low && came <= high).length / nights.length
  expect(held).toBeGreaterThan(0.78)
  expect(held).toBeLessThan(0.88)
})
