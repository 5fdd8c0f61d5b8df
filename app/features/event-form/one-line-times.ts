// Days and times as people write them in one line. Days are '2026-11-20' and times '20:00', by the clock on the wall.
import { ordinal } from '../../../contract/dates.ts'
import * as words from './one-line-words.ts'

/** Where in the text it was written. */
export interface Span {
  from: number
  to: number
}

const DAY_MS = 86_400_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const LONG_WEEKDAY = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday'
const WEEKDAY = `${LONG_WEEKDAY}|sun|mon|tues?|wed|thur?s?|fri|sat`
const PART_OF_DAY = String.raw`(?:\s+(?:morning|afternoon|evening|night))?`
const START = String.raw`(?<![\p{L}\d])`
const END = String.raw`(?![\p{L}\d])`

const pattern = (source: string) => new RegExp(`${START}${source}${END}`, 'giu')

const timeOf = (day: string) => Date.parse(`${day}T00:00Z`)
export const dayAfter = (day: string, days: number) => new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay()
const two = (number: number) => String(number).padStart(2, '0')

interface FoundDay {
  span: Span
  /** Empty: there is no such day. */
  date: string
  /** Said by its name only, so that it can also be the one a week later. */
  isWeekday?: boolean
  note?: string
}

const spanOf = (match: RegExpMatchArray): Span => ({
  from: match.index ?? 0,
  to: (match.index ?? 0) + match[0].length,
})

interface Calendar {
  day: number
  month: number
  year?: number
  weekday?: string
}

/** A day without a year is the next one of that name. */
function onCalendar(match: RegExpMatchArray, { day, month, year, weekday }: Calendar, today: string): FoundDay {
  const span = spanOf(match)
  const named = `${ordinal(day)} ${(MONTHS[month - 1] ?? '').replace(/^./, (letter) => letter.toUpperCase())}`
  const inYear = (of: number) => {
    const date = new Date(Date.UTC(of, month - 1, day))
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? `${of}-${two(month)}-${two(day)}` : ''
  }
  const thisYear = Number(today.slice(0, 4))
  const date = year === undefined ? [thisYear, thisYear + 1].map(inYear).find((one) => one >= today) : inYear(year)
  if (!date) return { span, date: '', note: words.noSuchDay(match[0].trim()) }
  const meant = weekday ? WEEKDAYS.indexOf(weekday.slice(0, 3).toLowerCase()) : -1
  const falls = weekdayOf(date)
  return meant < 0 || meant === falls
    ? { span, date }
    : { span, date, note: words.fallsOn(named, WEEKDAY_NAMES[falls]) }
}

const yearOf = (text: string | undefined) =>
  text === undefined ? undefined : Number(text.length === 2 ? `20${text}` : text)
const monthOf = (text = '') => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1

const BEFORE = String.raw`(?:(?:on|this)\s+)?`
const DAY_NUMBER = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const YEAR = String.raw`(?:,?\s+(\d{4})(?!\s*(?:people|places|seats|guests|tickets)))?`

/** Written with a number, most exact first. Days come before months, as people write them here. */
const CALENDAR: { find: RegExp; read: (groups: (string | undefined)[]) => Calendar }[] = [
  {
    find: pattern(String.raw`${BEFORE}(\d{4})-(\d{2})-(\d{2})`),
    read: ([year, month, day]) => ({ day: Number(day), month: Number(month), year: Number(year) }),
  },
  {
    find: pattern(String.raw`${BEFORE}(?:(${WEEKDAY}),?\s+)?(?:the\s+)?${DAY_NUMBER}(?:\s+of)?\s+(${MONTH})\.?${YEAR}`),
    read: ([weekday, day, month, year]) => ({ day: Number(day), month: monthOf(month), year: yearOf(year), weekday }),
  },
  {
    find: pattern(
      String.raw`${BEFORE}(?:(${WEEKDAY}),?\s+)?(${MONTH})\.?\s+${DAY_NUMBER}(?!\s*[ap]\.?m|[:.]\d)${YEAR}`,
    ),
    read: ([weekday, month, day, year]) => ({ day: Number(day), month: monthOf(month), year: yearOf(year), weekday }),
  },
  {
    find: pattern(String.raw`${BEFORE}(?:(${WEEKDAY}),?\s+)?(?!24/7(?![/\d]))(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?`),
    read: ([weekday, day, month, year]) => ({ day: Number(day), month: Number(month), year: yearOf(year), weekday }),
  },
  {
    find: pattern(String.raw`${BEFORE}(\d{1,2})\.(\d{1,2})\.(\d{4})`),
    read: ([day, month, year]) => ({ day: Number(day), month: Number(month), year: Number(year) }),
  },
]

const NEAR = pattern(String.raw`(today|tonight|this (?:morning|afternoon|evening)|tomorrow)${PART_OF_DAY}`)
const BY_NAME = pattern(String.raw`(?:(on|this|next|every|each)\s+)?(${WEEKDAY})${PART_OF_DAY}`)
const BEFORE_A_TIME = /^\s*,?\s*(?:at|from|@)?\s*(?:\d|noon|midday|midnight|$|,)/iu

