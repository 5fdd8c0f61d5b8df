import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, test } from 'vitest'
import { describeRule, seriesDays, skipsMonths, startOnDay } from './series-days.ts'
import { seriesRule, type SeriesRule } from './series-rule.ts'

const next = (rule: SeriesRule, firstDay: string, limit = 6) =>
  seriesDays({ rule, firstDay }, { from: firstDay, limit })
const weekly = (weekdays: number[], more: object = {}): SeriesRule => ({ unit: 'week', every: 1, weekdays, ...more })
const monthly = (on: Extract<SeriesRule, { unit: 'month' }>['on'], more: object = {}): SeriesRule => ({
  unit: 'month',
  every: 1,
  on,
  ...more,
})
const at = (day: string, time: string, zone: string) => startOnDay(day, time, zone).toISOString()

describe('days', () => {
  test('every week on its weekdays, from the first day on', () => {
    expect(next(weekly([5, 1]), '2026-11-18', 4)).toEqual(['2026-11-20', '2026-11-23', '2026-11-27', '2026-11-30'])
  })

  test('every second week is counted from the week of the first day', () => {
    expect(next(weekly([1, 3], { every: 2 }), '2026-11-18', 4)).toEqual([
      '2026-11-18',
      '2026-11-30',
      '2026-12-02',
      '2026-12-14',
    ])
  })

  test.for([29, 30, 31])('months without day %i are skipped', (day) => {
    const days = next(monthly({ day }), '2027-01-01', 11)
    expect(days.every((one) => one.endsWith(`-${day}`))).toBe(true)
    expect(days.some((one) => one.startsWith('2027-02'))).toBe(false)
  })

  test('29 February, once in four years', () => {
    const rule = monthly({ day: 29 }, { every: 12 })
    expect(next(rule, '2027-02-01', 2)).toEqual(['2028-02-29', '2032-02-29'])
  })

  test('the last day of each month', () => {
    expect(next(monthly({ day: -1 }), '2027-12-31', 3)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29'])
  })

  test('the fifth Friday only of months that have one', () => {
    expect(next(monthly({ nth: 5, weekday: 5 }), '2027-01-01', 4)).toEqual([
      '2027-01-29',
      '2027-04-30',
      '2027-07-30',
      '2027-10-29',
    ])
  })

  test('the last Sunday, over the end of a year', () => {
    expect(next(monthly({ nth: -1, weekday: 7 }, { every: 3 }), '2026-09-28', 3)).toEqual([
      '2026-12-27',
      '2027-03-28',
      '2027-06-27',
    ])
  })

  test('an end is the last day or a number of times; skipped days count, extra ones do not', () => {
    expect(next(weekly([5], { until: '2026-12-04' }), '2026-11-18')).toEqual(['2026-11-20', '2026-11-27', '2026-12-04'])
    const days = {
      rule: weekly([5], { count: 3 }),
      firstDay: '2026-11-18',
      skippedDays: ['2026-11-27'],
      extraDays: ['2026-12-31', '2026-11-21', '2026-11-20', '2026-11-01'],
    }
    const found = ['2026-11-20', '2026-11-21', '2026-12-04', '2026-12-31']
    expect(seriesDays(days, { from: '2026-01-01', limit: 9 })).toEqual(found)
    expect(seriesDays(days, { from: '2026-11-21', to: '2026-12-30', limit: 9 })).toEqual(found.slice(1, 3))
    expect(seriesDays(days, { from: '2026-01-01', limit: 2 })).toEqual(found.slice(0, 2))
  })

  test('a day that never comes ends the search', () => {
    expect(next(monthly({ day: 31 }, { every: 12 }), '2027-04-01')).toEqual([])
    expect(next(weekly([5], { until: '2026-01-01' }), '2026-11-18')).toEqual([])
  })
})

describe('starts', () => {
  test('stay at the same time on the clock over both changes of it', () => {
    expect(at('2027-03-27', '20:00', 'Europe/Dublin')).toBe('2027-03-27T20:00:00.000Z')
    expect(at('2027-03-28', '20:00', 'Europe/Dublin')).toBe('2027-03-28T19:00:00.000Z')
    expect(at('2027-10-31', '20:00', 'Europe/Dublin')).toBe('2027-10-31T20:00:00.000Z')
  })

  test('move on by the gap where the clocks skip them', () => {
    expect(at('2027-03-28', '01:30', 'Europe/Dublin')).toBe('2027-03-28T01:30:00.000Z')
    expect(at('2027-10-03', '02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z')
    expect(at('2027-04-30', '00:30', 'Africa/Cairo')).toBe('2027-04-29T22:30:00.000Z')
  })

  test('are the first of two in the night when they come twice', () => {
    expect(at('2026-10-25', '01:30', 'Europe/Dublin')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('in zones without summer time are always as far from UTC', () => {
    for (const day of ['2027-01-01', '2027-07-01', '2027-12-31'])
      expect(at(day, '20:00', 'Asia/Kolkata')).toBe(`${day}T14:30:00.000Z`)
  })
})

describe('against an independent library', () => {
  const ZONES = `Europe/Dublin Europe/Lisbon Europe/Warsaw America/New_York America/St_Johns America/Sao_Paulo
    America/Santiago America/Havana America/Phoenix Africa/Cairo Africa/Casablanca Africa/Lagos Asia/Kolkata
    Asia/Jerusalem Asia/Tehran Asia/Tokyo Australia/Lord_Howe Australia/Sydney Pacific/Chatham Pacific/Apia`.split(
    /\s+/,
  )
  const RULES = 5_000
  const DATES = 16
  const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

  /** The same numbers for the same seed (mulberry32). */
  function randomFrom(seed: number) {
    let state = seed
    const unit = () => {
      state = (state + 0x6d2b79f5) | 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
    }
    const below = (n: number) => Math.floor(unit() * n)
    return { below, oneOf: <T>(list: readonly T[]) => list[below(list.length)]! }
  }

  type Random = ReturnType<typeof randomFrom>
  const randomDay = ({ below }: Random) =>
    new Date(Date.UTC(2026, 0, 1) + below(15 * 365) * 86_400_000).toISOString().slice(0, 10)

  function randomRule(random: Random, firstDay: string): SeriesRule {
    const { below, oneOf } = random
    const every = 1 + below(12)
    const later = [firstDay, randomDay(random)].sort()[1]!
    const end = oneOf([{}, { count: 1 + below(30) }, { until: later }])
    if (below(2))
      return { unit: 'week', every, weekdays: CODES.map((_, n) => n + 1).filter(() => below(3) === 0), ...end }
    const on = below(2)
      ? { day: oneOf([...Array.from({ length: 31 }, (_, n) => n + 1), -1]) }
      : { nth: oneOf([1, 2, 3, 4, 5, -1]), weekday: 1 + below(7) }
    return { unit: 'month', every, on, ...end }
  }

  function asRRule(rule: SeriesRule): string {
    const on =
      rule.unit === 'week'
        ? `BYDAY=${rule.weekdays.map((day) => CODES[day - 1]).join(',')};WKST=MO`
        : 'day' in rule.on
          ? `BYMONTHDAY=${rule.on.day}`
          : `BYDAY=${rule.on.nth}${CODES[rule.on.weekday - 1]}`
    const until = rule.until ? `;UNTIL=${rule.until.replaceAll('-', '')}T235959Z` : ''
    const count = rule.count ? `;COUNT=${rule.count}` : ''
    return `FREQ=${rule.unit === 'week' ? 'WEEKLY' : 'MONTHLY'};INTERVAL=${rule.every};${on}${until}${count}`
  }

  test(`${RULES} random rules in ${ZONES.length} zones give the same dates from 2026 to 2040`, () => {
    const random = randomFrom(20261118)
    let [compared, moved] = [0, 0]
    for (let n = 0; n < RULES; n++) {
      const firstDay = randomDay(random)
      const drawn = randomRule(random, firstDay)
      if (!seriesRule.safeParse(drawn).success) continue
      const [zone, time] = [
        random.oneOf(ZONES),
        `${String(random.below(24)).padStart(2, '0')}:${random.oneOf(['00', '15', '30'])}`,
      ]
      const days = seriesDays({ rule: drawn, firstDay }, { from: firstDay, to: '2040-12-31', limit: DATES })
      // Its days in a zone without clock changes, because it drops dates in a gap; then each day's start by Temporal.
      const dtstart = `DTSTART;TZID=UTC:${firstDay.replaceAll('-', '')}T${time.replace(':', '')}00`
      const theirs = new RRuleTemporal({ rruleString: `${dtstart}\nRRULE:${asRRule(drawn)}`, maxIterations: 100_000 })
        .all((date, index) => index < DATES && date.year <= 2040)
        .filter((date) => date.year <= 2040)
      const words = `${asRRule(drawn)} from ${firstDay} ${time} ${zone}`
      const differ: unknown[] = []
      if (days.length !== theirs.length) differ.push(days, theirs.map(String))
      for (const [index, date] of theirs.entries()) {
        const zoned = date.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'compatible' })
        const day = days[index] ?? ''
        const isSame = day === date.toPlainDate().toString()
        if (!isSame || startOnDay(day, time, zone).getTime() !== zoned.epochMilliseconds)
          differ.push(day, String(zoned))
        compared++
        if (zoned.toPlainTime().toString() !== `${time}:00`) moved++
      }
      if (differ.length > 0) expect.fail(`${words}: ${differ.join(' ')}`)
    }
    expect(compared).toBeGreaterThan(40_000)
    expect(moved).toBeGreaterThan(0)
  })
})

describe('words', () => {
  test.for<[SeriesRule, string]>([
    [weekly([5]), 'Every Friday'],
    [weekly([3, 1, 3], { every: 2, count: 10 }), 'Every 2 weeks on Monday and Wednesday, 10 times'],
    [weekly([1, 2, 7], { count: 1 }), 'Every Monday, Tuesday and Sunday, once'],
    [weekly([1, 2, 3, 4, 5, 6, 7]), 'Every day'],
    [monthly({ day: 31 }, { until: '2027-03-01' }), 'Every month on the 31st, until 1st Mar, 2027'],
    [monthly({ day: -1 }, { every: 12 }), 'Every 12 months on the last day'],
    [monthly({ nth: -1, weekday: 5 }), 'Every month on the last Friday'],
    [monthly({ nth: 3, weekday: 2 }), 'Every month on the third Tuesday'],
  ])('%j is said as %s', ([rule, words]) => expect(describeRule(rule)).toBe(words))

  test('a rule that skips months says so', () => {
    expect(skipsMonths(monthly({ day: 31 }))).toBe('Months without a 31st are skipped')
    expect(skipsMonths(monthly({ nth: 5, weekday: 5 }))).toBe('Months without a fifth Friday are skipped')
    expect(skipsMonths(monthly({ day: 28 }))).toBeNull()
    expect(skipsMonths(monthly({ nth: -1, weekday: 5 }))).toBeNull()
    expect(skipsMonths(weekly([5]))).toBeNull()
  })
})

describe('bad rules', () => {
  test.for<[unknown, string]>([
    [weekly([]), 'Please choose at least one weekday'],
    [weekly([8]), 'Weekdays are 1 (Monday) to 7'],
    [weekly([5], { every: 0 }), 'Every 1 to 12, please'],
    [weekly([5], { every: 13 }), 'Every 1 to 12, please'],
    [weekly([5], { count: 10_000 }), 'At most 520 times, please'],
    [weekly([5], { count: 3, until: '2027-01-01' }), 'A series ends on a day or after a number of times, not both'],
    [weekly([5], { until: '2027-02-30' }), 'Please give days like 2027-03-28'],
    [monthly({ day: 32 }), 'Days of a month are 1 to 31, or -1 for the last'],
  ])('%j: %s', ([rule, message]) => {
    const { error } = seriesRule.safeParse(rule)
    expect(JSON.stringify(error?.issues)).toContain(message)
  })
})
