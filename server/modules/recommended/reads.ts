// What is recommended: to members as it was computed for them, to visitors by place and date.
import { DAY } from '../../../contract/durations.ts'
import { LIST } from '../../../contract/limits.ts'
import type { RecommendedEvent } from '../../../contract/recommended.ts'
import { dayIn, isWeekendEvening, wallClock } from '../../../contract/zoned-time.ts'
import type { Db } from '../../db/client.ts'
import type { Pick } from '../../db/schema/recommended.ts'
import type { Deps } from '../../deps.ts'
import { findEvents, withMoreDates } from '../events/module.ts'
import { findBookedLinks, toEvent, type EventRow } from '../events/queries.ts'
import { findPicks } from './commands.ts'
import { findNew } from './queries.ts'
import type { Point } from './taste.ts'

const NEAR_KM = 50

/** As the headings of the lists have it, by the calendar of the event's own place. */
function dateReason({ startTime, timeZone }: EventRow, now: Date): string {
  const days = Math.round((Date.parse(dayIn(startTime, timeZone)) - Date.parse(dayIn(now, timeZone))) / DAY)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  const toSunday = (7 - wallClock(now, timeZone).getUTCDay()) % 7
  const isFridayEvening = days === toSunday - 2 && isWeekendEvening(startTime, timeZone)
  if (days <= toSunday) return days >= toSunday - 1 || isFridayEvening ? 'This weekend' : 'This week'
  return 'Coming up'
}

interface Recommended {
  row: EventRow
  reason: string
}

/** By place and date: what is near, then what comes next anywhere. */
async function byLocationAndDate(db: Db, near: Point | undefined, limit: number, now: Date): Promise<Recommended[]> {
  const search = { userId: null, seats: 1, series: 'once' as const, limit }
  const around = near ? await findEvents(db, { ...search, near, within: NEAR_KM }, now) : { items: [] }
  const ids = new Set(around.items.map(({ id }) => id))
  const next = ids.size < limit ? (await findEvents(db, search, now)).items.filter(({ id }) => !ids.has(id)) : []
  return [
    ...around.items.map((row) => ({ row, reason: 'Near you' })),
    ...next.map((row) => ({ row, reason: dateReason(row, now) })),
  ].slice(0, limit)
}

async function inOrder(db: Db, userId: number, picks: Pick[], now: Date): Promise<Recommended[]> {
  if (picks.length === 0) return []
  const rows = await findNew(
    db,
    userId,
    picks.map(({ eventId }) => eventId),
    now,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return picks.flatMap(({ eventId, reason }) => {
    const row = byId.get(eventId)
    return row ? [{ row, reason: reason || dateReason(row, now) }] : []
  })
}

async function forMember(deps: Deps, userId: number, limit: number, now: Date): Promise<RecommendedEvent[]> {
  const found = await inOrder(deps.db, userId, await findPicks(deps, userId, now), now)
  const shown = found.slice(0, limit)
  const booked = await findBookedLinks(
    deps.db,
    userId,
    shown.map(({ row }) => row),
  )
  const events = shown.map(({ row, reason }) => ({
    ...toEvent(row, { userId, hasBooked: booked.has(row.id) }),
    reason,
  }))
  return withMoreDates(deps, events, now)
}

interface Asked {
  near?: Point | undefined
  limit?: number | undefined
}

export async function listRecommended(
  deps: Deps,
  viewer: { id: number } | null,
  { near, limit = LIST.shortSize }: Asked,
): Promise<RecommendedEvent[]> {
  const now = deps.clock()
  if (viewer) return forMember(deps, viewer.id, limit, now)
  const found = await byLocationAndDate(deps.db, near, limit, now)
  const events = found.map(({ row, reason }) => ({ ...toEvent(row, { userId: null }), reason }))
  return withMoreDates(deps, events, now)
}
