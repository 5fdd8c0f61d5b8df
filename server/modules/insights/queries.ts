import { eq, sql } from 'drizzle-orm'
import type { Insights } from '../../../contract/insights.ts'
import type { Db, Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { turnoutForecasts } from '../../db/schema/insights.ts'
import { isNoWalkIn, withDoor } from '../../ledger/turnout-counts.ts'

// An event may have a million bookings: a statement that takes longer is ended, and the call fails with 503.
const STATEMENT_MS = 2_000

export const readEvent = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> => readWithin(db, STATEMENT_MS, read)

const PAST_SHOWN = 12

type PastRow = Pick<Insights['pastEvents'][number], 'eventId' | 'title' | 'startTime' | 'seats' | 'came'> & {
  language: string | null
}

/** Of those, the ones that this person runs. */
export async function listPast(
  db: Db | Tx,
  creatorId: number,
  userId: number,
  before: Date,
): Promise<Insights['pastEvents']> {
  const { rows } = await db.execute<PastRow>(
    sql`
      select past.id as "eventId", past.title, e.language, past.start_time as "startTime", past.seats, past.came
      from (${withDoor(creatorId, before)}) as past join events e on e.id = past.id
      where e.creator_id = ${userId} or e.manager_ids @> array[${userId}::int]
      order by past.start_time desc, past.id desc limit ${PAST_SHOWN}`,
  )
  return rows.map(({ language, ...row }) => ({
    ...row,
    ...(language && { language }),
    startTime: new Date(row.startTime).toISOString(),
  }))
}

/**
 * By the quarter of an hour, of which every zone's days are made: the caller makes them, because PostgreSQL need not know
 * every zone that we know.
 */
export async function listQuarters(db: Db | Tx, eventId: number) {
  const { rows } = await db.execute<{ from: string; booked: number; givenBack: number }>(sql`
    select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z') as from, sum(booked)::int as booked, sum(given_back)::int as "givenBack"
    from (
      select created_at as at, coalesce(first_quantity, number_of_tickets) as booked, 0 as given_back
      from tickets t where t.event_id = ${eventId} and ${isNoWalkIn}
      union all
      select returned_at, 0, seats from ticket_returns where event_id = ${eventId} and undone_at is null
    ) as acts group by 1 order by 1`)
  return rows.map((row) => ({ ...row, from: new Date(row.from) }))
}

export async function countGivenBack(db: Db | Tx, eventId: number): Promise<Insights['givenBack']> {
  const { rows } = await db.execute<{ seats: number; bookings: number }>(sql`
    select coalesce(sum(seats), 0)::int as seats, count(distinct ticket_id)::int as bookings
    from ticket_returns where event_id = ${eventId} and undone_at is null`)
  return rows[0] ?? { seats: 0, bookings: 0 }
}

const SOURCES_SHOWN = 50

/** Current bookings. */
export async function listSources(db: Db | Tx, eventId: number): Promise<Insights['sources']> {
  const { rows } = await db.execute<{ cameFrom: object | null; bookings: number; seats: number }>(sql`
    select t.came_from as "cameFrom", count(*)::int as bookings, sum(t.number_of_tickets)::int as seats
    from tickets t where t.event_id = ${eventId} and t.number_of_tickets > 0 and ${isNoWalkIn}
    group by t.came_from order by seats desc, bookings desc, t.came_from limit ${SOURCES_SHOWN}`)
  return rows.map(({ cameFrom, bookings, seats }) => ({ ...cameFrom, bookings, seats }))
}

export async function countLetIn(db: Db | Tx, eventId: number): Promise<{ all: number; booked: number }> {
  const { rows } = await db.execute<{ all: number; booked: number }>(sql`
    select (select coalesce(sum(admitted), 0)::int from door_links where event_id = ${eventId}) as all,
      (select coalesce(sum(least(t.admitted, t.number_of_tickets)), 0)::int from tickets t
        where t.event_id = ${eventId} and ${isNoWalkIn}) as booked`)
  return rows[0] ?? { all: 0, booked: 0 }
}

export async function findForecast(db: Db | Tx, event: { id: number; startTime: Date }) {
  const [row] = await db.select().from(turnoutForecasts).where(eq(turnoutForecasts.eventId, event.id))
  return row && row.startTime.getTime() === event.startTime.getTime() ? row : null
}
