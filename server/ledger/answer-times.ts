// When an offer is sent, and until when it can be answered.
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { BALLOT, type EventBallot } from '../../contract/ballot-rules.ts'
import { BOOKING_REQUESTS } from '../../contract/limits.ts'
import { dayIn, parseDateTime, wallClock } from '../../contract/zoned-time.ts'

/** Nothing is held, and so nothing is offered, from this long before the start. */
export const LAST_HOUR = HOUR
/** When people waiting are notified that nothing is free. */
export const NOTHING_FREE = BOOKING_REQUESTS.untilMs
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
/** If the event starts this soon, people are notified at night too. */
const WAKES_WITHIN = 14 * HOUR

const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms)
const between = (from: Date, to: Date) => to.getTime() - from.getTime()

/** The night that this moment is in, or the next one, in this zone. */
function nightOf(at: Date, timeZone: string): { from: Date; to: Date } | null {
  const hour = wallClock(at, timeZone).getUTCHours()
  const today = dayIn(at, timeZone)
  const [evening, morning] = hour < NIGHT.to ? [nextDay(today, -1), today] : [today, nextDay(today)]
  const from = parseDateTime(`${evening}T${NIGHT.from}:00`, timeZone)
  const to = parseDateTime(`${morning}T0${NIGHT.to}:00`, timeZone)
  return from && to && { from, to }
}

const nextDay = (day: string, days = 1) =>
  later(new Date(`${day}T12:00:00Z`), days * DAY)
    .toISOString()
    .slice(0, 10)

export function isNight(at: Date, timeZone: string): boolean {
  const night = nightOf(at, timeZone)
  return night !== null && at >= night.from && at < night.to
}

/** Now, or when the night in this zone is over. */
export const afterNight = (at: Date, timeZone: string): Date =>
  isNight(at, timeZone) ? (nightOf(at, timeZone)?.to ?? at) : at

/** At night in the event's zone it is sent at 08:00, unless the event begins within 14 hours. */
export function notifyAt(now: Date, startTime: Date, timeZone: string): Date {
  return between(now, startTime) > WAKES_WITHIN ? afterNight(now, timeZone) : now
}

/** The time this long after; the hours of a night do not count, unless the event begins within 14 hours when the night does. */
function awakeAfter(toldAt: Date, ms: number, startTime: Date, timeZone: string): Date {
  let at = toldAt
  let left = ms
  for (;;) {
    const end = later(at, left)
    const night = nightOf(at, timeZone)
    if (!night || end <= night.from) return end
    const sleepsFrom = at > night.from ? at : night.from
    if (between(sleepsFrom, startTime) <= WAKES_WITHIN) return end
    left -= between(at, sleepsFrom)
    at = night.to
  }
}

interface Until {
  startTime: Date
  bookingClosesAt: Date | null
}

/** One hour before the start, or when booking closes if that is earlier. */
export const offersUntil = ({ startTime, bookingClosesAt }: Until): Date =>
  new Date(Math.min(startTime.getTime() - LAST_HOUR, bookingClosesAt?.getTime() ?? Infinity))

/** How long an offer that waited for the morning lasts, if the start is three hours or more away. */
const MORNING = { lasts: HOUR, before: 3 * HOUR }

/**
 * When an offer made now is sent, and until when it can be answered. Booking that closes early counts as the start does. What a
 * ballot gave can be accepted for a day, as its entrants were promised, until two days before the start.
 */
export function timesOf(
  madeAt: Date,
  event: Until & { timeZone: string; ballot?: EventBallot | null },
): { toldAt: Date; expiresAt: Date } {
  const until = offersUntil(event)
  const closes = later(until, LAST_HOUR)
  const toldAt = notifyAt(madeAt, closes, event.timeZone)
  const toStart = between(toldAt, event.startTime)
  const [, usual] = TIMES.find(([moreThan]) => toStart > moreThan) ?? [0, 0]
  const answerWithin = event.ballot === 'drawn' && toStart > 48 * HOUR ? BALLOT.answerMs : usual
  const hasWaited = toldAt > madeAt && between(toldAt, closes) >= MORNING.before
  const lasts = hasWaited ? Math.max(answerWithin, MORNING.lasts) : answerWithin
  const end = awakeAfter(toldAt, lasts, closes, event.timeZone)
  return { toldAt, expiresAt: end < until ? end : until }
}
