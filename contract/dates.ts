// Dates and times like '3rd Mar, 2025' and '9:30 AM', always in the event’s own zone: the same text on the server, in every browser and in
// emails.

import { counted } from './counted.ts'
import { formatterFor } from './formatters.ts'
import { offsetMinutes, wallClock } from './zoned-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthOf = (local: Date) => MONTHS[local.getUTCMonth()] ?? ''

export function ordinal(day: number): string {
  const teens = day % 100 >= 11 && day % 100 <= 13
  const suffix = teens ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th')
  return `${day}${suffix}`
}

type When = string | null | undefined

/** '3rd Mar, 2025' */
export function formatDate(iso: When, timeZone: string): string {
  if (!iso) return 'Date not available'
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return 'Invalid date'
  const local = wallClock(instant, timeZone)
  return `${ordinal(local.getUTCDate())} ${monthOf(local)}, ${local.getUTCFullYear()}`
}

/** '9:30 AM' */
export function formatTime(iso: When, timeZone: string): string {
  if (!iso) return 'Time not available'
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return 'Invalid time'
  const local = wallClock(instant, timeZone)
  const hour = local.getUTCHours()
  const minute = String(local.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** What a calendar leaf shows: { month: 'Mar', day: '3' }. */
export function formatDay(iso: When, timeZone: string): { month: string; day: string } | null {
  const instant = new Date(iso ?? '')
  if (Number.isNaN(instant.getTime())) return null
  const local = wallClock(instant, timeZone)
  return { month: monthOf(local), day: String(local.getUTCDate()) }
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Thu'; nothing for what is no date. */
export function formatWeekday(iso: When, timeZone: string): string {
  const instant = new Date(iso ?? '')
  return Number.isNaN(instant.getTime()) ? '' : (WEEKDAYS[wallClock(instant, timeZone).getUTCDay()] ?? '')
}

const justBefore = (iso: When) => (iso ? new Date(Date.parse(iso) - 1).toISOString() : iso)

/** '10:00 PM', 'midnight' for the end of the same day, and with its day when that is another: '3rd Mar, 2025, 11:00 AM'. */
export function formatUntil(startIso: When, endIso: When, timeZone: string): string {
  const [startDay, endDay] = [formatDate(startIso, timeZone), formatDate(endIso, timeZone)]
  const time = formatTime(endIso, timeZone)
  // The day that begins then is nobody's evening.
  const isMidnight = time === '12:00 AM' && formatDate(justBefore(endIso), timeZone) === startDay
  if (isMidnight && startDay !== endDay) return 'midnight'
  return startDay === endDay ? time : `${endDay}, ${time}`
}

// A zone has a name or two in a year, one for each offset, and a list asks for them again and again.
const zoneNames = new Map<string, string>()
const MOST_NAMES = 2_000

/** 'GMT+1', 'EST': follows a time where the viewer's zone differs. */
export function zoneShortName(iso: string, timeZone: string): string {
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return ''
  const key = `${timeZone} ${offsetMinutes(iso, timeZone)}`
  const known = zoneNames.get(key)
  if (known !== undefined) return known
  const parts = formatterFor('en-GB', timeZone, { timeZoneName: 'short' }).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  if (zoneNames.size >= MOST_NAMES) zoneNames.clear()
  zoneNames.set(key, name)
  return name
}

/** '3 hours', rounded; '20 minutes' for what would round to no hour at all. */
export function formatDuration(startIso: string, endIso: string): string {
  const minutes = Math.round((new Date(endIso).getTime() - new Date(startIso).getTime()) / 60_000)
  const hours = Math.round(minutes / 60)
  return hours === 0 ? counted(Math.max(1, minutes), 'minute') : counted(hours, 'hour')
}

/** Of a series, beside the one that is shown. */
export const moreDatesText = (count: number) => counted(count, 'more date')
