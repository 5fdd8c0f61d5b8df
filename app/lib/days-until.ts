import { DAY } from '../../contract/durations.ts'
import { dayIn } from '../../contract/zoned-time.ts'

/** Calendar days from today to the event, both in the event's own zone; an evening in Sydney may be this morning here. */
export function daysUntil(startTime: string, timeZone: string, now: Date): number {
  const day = (instant: Date) => Date.parse(`${dayIn(instant, timeZone)}T00:00:00Z`)
  return Math.round((day(new Date(startTime)) - day(now)) / DAY)
}

/** The same where the clocks of its zone are so many minutes ahead of UTC on all of these days. */
export function daysUntilByOffset(startTime: string, offset: number, now: Date): number {
  const day = (instant: number) => Math.floor((instant + offset * 60_000) / DAY)
  return day(Date.parse(startTime)) - day(now.getTime())
}