/** 'Sun' also shines and 'Mon' is also a name: the one before a time is meant, else the last that does not come first. */
function weekdayIn(text: string): RegExpMatchArray | undefined {
  const all = [...text.matchAll(BY_NAME)]
  const isNextToTime = (match: RegExpMatchArray) => BEFORE_A_TIME.test(text.slice(spanOf(match).to))
  return (
    all.find((match) => match[1] || isNextToTime(match)) ??
    all.findLast((match) => (match.index ?? 0) > 0 || new RegExp(LONG_WEEKDAY, 'i').test(match[2] ?? ''))
  )
}

/** 'next Friday' is the one of next week, and weeks begin on Monday. */
function dayNamed(match: RegExpMatchArray, today: string): FoundDay {
  const word = match[1]?.toLowerCase()
  const wanted = WEEKDAYS.indexOf(match[2]!.slice(0, 3).toLowerCase())
  const now = weekdayOf(today)
  const span = spanOf(match)
  if (word === 'next') {
    const monday = 7 - ((now + 6) % 7)
    return { span, date: dayAfter(today, monday + ((wanted + 6) % 7)) }
  }
  const note = word === 'every' || word === 'each' ? words.onlyFirstDate : undefined
  return { span, date: dayAfter(today, (wanted - now + 7) % 7), isWeekday: true, ...(note ? { note } : {}) }
}

/** `now`: '2026-11-18T13:30' at the place of the event. */
export function datesIn(text: string, now: string): FoundDay | null {
  const today = now.slice(0, 10)
  for (const { find, read } of CALENDAR) {
    for (const match of text.matchAll(find)) {
      const calendar = read(match.slice(1))
      // '6/49' has no month, so it is no day.
      if (calendar.month >= 1 && calendar.month <= 12) return onCalendar(match, calendar, today)
      if (calendar.year !== undefined) return { span: spanOf(match), date: '', note: words.noSuchDay(match[0].trim()) }
    }
  }
  const [near] = text.matchAll(NEAR)
  if (near) return { span: spanOf(near), date: /^tomorrow/i.test(near[1] ?? '') ? dayAfter(today, 1) : today }
  const named = weekdayIn(text)
  return named ? dayNamed(named, today) : null
}

interface Clock {
  hour: number
  minute: number
  half: 'a' | 'p' | null
  /** Written so that it can be nothing but a time. */
  isSure: boolean
}

const CLOCK = String.raw`\d{1,2}(?:[:.]\d{2})?(?:\s*[ap](?:\.m\.|\.?m))?|noon|midday|midnight`
const TIMES = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:doors|starts?|starting|from|at)\s+(?:at\s+)?|@\s*)?(?<![\p{L}\d.:/£€$-])(${CLOCK})` +
    String.raw`(?:\s*(?:-|–|—|(?<=\s)to(?=\s)|(?<=\s)till?(?=\s)|(?<=\s)until(?=\s))\s*(${CLOCK}|late))?(?![\p{L}\d%])`,
  'giu',
)
const UNTIL_LATE = pattern(String.raw`(?:until|till?)\s+late`)

function clockOf(text: string): Clock | null {
  if (/^noon|^midday/i.test(text)) return { hour: 12, minute: 0, half: 'p', isSure: true }
  if (/^midnight/i.test(text)) return { hour: 12, minute: 0, half: 'a', isSure: true }
  const match = /^(\d{1,2})(?:([:.])(\d{2}))?\s*([ap])?/i.exec(text)
  if (!match) return null
  const half = (match[4]?.toLowerCase() ?? null) as Clock['half']
  const [hour, minute] = [Number(match[1]), Number(match[3] ?? 0)]
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  return { hour, minute, half, isSure: half !== null || match[2] === ':' }
}

const minutesOf = ({ hour, minute, half }: Clock, inHalf = half) =>
  (inHalf ? (hour % 12) + (inHalf === 'p' ? 12 : 0) : hour) * 60 + minute

const OTHER = { a: 'p', p: 'a' } as const

/** '7-9pm' begins in the same half of the day, '11-1pm' in the other; the same for the end of '10pm-2'. */
function rangeOf(start: Clock, end: Clock): [number, number] {
  if (end.half && !start.half && start.hour >= 1 && start.hour <= 12) {
    const same = minutesOf(start, end.half)
    return [same < minutesOf(end) ? same : minutesOf(start, OTHER[end.half]), minutesOf(end)]
  }
  if (start.half && !end.half && end.hour >= 1 && end.hour <= 12) {
    const same = minutesOf(end, start.half)
    return [minutesOf(start), same > minutesOf(start) ? same : minutesOf(end, OTHER[start.half])]
  }
  return [minutesOf(start), minutesOf(end)]
}

const written = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** `end` is empty where none is said, and for 'until late'. */
export function timesIn(text: string): { span: Span; start: string; end: string } | null {
  for (const match of text.matchAll(TIMES)) {
    const span = spanOf(match)
    const start = clockOf(match[1] ?? '')
    if (!start) continue
    const isLate = /^late$/i.test(match[2] ?? '')
    const end = match[2] && !isLate ? clockOf(match[2]) : null
    if (!start.isSure && !end?.isSure) continue
    if (!end) {
      const late = [...text.slice(span.to).matchAll(UNTIL_LATE)][0]
      // 'Fri 8pm, until late' is one thing.
      const isNext = late && /^[\s,]*$/.test(text.slice(span.to, span.to + late.index))
      const to = isNext ? span.to + late.index + late[0].length : span.to
      return { span: { from: span.from, to }, start: written(minutesOf(start)), end: '' }
    }
    const [from, until] = rangeOf(start, end)
    return { span, start: written(from), end: written(until) }
  }
  return null
}
