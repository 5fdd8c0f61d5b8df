// The days on which a series takes place, the moment at which each date starts, and the rule in words. Days are counted as
// calendar days, without a zone; only the start of a date knows one. Pages load it, so nothing here reads what was sent.
import { formOf } from './counted.ts'
import { DAY } from './durations.ts'
import { formatDate, ordinal } from './dates.ts'
import type { SeriesRule } from './series-rule.ts'
import { parseDateTime } from './zoned-time.ts'

/** A rule without a day for so long has none: 29 February is missing from 2096 to 2104, a fifth Sunday of it for 40 years. */
const SEARCHED_YEARS = 41

const WEEK = 7
const LAST = -1

export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type MonthlyRule = Extract<SeriesRule, { unit: 'month' }>

export interface SeriesDays {
  rule: SeriesRule
  /** No date is before it; every second week or month is counted from its week or month. */
  firstDay: string
  extraDays?: readonly string[]
  skippedDays?: readonly string[]
}

const toNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
const toDay = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

/** 1 for Monday to 7 for Sunday: day 0 was a Thursday. */
const weekdayOf = (number: number) => ((((number + 3) % WEEK) + WEEK) % WEEK) + 1

function* daysByWeek(weekdays: readonly number[], every: number, first: number) {
  const sorted = [...new Set(weekdays)].sort((a, b) => a - b)
  const monday = first - weekdayOf(first) + 1
  for (let week = monday; ; week += WEEK * every) for (const day of sorted) yield week + day - 1
}

/** Null in a month without such a day. */
function dayOfMonth(on: MonthlyRule['on'], year: number, month: number): number | null {
  const firstOfMonth = Date.UTC(year, month, 1) / DAY
  const length = Date.UTC(year, month + 1, 1) / DAY - firstOfMonth
  if ('day' in on)
    return on.day === LAST ? firstOfMonth + length - 1 : on.day <= length ? firstOfMonth + on.day - 1 : null
  const firstSuch = firstOfMonth + ((on.weekday - weekdayOf(firstOfMonth) + WEEK) % WEEK)
  const howMany = Math.ceil((firstOfMonth + length - firstSuch) / WEEK)
  const nth = on.nth === LAST ? howMany : on.nth
  return nth <= howMany ? firstSuch + (nth - 1) * WEEK : null
}

function* daysByMonth(on: MonthlyRule['on'], every: number, first: number) {
  const start = new Date(first * DAY)
  let found = first
  for (let month = start.getUTCMonth(); ; month += every) {
    const day = dayOfMonth(on, start.getUTCFullYear(), month)
    if (day !== null) yield (found = day)
    else if (Date.UTC(start.getUTCFullYear(), month, 1) / DAY > found + SEARCHED_YEARS * 366) return
  }
}

/** What the rule alone says, in order; without an end it goes on for ever. A skipped day counts among its number of times. */
function* daysOfRule({ rule, firstDay }: SeriesDays): Generator<number> {
  const first = toNumber(firstDay)
  const until = rule.until === undefined ? Infinity : toNumber(rule.until)
  const days =
    rule.unit === 'week' ? daysByWeek(rule.weekdays, rule.every, first) : daysByMonth(rule.on, rule.every, first)
  let left = rule.count ?? Infinity
  for (const day of days) {
    if (day < first) continue
    if (day > until || left-- <= 0) return
    yield day
  }
}

/** The days from `from` to `to` (both included), at most `limit` of them, the extra ones among them and the skipped ones left out. */
export function seriesDays(series: SeriesDays, { from, to, limit }: { from: string; to?: string; limit: number }) {
  const extra = [...new Set(series.extraDays)].filter((day) => day >= series.firstDay).sort()
  const skipped = new Set(series.skippedDays)
  const found: string[] = []
  const add = (day: string) => {
    if (day >= from && (!to || day <= to) && !skipped.has(day) && day !== found.at(-1) && found.length < limit) {
      found.push(day)
    }
  }
  for (const number of daysOfRule(series)) {
    const day = toDay(number)
    while (extra[0] !== undefined && extra[0] <= day) add(extra.shift()!)
    if ((to && day > to) || found.length >= limit) break
    add(day)
  }
  extra.forEach(add)
  return found
}

/** A time that the clocks skip moves on by as much as they do; of a time that comes twice it is the first. */
export function startOnDay(day: string, localStart: string, timeZone: string): Date {
  const start = parseDateTime(`${day}T${localStart}`, timeZone)
  if (!start) throw new Error('This is no day with a time.')
  return start
}

const NTH = ['first', 'second', 'third', 'fourth', 'fifth']

function listed(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const nameOf = (weekday: number) => WEEKDAY_NAMES[weekday - 1] ?? ''

function describeDay(on: MonthlyRule['on']): string {
  if ('day' in on) return on.day === LAST ? 'last day' : ordinal(on.day)
  return `${on.nth === LAST ? 'last' : NTH[on.nth - 1]} ${nameOf(on.weekday)}`
}

function describeDays(rule: SeriesRule): string {
  if (rule.unit === 'month') {
    const often = formOf(rule.every, 'Every month', `Every ${rule.every} months`)
    return `${often} on the ${describeDay(rule.on)}`
  }
  const weekdays = [...new Set(rule.weekdays)].sort((a, b) => a - b)
  if (rule.every > 1) return `Every ${rule.every} weeks on ${listed(weekdays.map(nameOf))}`
  return weekdays.length === WEEK ? 'Every day' : `Every ${listed(weekdays.map(nameOf))}`
}

/** 'Every Tuesday', 'Every 2 weeks on Monday and Wednesday, 10 times' */
export function describeRule(rule: SeriesRule): string {
  const until = rule.until === undefined ? '' : `, until ${formatDate(`${rule.until}T00:00:00Z`, 'UTC')}`
  const count = rule.count === undefined ? '' : formOf(rule.count, ', once', `, ${rule.count} times`)
  return `${describeDays(rule)}${until}${count}`
}

/** What the form says beside a rule that some months do not have a day for. */
export function skipsMonths(rule: SeriesRule): string | null {
  if (rule.unit !== 'month') return null
  const isRare = 'day' in rule.on ? rule.on.day > 28 : rule.on.nth === 5
  return isRare ? `Months without a ${describeDay(rule.on)} are skipped` : null
}
