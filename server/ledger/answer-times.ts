// When an offer is told, and until when it can be answered.
import { dayIn, parseDateTime, wallClock } from '../../contract/zoned-time.ts'

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Nothing is held, and so nothing is offered, from this long before the start. */
export const LAST_HOUR = HOUR
/** Those who wait are told that nothing has come free. */
export const NOTHING_FREE = 2 * HOUR
/** Seats are saved up for a group until then. */
export const SAVED_UNTIL = 48 * HOUR

/** How long there is to answer, if there is more time than this to the start. */
const TIMES: [moreThan: number, answerWithin: number][] = [
  [7 * DAY, 24 * HOUR],
  [48 * HOUR, 12 * HOUR],
  [24 * HOUR, 4 * HOUR],
  [6 * HOUR, HOUR],
  [HOUR, 20 * MINUTE],
]

const NIGHT = { from: 22, to: 8 }
/** Who would be asleep until too late is woken. */
const WAKES_WITHIN = 14 * HOUR

const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms)
const between = (from: Date, to: Date) => to.getTime() - from.getTime()

/** At night in the event's zone it is told at 08:00, unless the event begins within 14 hours. */
export function tellAt(now: Date, startTime: Date, timeZone: string): Date {
  const hour = wallClock(now, timeZone).getUTCHours()
  const isNight = hour >= NIGHT.from || hour < NIGHT.to
  if (!isNight || between(now, startTime) <= WAKES_WITHIN) return now
  // Late in the evening the next morning is tomorrow.
  const day = hour >= NIGHT.from ? nextDay(dayIn(now, timeZone)) : dayIn(now, timeZone)
  return parseDateTime(`${day}T0${NIGHT.to}:00`, timeZone) ?? now
}

const nextDay = (day: string) =>
  later(new Date(`${day}T12:00:00Z`), DAY)
    .toISOString()
    .slice(0, 10)

interface Until {
  startTime: Date
  bookingClosesAt: Date | null
}

/** One hour before the start, or when booking closes if that is earlier. */
export const offersUntil = ({ startTime, bookingClosesAt }: Until): Date =>
  new Date(Math.min(startTime.getTime() - LAST_HOUR, bookingClosesAt?.getTime() ?? Infinity))

export function expiryOf(toldAt: Date, event: Until): Date {
  const left = between(toldAt, event.startTime)
  const [, answerWithin] = TIMES.find(([moreThan]) => left > moreThan) ?? [0, 0]
  return new Date(Math.min(toldAt.getTime() + answerWithin, offersUntil(event).getTime()))
}
