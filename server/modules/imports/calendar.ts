// Reads calendar files (RFC 5545) of other programs. ical.js reads them, but never counts out a rule: one without any date
// would keep it busy for ever.
import ICAL from 'ical.js'
import { CATEGORIES, MOST_CATEGORIES } from '../../../contract/categories.ts'
import { HOUR } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { IMPORT } from '../../../contract/limits.ts'
import { MOST_NAMED_DAYS, seriesRule, type SeriesRule } from '../../../contract/series-rule.ts'
import { canonicalTimeZone, dayIn, parseDateTime } from '../../../contract/zoned-time.ts'
import { DEFAULT_HOURS, type FoundEvent, type Reading } from './page.ts'

export const isCalendar = (text: string) => /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)

const LONGEST_ZONE = 200

/** Outlook writes names such as "W. Europe Standard Time", others "/example.org/20260101/Europe/Dublin". */
async function zoneOf(name: string): Promise<string | null> {
  if (name.length > LONGEST_ZONE) return null
  const known = canonicalTimeZone(name)
  if (known) return known
  const { findIana } = await import('windows-iana')
  const [first] = findIana(name as never)
  if (first) return canonicalTimeZone(first)
  const [ending] = /[A-Za-z]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(name) ?? []
  return ending ? canonicalTimeZone(ending) : null
}

const two = (n: number) => String(n).padStart(2, '0')
const dayOf = ({ year, month, day }: ICAL.Time) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
const wallTime = (time: ICAL.Time) => `${dayOf(time)}T${two(time.hour)}:${two(time.minute)}`
const isUtc = ({ zone }: ICAL.Time) => zone === ICAL.Timezone.utcTimezone

/** The day of the place, also of what is written in UTC. */
const dayThere = (time: ICAL.Time, timeZone: string | null) =>
  isUtc(time) && timeZone ? dayIn(time.toJSDate(), timeZone) : dayOf(time)

type Moment = { instant: Date; timeZone: string | null } | 'no-zone' | null

async function momentOf(component: ICAL.Component, name: string, reading: Reading): Promise<Moment> {
  const property = component.getFirstProperty(name)
  const value = property?.getFirstValue()
  if (!property || !(value instanceof ICAL.Time)) return null
  if (isUtc(value)) return { instant: value.toJSDate(), timeZone: reading.timeZone }
  const named = property.getParameter('tzid')
  const timeZone = (typeof named === 'string' ? await zoneOf(named) : null) ?? reading.timeZone
  if (timeZone === null) return 'no-zone'
  const instant = parseDateTime(wallTime(value), timeZone)
  return instant && { instant, timeZone }
}

