import { DAY } from '../../../contract/durations.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Session } from '../../../contract/security.ts'

/** 'today at 3:00 PM', 'yesterday at …', or the day: several of one day can be told apart. */
function dayWords(iso: string, now: Date, timeZone: string): string {
  const day = formatDate(iso, timeZone)
  const time = formatTime(iso, timeZone)
  if (day === formatDate(now.toISOString(), timeZone)) return `today at ${time}`
  if (day === formatDate(new Date(now.getTime() - DAY).toISOString(), timeZone)) return `yesterday at ${time}`
  return `on ${day} at ${time}`
}

/** What is known of a session, in one line: 'Last used yesterday · Signed in on 3rd Mar, 2025 · Dublin'. */
export function lastUseWords(session: Session, now: Date, timeZone: string): string {
  const lastUse = session.isCurrent ? 'In use now' : `Last used ${dayWords(session.lastUsedAt, now, timeZone)}`
  const firstUse = `Signed in ${dayWords(session.firstUsedAt, now, timeZone)}`
  return [lastUse, firstUse, session.town].filter(Boolean).join(' · ')
}
