// Which moments "this weekend" means. Days are those of the event's place, so there is a window for each time zone;
// zones whose clocks agree share one. Computed here and not in SQL: PostgreSQL may not know a zone that Intl does.
import { and, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { DayRange, RelativeDays } from '../../../contract/event-query.ts'
import { dayIn, parseDateTime, WEEKEND_BEGINS } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'

/** From midnight, or Friday evening, to midnight in these zones. */
export interface Window {
  zones: string[]
  start: Date
  end: Date
}

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** As the headings of the lists have them: a weekend that has begun is still this one, and a week ends with it. */
function rangeFrom(today: string, asked: RelativeDays): DayRange {
  const weekday = new Date(today).getUTCDay()
  const sinceMonday = (weekday + 6) % 7
  switch (asked) {
    case 'today':
      return { from: today, to: today }
    case 'tomorrow':
      return { from: plusDays(today, 1), to: plusDays(today, 1) }
    case 'weekend':
      return { from: plusDays(today, 4 - sinceMonday), to: plusDays(today, 6 - sinceMonday) }
    case 'week':
      return { from: plusDays(today, -sinceMonday), to: plusDays(today, 6 - sinceMonday) }
  }
}

const momentOf = (day: string, time: string, zone: string) =>
  parseDateTime(`${day}T${time}`, zone) ?? new Date(`${day}T${time}Z`)

export function windowsOf(asked: RelativeDays | DayRange, zones: string[], now: Date): Window[] {
  const windows = new Map<string, Window>()
  for (const zone of zones) {
    const { from, to } = typeof asked === 'string' ? rangeFrom(dayIn(now, zone), asked) : asked
    const start = momentOf(from, asked === 'weekend' ? WEEKEND_BEGINS : '00:00', zone)
    const end = momentOf(plusDays(to, 1), '00:00', zone)
    const key = `${start.getTime()} ${end.getTime()}`
    const known = windows.get(key)
    if (known) known.zones.push(zone)
    else windows.set(key, { zones: [zone], start, end })
  }
  return [...windows.values()]
}

/**
 * It runs on one of these days: it has begun before they end, and ends after they begin. `+ interval '0'`: what leads is the
 * span or the order of starts; PostgreSQL would rather put all that has begun into a bitmap beside them.
 */
export const runsWithin = (windows: Window[]): SQL =>
  or(
    ...windows.map(({ zones, start, end }) =>
      and(
        inArray(events.timeZone, zones),
        sql`${events.startTime} + interval '0' < ${end.toISOString()}::timestamptz`,
        gt(events.endTime, start),
      ),
    ),
  ) ?? sql`false`

/** Every zone that a public event has, found by jumping along the index: there are hundreds at most. */
export async function zonesInUse(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.execute<{ zone: string }>(sql`
    with recursive zones as (
      (select time_zone as zone from events where ${publicOnly()} order by time_zone limit 1)
      union all
      select (select time_zone from events where ${publicOnly()} and time_zone > zones.zone order by time_zone limit 1)
      from zones where zones.zone is not null
    ) select zone from zones where zone is not null`)
  return rows.map(({ zone }) => zone)
}
