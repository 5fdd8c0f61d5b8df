// A list read as time: the heading each event comes under, by the calendar of its own place.
import { DAY } from '../../../contract/durations.ts'
import { dayIn, isWeekendEvening, parseDateTime } from '../../../contract/zoned-time.ts'
import type { EventCardData } from './card-data.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export const PAST_EVENTS = 'Past events'

export interface Heading {
  heading: string
  /** Headings come in this order, whatever the zones of their events do to the dates. */
  rank: number
}

type Timed = Pick<EventCardData, 'startTime' | 'timeZone'> & { endTime: string }
export type ListedEvent = EventCardData & Timed & Heading

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** Days from today to the coming Saturday; a weekend that has begun is today and tomorrow. */
const daysToSaturday = (today: string) => {
  const weekday = new Date(today).getUTCDay()
  return weekday === 0 ? -1 : 6 - weekday
}

function byMonth(day: string, today: string): Heading {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const name = MONTHS[month - 1] ?? ''
  const rank = year * 12 + month
  if (day.slice(0, 7) === today.slice(0, 7)) return { heading: `Later in ${name}`, rank }
  return { heading: day.slice(0, 4) === today.slice(0, 4) ? name : `${name} ${year}`, rank }
}

export function headingOf({ startTime, endTime, timeZone }: Timed, now: Date): Heading {
  if (Date.parse(endTime) <= now.getTime()) return { heading: PAST_EVENTS, rank: Number.MAX_SAFE_INTEGER }
  const today = dayIn(now, timeZone)
  const day = dayIn(new Date(startTime), timeZone)
  const days = daysBetween(today, day)
  // What has begun and is not over is on today, whenever it began.
  if (days <= 0) return { heading: 'Today', rank: 0 }
  if (days === 1) return { heading: 'Tomorrow', rank: 1 }
  const saturday = daysToSaturday(today)
  const isFridayEvening = days === saturday - 1 && isWeekendEvening(new Date(startTime), timeZone)
  if (days < saturday && !isFridayEvening) return { heading: 'This week', rank: 2 }
  if (days <= saturday + 1) return { heading: 'This weekend', rank: 3 }
  return byMonth(day, today)
}

const nextMidnight = (timeZone: string, now: Date) => {
  const tomorrow = new Date(Date.parse(dayIn(now, timeZone)) + DAY).toISOString().slice(0, 10)
  return parseDateTime(`${tomorrow}T00:00`, timeZone)?.getTime() ?? Infinity
}

/** The headings of now, and the moment from which one of them is wrong: an event is over, or a day is. */
export function withHeadings<E extends EventCardData & Timed>(events: E[], now: Date) {
  const coming = events.filter(({ endTime }) => Date.parse(endTime) > now.getTime())
  const zones = new Set(coming.map(({ timeZone }) => timeZone))
  const turns = [
    ...coming.map(({ endTime }) => Date.parse(endTime)),
    ...[...zones].map((timeZone) => nextMidnight(timeZone, now)),
  ]
  return {
    events: events.map((event) => ({ ...event, ...headingOf(event, now) })),
    // What is over stays over.
    until: turns.length > 0 ? Math.min(...turns) : null,
  }
}
