import { dayIn } from '../../../contract/zoned-time.ts'

const DAY_MS = 86_400_000

/** Calendar days from today to the event, both in the event's own zone; an evening in Sydney may be this morning here. */
export function daysUntil(startTime: string, timeZone: string, now: Date): number {
  const day = (instant: Date) => Date.parse(`${dayIn(instant, timeZone)}T00:00:00Z`)
  return Math.round((day(new Date(startTime)) - day(now)) / DAY_MS)
}

/** 'Today', 'Tomorrow', 'in 5 days'; null for what is past. */
export function dayBadge(event: { startTime: string; timeZone: string }, now: Date): string | null {
  const days = daysUntil(event.startTime, event.timeZone, now)
  if (days < 0) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `in ${days} days`
}
