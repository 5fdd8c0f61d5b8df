// How an event repeats, as the form holds it: one text, which is empty for an event that takes place once.
import { ApiError } from '../../../contract/api-error.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { DAY } from '../../../contract/durations.ts'
import { seriesDays, WEEKDAY_NAMES } from '../../../contract/series-days.ts'
import type { SeriesRule } from '../../../contract/series-rule.ts'
import type { NewSeriesInput } from '../../../contract/series.ts'
import * as words from './words.tsx'

export interface Repeats {
  unit: 'week' | 'month'
  every: number
  /** 1 for Monday to 7; null: that of the first date, whichever it becomes. */
  weekdays: number[] | null
  /** What of the first date every month has: its day, or its place among the weekdays. */
  on: 'day' | 'last-day' | 'nth' | 'last'
  ends: 'open' | 'until' | 'count'
  until: string
  count: string
  extraDays: string[]
  skippedDays: string[]
}

const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
export const weekdayOf = (day: string) => ((numberOf(day) + 3) % 7) + 1
const isDay = (day: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(numberOf(day))

/** The day of a start that is whole, or null while it is typed. */
export const dayOf = (startTime: string) => (isDay(startTime.slice(0, 10)) ? startTime.slice(0, 10) : null)

export const EVERY_WEEK: Repeats = {
  unit: 'week',
  every: 1,
  weekdays: null,
  on: 'day',
  ends: 'open',
  until: '',
  count: '10',
  extraDays: [],
  skippedDays: [],
}

/** While there is no start its day makes no difference. */
const ANY_DAY = '2026-01-05'

export const weekdaysOf = ({ weekdays }: Repeats, startTime: string) =>
  weekdays ?? [weekdayOf(dayOf(startTime) ?? ANY_DAY)]

/** What is no such text, stored by hand, counts as none. */
export function readRepeats(text: string): Repeats | null {
  try {
    const read = JSON.parse(text || 'null') as Repeats | null
    const isWhole = read && [read.weekdays ?? [], read.extraDays, read.skippedDays].every(Array.isArray)
    return isWhole ? read : null
  } catch {
    return null
  }
}

const lengthOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

/** How a month can repeat what begins on that day, the usual one first. */
export function monthly(
  day: string,
): { value: Repeats['on']; label: string; on: { day: number } | { nth: number; weekday: number } }[] {
  const date = Number(day.slice(8))
  const weekday = weekdayOf(day)
  const name = WEEKDAY_NAMES[weekday - 1] ?? ''
  const nth = Math.ceil(date / 7)
  const left = lengthOfMonth(day) - date
  return [
    { value: 'day', label: words.dayOfMonth(date), on: { day: date } },
    { value: 'nth', label: words.nthWeekday(nth, name), on: { nth, weekday } },
    ...(left < 7 ? [{ value: 'last' as const, label: words.lastWeekday(name), on: { nth: -1, weekday } }] : []),
    ...(left === 0 ? [{ value: 'last-day' as const, label: words.lastDayOfMonth, on: { day: -1 } }] : []),
  ]
}

export function ruleOf(repeats: Repeats, startTime: string): SeriesRule {
  const { unit, every, on, ends, until, count } = repeats
  const end = ends === 'until' ? { until } : ends === 'count' ? { count: Number(count) } : {}
  if (unit === 'week') return { unit, every, weekdays: weekdaysOf(repeats, startTime), ...end }
  const ways = monthly(dayOf(startTime) ?? ANY_DAY)
  return { unit, every, on: (ways.find(({ value }) => value === on) ?? ways[0]!).on, ...end }
}

/** A rule that there is, as the form holds it. */
export const repeatsOf = (rule: SeriesRule): Repeats => ({
  ...EVERY_WEEK,
  unit: rule.unit,
  every: rule.every,
  ...(rule.unit === 'week' ? { weekdays: [...rule.weekdays] } : { on: wayOf(rule.on) }),
  ...(rule.until === undefined ? {} : { ends: 'until', until: rule.until }),
  ...(rule.count === undefined ? {} : { ends: 'count', count: String(rule.count) }),
})

function wayOf(on: { day: number } | { nth: number; weekday: number }): Repeats['on'] {
  if ('day' in on) return on.day === -1 ? 'last-day' : 'day'
  return on.nth === -1 ? 'last' : 'nth'
}

/** In one sentence what is wrong with it; the server says the same of what comes from elsewhere. */
export function problemOf(repeats: Repeats, startTime: string): string | null {
  const day = dayOf(startTime)
  if (day === null) return null
  const { unit, ends, until, count } = repeats
  if (unit === 'week' && weekdaysOf(repeats, startTime).length === 0) return words.chooseWeekday
  if (ends === 'until' && !isDay(until)) return words.chooseLastDay
  if (ends === 'until' && until < day) return words.endsBeforeStart
  if (ends === 'count' && !/^\d+$/.test(count)) return words.sayHowManyTimes
  if (ends === 'count' && (Number(count) < 1 || Number(count) > 520)) return words.chooseTimes
  if (daysOf(repeats, startTime, 1).length === 0) return words.ruleGivesNoDate
  return null
}

/** The first days, the extra ones among them; none while something is missing. */
export function daysOf(
  repeats: Repeats,
  startTime: string,
  limit: number,
  skippedDays = repeats.skippedDays,
): string[] {
  const firstDay = dayOf(startTime)
  if (firstDay === null || (repeats.unit === 'week' && weekdaysOf(repeats, startTime).length === 0)) return []
  const { extraDays } = repeats
  return seriesDays({ rule: ruleOf(repeats, startTime), firstDay, extraDays, skippedDays }, { from: firstDay, limit })
}

/** What POST /series takes. */
export function seriesOf(text: string, event: EventBodyInput): NewSeriesInput {
  const repeats = readRepeats(text) ?? EVERY_WEEK
  const problem = problemOf(repeats, event.startTime)
  if (problem) throw new ApiError(400, problem)
  const { extraDays, skippedDays } = repeats
  return { event, rule: ruleOf(repeats, event.startTime), extraDays, skippedDays }
}
