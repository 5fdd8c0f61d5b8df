// What the form derives from its times, all of them in the format of datetime-local inputs.
import { DEFAULT_TIME_ZONE, toLocalInput } from '../../../contract/zoned-time.ts'

/** Right for most evenings; the creator can change the end. */
export const USUAL_MINUTES = 120

// While a year is typed digit by digit, a browser hands out the years 0002, 0020 and 0202 on the way to 2027.
const WHOLE = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/

export const isWholeTime = (local: string) => WHOLE.test(local)

/** By the clock on the wall: a night on which clocks change has the end that people say. */
const after = (local: string, minutes: number) =>
  new Date(Date.parse(`${local}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

interface Move {
  endTime: string
  /** The start before, as far as one was written. */
  from: string
  to: string
  minutes: number
}

/** The end that belongs to a new start: it follows as long as nobody has chosen another. */
export function endFor({ endTime, from, to, minutes }: Move): string {
  if (!isWholeTime(to)) return endTime
  const isFollowing = endTime === '' || (isWholeTime(from) && endTime === after(from, minutes))
  return isFollowing ? after(to, minutes) : endTime
}

interface CloseMove {
  closesAt: string
  from: string
  to: string
  /** Of an event that is held again and has no start yet. */
  closesBefore?: number
}

/** The close that belongs to a new start: as long before it as it was. */
export function closeFor({ closesAt, from, to, closesBefore }: CloseMove): string {
  if (!isWholeTime(to)) return closesAt
  const minutes =
    isWholeTime(closesAt) && isWholeTime(from) ? lengthOf({ startTime: closesAt, endTime: from }) : closesBefore
  return minutes === undefined || (closesAt === '' && isWholeTime(from)) ? closesAt : after(to, -minutes)
}

/** How long an event lasts, in minutes. */
export const lengthOf = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000)

/** Compared at the event's place, where both are written in one notation. */
export const hasPassed = (local: string, timeZone: string, now: Date) =>
  isWholeTime(local) && local < toLocalInput(now, timeZone || DEFAULT_TIME_ZONE)
