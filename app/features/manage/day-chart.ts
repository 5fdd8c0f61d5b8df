// The bars of the chart "Bookings by day": every day from the first to the last, at least two weeks, or several days in one bar where there
// would be too many for a phone.
import { DAY } from '../../../contract/durations.ts'

export interface Day {
  /** 2026-11-16 */
  day: string
  booked: number
  givenBack: number
}

export interface Bar extends Day {
  /** The last day in it; the same as `day` for a bar of one. */
  until: string
}

const MOST_BARS = 42
/** Two weeks: a single day as wide as the chart would say nothing. */
const FEWEST_BARS = 14

const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
const dayText = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

/** `days` in order of time; days on which nothing happened may be missing. */
export function barsOf(days: Day[]): Bar[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const until = dayNumber(last.day)
  const from = Math.min(dayNumber(first.day), until - FEWEST_BARS + 1)
  const count = until - from + 1
  const width = Math.ceil(count / MOST_BARS)
  const bars = Array.from({ length: Math.ceil(count / width) }, (_, at): Bar => {
    const start = from + at * width
    return { day: dayText(start), until: dayText(Math.min(start + width, from + count) - 1), booked: 0, givenBack: 0 }
  })
  for (const { day, booked, givenBack } of days) {
    const bar = bars[Math.floor((dayNumber(day) - from) / width)]
    if (!bar) continue
    bar.booked += booked
    bar.givenBack += givenBack
  }
  return bars
}

/** At noon by Greenwich it is this day of the calendar. */
export const instantOf = (day: string) => `${day}T12:00:00Z`
