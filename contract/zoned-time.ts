// Local times and time zones, with what Intl gives (Temporal is not everywhere yet).

import { DAY } from './durations.ts'
import { formatterFor } from './formatters.ts'

export const DEFAULT_TIME_ZONE = 'Europe/Dublin'

/** The zone's one spelling, or null when there is no such zone: Intl takes 'eUrOpE/dUbLiN' too. */
export function canonicalTimeZone(name: string): string | null {
  // Offsets such as +05:00 are accepted by Intl but are not places.
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/

const WALL_CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

// The same few moments are asked for again and again, and Intl takes some microseconds for each.
const known = new Map<string, number>()
const MOST_KNOWN = 2_000

function offsetMs(instant: number, timeZone: string): number {
  const key = `${instant} ${timeZone}`
  const seen = known.get(key)
  if (seen !== undefined) return seen
  const offset = findOffset(instant, timeZone)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, offset)
  return offset
}

function findOffset(instant: number, timeZone: string): number {
  const parts = formatterFor('en', timeZone, WALL_CLOCK).formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(instant / 1000) * 1000
}

/**
 * '2026-11-17T20:00' in a zone -> the instants at which its clocks show that, the earlier first; null when it is no date.
 * There are two while clocks go back. There is none while they go forward: then it is read as if they had not yet.
 */
function instantsOf(local: string, timeZone: string): [Date, ...Date[]] | null {
  const match = LOCAL.exec(local)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  const asUtc = Date.UTC(year!, month! - 1, day, hour, minute, second)
  const back = new Date(asUtc)
  if (back.getUTCMonth() !== month! - 1 || back.getUTCDate() !== day || hour! > 23 || minute! > 59) return null
  // No zone changes its clocks twice within two days, and none is more than a day away from UTC.
  const before = offsetMs(asUtc - DAY, timeZone)
  const after = offsetMs(asUtc + DAY, timeZone)
  const first = new Date(asUtc - before)
  if (before === after) return [first]
  const readings = [before, after].filter((offset) => offsetMs(asUtc - offset, timeZone) === offset)
  const [earlier, ...later] = readings.map((offset) => asUtc - offset).sort((a, b) => a - b)
  return earlier === undefined ? [first] : [new Date(earlier), ...later.map((instant) => new Date(instant))]
}

/**
 * A date-time with an offset is taken as it is, one without is read in the zone. A local time that comes twice, when
 * clocks go back, is the first one that is later than `after`, else the first.
 */
export function parseDateTime(value: string, timeZone: string, after?: Date): Date | null {
  const local = instantsOf(value, timeZone)
  if (local) return local.find((instant) => !after || instant > after) ?? local[0]
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(value)) return null
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** What the clocks of that place show, in the UTC fields of a date. */
export const wallClock = (instant: Date, timeZone: string) =>
  new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone))

/** The value of a datetime-local input: '2026-11-17T20:00'. */
export const toLocalInput = (instant: Date, timeZone: string) => wallClock(instant, timeZone).toISOString().slice(0, 16)

/** '2026-11-17', the day on the calendar of that place. */
export const dayIn = (instant: Date, timeZone: string) => toLocalInput(instant, timeZone).slice(0, 10)

/** Of Friday: what is on then is on this weekend. */
export const WEEKEND_BEGINS = '17:00'

/** Late enough on its day, if that is a Friday, to belong to the weekend. */
export const isWeekendEvening = (instant: Date, timeZone: string) =>
  toLocalInput(instant, timeZone).slice(11) >= WEEKEND_BEGINS

/** How far its clocks are ahead of UTC at that moment, in minutes. */
export const offsetMinutes = (iso: string, timeZone: string) => offsetMs(new Date(iso).getTime(), timeZone) / 60_000

export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