async function timeOf(component: ICAL.Component, reading: Reading): Promise<FoundEvent['time']> {
  const start = await momentOf(component, 'dtstart', reading)
  if (start === null) return 'none'
  if (start === 'no-zone') return 'no-zone'
  const end = await momentOf(component, 'dtend', { ...reading, timeZone: start.timeZone })
  const duration = component.getFirstPropertyValue('duration')
  const ms = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : DEFAULT_HOURS * HOUR
  const startTime = start.instant
  const endTime = end && end !== 'no-zone' ? end.instant : new Date(startTime.getTime() + ms)
  return { startTime, endTime, timeZone: start.timeZone }
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const weekdayOf = (name: string) => WEEKDAYS.indexOf(name) + 1

type Parts = Record<string, (string | number)[]>

/** RFC 5545's rule where it is one of ours. */
function ruleOf(recur: ICAL.Recur, start: ICAL.Time, timeZone: string | null): SeriesRule | 'other' {
  // Its weekdays are those of UTC, which are not those of the place.
  if (dayThere(start, timeZone) !== dayOf(start)) return 'other'
  const { freq, interval, count, until } = recur
  const parts = recur.parts as Parts
  const used = Object.keys(parts)
  const onlyOf = (...names: string[]) => used.every((name) => names.includes(name))
  // 1 is Sunday for ical.js.
  const startDay = ((start.dayOfWeek() + 5) % 7) + 1
  const ends = { ...(count ? { count } : {}), ...(until ? { until: dayThere(until, timeZone) } : {}) }
  const common = { every: interval, ...ends }
  let rule: unknown = null
  if (freq === 'WEEKLY' && onlyOf('BYDAY')) {
    const days = (parts.BYDAY ?? []).map((day) => weekdayOf(String(day)))
    rule = { unit: 'week', ...common, weekdays: days.length > 0 ? days : [startDay] }
  } else if (freq === 'DAILY' && interval === 1 && used.length === 0)
    rule = { unit: 'week', ...common, weekdays: WEEKDAYS.map(weekdayOf) }
  else if (freq === 'MONTHLY' && onlyOf('BYMONTHDAY') && (parts.BYMONTHDAY ?? []).length <= 1)
    rule = { unit: 'month', ...common, on: { day: Number(parts.BYMONTHDAY?.[0] ?? start.day) } }
  else if (freq === 'MONTHLY' && onlyOf('BYDAY') && parts.BYDAY?.length === 1) {
    const [, nth, day = ''] = /^([+-]?\d)([A-Z]{2})$/.exec(String(parts.BYDAY[0])) ?? []
    rule = { unit: 'month', ...common, on: { nth: Number(nth), weekday: weekdayOf(day) } }
  }
  return seriesRule.safeParse(rule).data ?? 'other'
}

const MOST_YEARS = 200

/** What is once a year goes on with its next day; a rule that is stranger is left at its first date. */
function nextTime(time: FoundEvent['time'], start: ICAL.Time, recur: ICAL.Recur, now: Date): FoundEvent['time'] {
  const isYearly = recur.freq === 'YEARLY' && recur.interval === 1 && !recur.count && !recur.until
  const isPlain = Object.keys(recur.parts).every((name) => ['BYMONTH', 'BYMONTHDAY'].includes(name))
  if (typeof time === 'string' || time.endTime > now || !time.timeZone || !isYearly || !isPlain) return time
  const lasts = time.endTime.getTime() - time.startTime.getTime()
  for (let year = start.year + 1; year <= start.year + MOST_YEARS; year++) {
    const startTime = parseDateTime(`${year}${wallTime(start).slice(4)}`, time.timeZone)
    // 29 February is not in every year.
    if (!startTime || startTime.getTime() + lasts <= now.getTime()) continue
    return { ...time, startTime, endTime: new Date(startTime.getTime() + lasts) }
  }
  return time
}

const textOf = (component: ICAL.Component, name: string) => {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

/** RFC 7986's IMAGE, or a picture that is attached by its address. */
function pictureOf(component: ICAL.Component): { picture?: string } {
  const attached = component.getAllProperties('attach').filter((property) => {
    const type = property.getParameter('fmttype')
    return typeof type === 'string' && /^image\//i.test(type)
  })
  const all = [...component.getAllProperties('image'), ...attached].map((property) => property.getFirstValue())
  const picture = all.find((value) => typeof value === 'string' && /^https:/i.test(value))
  return typeof picture === 'string' ? { picture } : {}
}

/** Those of ours among its own. */
function categoriesOf(component: ICAL.Component): Pick<FoundEvent, 'more'> {
  const named = component.getAllProperties('categories').flatMap((property) => property.getValues() as unknown[])
  const words = new Set(named.map((name) => String(name).trim().toLowerCase()))
  const categories = CATEGORIES.filter((name) => words.has(name)).slice(0, MOST_CATEGORIES)
  return categories.length > 0 ? { more: { categories } } : {}
}

async function toFound(component: ICAL.Component, reading: Reading): Promise<FoundEvent> {
  const title = textOf(component, 'summary')
  const venue = textOf(component, 'location')
  const recur = component.getFirstPropertyValue('rrule')
  const start = component.getFirstPropertyValue('dtstart')
  const time = await timeOf(component, reading)
  const timeZone = typeof time === 'string' ? reading.timeZone : time.timeZone
  const found = {
    uid: textOf(component, 'uid') || `${title} ${String(start)}`,
    title,
    description: textOf(component, 'description'),
    venue,
    isVirtual: /^https?:\/\//.test(venue),
    ...pictureOf(component),
    ...categoriesOf(component),
  }
  const isDated = component.hasProperty('rdate')
  if (!isDated && !(recur instanceof ICAL.Recur)) return { ...found, time }
  if (isDated || !(recur instanceof ICAL.Recur) || !(start instanceof ICAL.Time))
    return { ...found, time, rule: 'other' }
  const rule = ruleOf(recur, start, timeZone)
  if (rule === 'other') return { ...found, time: nextTime(time, start, recur, reading.now), rule }
  const skippedDays = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues() as unknown[])
    .filter((value) => value instanceof ICAL.Time)
    .map((value) => dayThere(value, timeZone))
    .filter((day) => day >= dayIn(reading.now, timeZone ?? 'UTC'))
  return { ...found, time, rule, ...(skippedDays.length > 0 && { skippedDays: skippedDays.slice(0, MOST_NAMED_DAYS) }) }
}

/** Each event by itself, so that one that makes no sense does not spoil the others. */
function* eventsIn(calendar: string): Generator<ICAL.Component> {
  let start = -1
  for (const { 1: edge, 0: line, index } of calendar.matchAll(/^(BEGIN|END):VEVENT\s*$/gim)) {
    if (edge?.toUpperCase() === 'BEGIN') start = index
    else if (start >= 0) {
      const event = calendar.slice(start, index + line.length)
      // An end without a beginning must not make us read everything again.
      start = -1
      try {
        yield new ICAL.Component(ICAL.parse(event) as unknown[])
      } catch {
        // Left out.
      }
    }
  }
}

export async function readCalendar(text: string, given: Reading): Promise<FoundEvent[]> {
  if (!isCalendar(text)) throw new AppError('import_unreadable', { message: 'This is not a calendar file.' })
  const [, named] = /^X-WR-TIMEZONE:(.{1,200}?)\s*$/im.exec(text) ?? []
  const reading = { ...given, timeZone: (named ? await zoneOf(named) : null) ?? given.timeZone }
  const found: FoundEvent[] = []
  for (const component of eventsIn(text)) {
    if (found.length >= IMPORT.events) break
    const isLeftOut = component.hasProperty('recurrence-id') || /^cancelled$/i.test(textOf(component, 'status'))
    const event = isLeftOut ? null : await toFound(component, reading).catch(() => null)
    if (event) found.push(event)
  }
  return found
}
