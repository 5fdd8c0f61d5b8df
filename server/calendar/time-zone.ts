// VTIMEZONE (RFC 5545 §3.6.5): when the clocks of a zone change, as Intl knows it, one line for each change. Of whole years,
// so that a file which says the same has the same bytes tomorrow.
import { MINUTE, WEEK } from '../../contract/durations.ts'
import { offsetMinutes } from '../../contract/zoned-time.ts'
import { digitsOf, joinLines } from './content-lines.ts'

interface ClockChange {
  at: number
  before: number
  after: number
}

const offsetAt = (instant: number, zone: string) => offsetMinutes(new Date(instant).toISOString(), zone)

/** To the minute. */
function changeBetween(zone: string, from: number, to: number, before: number): number {
  let [low, high] = [from, to]
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

function changesOf(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = []
  let before = offsetAt(from, zone)
  for (let at = from; at < to; at += WEEK) {
    const after = offsetAt(at + WEEK, zone)
    if (after !== before) changes.push({ at: changeBetween(zone, at, at + WEEK, before), before, after })
    before = after
  }
  return changes
}

const two = (number: number) => String(number).padStart(2, '0')

/** '+0530', and with seconds where a zone had such clocks. */
function offsetText(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60)
  const rest = seconds % 60
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}${two(Math.floor(seconds / 60) % 60)}${rest ? two(rest) : ''}`
}

const observance = (kind: 'STANDARD' | 'DAYLIGHT', start: string, before: number, after: number) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${offsetText(before)}`,
  `TZOFFSETTO:${offsetText(after)}`,
  `END:${kind}`,
]

function write(zone: string, first: number, changes: ClockChange[]): string {
  const standard = Math.min(first, ...changes.map(({ after }) => after))
  const kindOf = (offset: number) => (offset > standard ? 'DAYLIGHT' : 'STANDARD')
  return joinLines([
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(kindOf(first), '19700101T000000', first, first),
    // A change is told in the time that the clocks showed before it.
    ...changes.flatMap(({ at, before, after }) =>
      observance(kindOf(after), digitsOf(new Date(at + before * MINUTE)), before, after),
    ),
    'END:VTIMEZONE',
  ])
}

/** The clocks of a zone in some years. Intl is asked a hundred times for them, and then no more for any moment. */
export interface Clocks {
  /** VTIMEZONE. */
  text: string
  /** What they show at that moment, '20261117T200000'; null where they have shown it before, an hour ago. */
  show(instant: Date): string | null
}

function open(zone: string, firstYear: number, lastYear: number): Clocks {
  const [from, to] = [Date.UTC(firstYear, 0, 1), Date.UTC(lastYear + 1, 0, 1)]
  const changes = changesOf(zone, from, to)
  const first = offsetAt(from, zone)
  return {
    text: write(zone, first, changes),
    show(instant) {
      const now = instant.getTime()
      const last = changes.findLast(({ at }) => at <= now)
      if (last && now < last.at + (last.before - last.after) * MINUTE) return null
      return digitsOf(new Date(now + (last?.after ?? first) * MINUTE))
    },
  }
}

// Some four hundred zones, each in a few spans of years.
const MOST_KNOWN = 1_000
const known = new Map<string, Clocks>()

export function clocksOf(zone: string, firstYear: number, lastYear: number): Clocks {
  const key = `${zone} ${firstYear} ${lastYear}`
  const clocks = known.get(key) ?? open(zone, firstYear, lastYear)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, clocks)
  return clocks
}
