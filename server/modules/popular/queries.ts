import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import type { PopularEvent } from '../../../contract/popular.ts'
import { LIST } from '../../../contract/limits.ts'
import { hasSeats, publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { popularEvents } from '../../db/schema/popular.ts'
import type { Deps } from '../../deps.ts'
import { findEvents, withMoreDates } from '../events/module.ts'
import { toEvent, type EventRow } from '../events/queries.ts'

const WINDOW = 72 * HOUR

export const MOST_OF_ONE_CREATOR = 2
export const FIRST = 10

/**
 * Bookings of each event in the last 72 hours: people who have one that was not returned, by their newest, which counts half after
 * a day. The creator's own counts nothing, nor does a guest who was added by name, who has no account.
 */
export const bookingsAt = (now: Date): SQL => sql`
  select event_id, sum(power(0.5::float8, extract(epoch from ${now}::timestamptz - booked_at)::float8 / 86400)) as bookings
  from (
    select t.event_id, t.user_id, max(t.created_at) as booked_at
    from tickets t join events e on e.id = t.event_id
    where t.created_at > ${new Date(now.getTime() - WINDOW)}::timestamptz and t.created_at <= ${now}::timestamptz
      and t.number_of_tickets > 0 and t.user_id <> e.creator_id
    group by t.event_id, t.user_id
  ) as people group by event_id`

/**
 * Since the order was made, one of the first may have ended, or be full: one that moves up must not be the third of one
 * creator. Where there are fewer creators than that, the list is shorter.
 */
function ofDifferentCreators(rows: EventRow[]): EventRow[] {
  const listed: EventRow[] = []
  for (const row of rows) {
    const isAmongFirst = listed.length < FIRST
    const before = listed.filter(({ creatorId }) => creatorId === row.creatorId).length
    // A series is one of the first, however many of its dates are asked for.
    if (isAmongFirst && row.seriesId !== null && listed.some(({ seriesId }) => seriesId === row.seriesId)) continue
    if (!isAmongFirst || before < MOST_OF_ONE_CREATOR) listed.push(row)
  }
  return listed
}

export async function listPopular(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  limit: number = LIST.shortSize,
): Promise<PopularEvent[]> {
  const { db, clock } = deps
  const now = clock()
  const asPopular = (rows: EventRow[], isPopular: boolean) => {
    const shown = rows.map((row) => ({ ...toEvent(row, { userId: null }), isPopular }))
    return withMoreDates(deps, shown, now)
  }
  const rows = await db
    .select({ event: events })
    .from(popularEvents)
    .innerJoin(events, eq(events.id, popularEvents.eventId))
    .where(and(publicOnly(), gt(events.endTime, now), hasSeats()))
    .orderBy(popularEvents.place)
    .limit(LIST.shortSize + FIRST)
  const popular = ofDifferentCreators(rows.map(({ event }) => event))
  if (popular.length > 0) return asPopular(popular.slice(0, limit), true)
  // A new Hooley, or three quiet days: what comes next, by date.
  const { items } = await findEvents(db, { userId: null, seats: 1, series: 'once', limit: LIST.maxPageSize }, now)
  return asPopular(ofDifferentCreators(items).slice(0, limit), false)
}
