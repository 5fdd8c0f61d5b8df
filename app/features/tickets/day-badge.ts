import { daysUntil } from '../../lib/days-until.ts'

/** 'Today', 'Tomorrow', 'in 5 days'; null for what is past. */
export function dayBadge(event: { startTime: string; timeZone: string }, now: Date): string | null {
  const days = daysUntil(event.startTime, event.timeZone, now)
  if (days < 0) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `in ${days} days`
}
