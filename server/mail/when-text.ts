import { formatDate, formatTime, formatUntil, zoneShortName } from '../../contract/dates.ts'

interface Times {
  startTime: Date
  endTime: Date
  timeZone: string
}

/** '18th Nov, 2026, 7:30 PM (GMT)', in the event's zone. */
export function momentText(instant: Date, timeZone: string): string {
  const iso = instant.toISOString()
  return `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)} (${zoneShortName(iso, timeZone)})`
}

/** '18th Nov, 2026, 7:30 PM to 10:30 PM (GMT)', in the event's zone. */
export function whenText({ startTime, endTime, timeZone }: Times): string {
  const [start, end] = [startTime.toISOString(), endTime.toISOString()]
  const until = formatUntil(start, end, timeZone)
  return `${formatDate(start, timeZone)}, ${formatTime(start, timeZone)} to ${until} (${zoneShortName(start, timeZone)})`
}
