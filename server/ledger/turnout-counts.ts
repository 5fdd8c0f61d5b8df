// How many bookings of which kind an event has, and how those of its creator's earlier events turned out: what turnout.ts decides on.
import { sql, type SQL } from 'drizzle-orm'
import { DAY, HOUR } from '../../contract/durations.ts'
import type { TurnoutKind } from '../../contract/insights.ts'
import type { Db, Tx } from '../db/client.ts'
import { CONFIRMING } from './confirming.ts'
import type { Group, Past, PastGroup } from './turnout.ts'

/**
 * Somebody who came without a booking is no booking, though a seat was left and they have a ticket of it. Scans are looked for
 * only where nobody has booked or added the ticket: a booking needs none.
 */
export const isNoWalkIn = sql`(t.user_id is not null or t.added_by is not null
  or not exists (select 1 from door_scans s where s.ticket_id = t.id and s.kind = 'walk-in'))`

/** Of tickets t, what their chance of coming depends on. */
const kindOf = (late: SQL) => sql`case
  when t.coming then 'coming'
  when t.created_at > ${late} then 'late'
  when reminded.times = 0 then 'not-reminded'
  when reminded.times = 1 then 'reminded-once'
  else 'reminded-twice' end`
const REMINDED = sql`cross join lateral (select count(*) as times from reminders r where r.ticket_id = t.id) as reminded`

/** Current bookings, as they were at this moment. */
export async function countGroups(db: Db | Tx, event: { id: number; startTime: Date }, at: Date): Promise<Group[]> {
  const late = new Date(event.startTime.getTime() - 24 * HOUR)
  const { rows } = await db.execute<{ kind: TurnoutKind; seats: number; bookings: number }>(sql`
    select kind, number_of_tickets as seats, count(*)::int as bookings from (
      select t.number_of_tickets, ${kindOf(sql`${late}`)} as kind from tickets t ${REMINDED}
      where t.event_id = ${event.id} and t.number_of_tickets > 0 and t.created_at <= ${at} and ${isNoWalkIn}
    ) as bookings group by kind, number_of_tickets order by kind, number_of_tickets`)
  return rows
}

// Older ones say little about who comes today.
const PAST_YEARS = sql`interval '2 years'`
const PAST_EVENTS = 50

/** Past events with a door: where nobody was let in, nobody knows who came. */
export const withDoor = (creatorId: number, before: Date) => sql`
  select e.id, e.title, e.start_time, came.seats, came.came, came.bookings from events e
  cross join lateral (
    select sum(t.number_of_tickets)::int as seats, sum(least(t.admitted, t.number_of_tickets))::int as came, count(*)::int as bookings
    from tickets t where t.event_id = e.id and t.number_of_tickets > 0 and ${isNoWalkIn}
  ) as came
  where e.creator_id = ${creatorId} and e.status = 'published' and e.end_time < ${before}
    and e.start_time > ${before}::timestamptz - ${PAST_YEARS} and e.tickets_sold > 0 and came.came > 0
  order by e.start_time desc, e.id desc limit ${PAST_EVENTS}`

export async function countPast(db: Db | Tx, creatorId: number, before: Date): Promise<Past> {
  const { rows } = await db.execute<{ [K in keyof PastGroup]: PastGroup[K] }>(sql`
    select past.id as "eventId", ${kindOf(sql`past.start_time - interval '24 hours'`)} as kind, count(*)::int as bookings,
      sum(t.number_of_tickets)::int as seats, sum(least(t.admitted, t.number_of_tickets))::int as came,
      sum(t.number_of_tickets * t.number_of_tickets)::int as squares
    from (${withDoor(creatorId, before)}) as past join tickets t on t.event_id = past.id ${REMINDED}
    where t.number_of_tickets > 0 and ${isNoWalkIn} group by 1, 2`)
  return rows
}

export interface RoomGroup extends Group {
  /** Was asked to confirm, or will be, and has not: may go on standby. */
  isPending: boolean
}

/** Current bookings of an event with extra places. */
export async function countRoomGroups(
  db: Db | Tx,
  event: { id: number; startTime: Date; confirm: boolean },
  now: Date,
): Promise<RoomGroup[]> {
  const before = (ms: number) => new Date(event.startTime.getTime() - ms)
  const isSoon = now >= before(DAY)
  // Until the day before, who booked before the question; from then on, who was sent it.
  const isAsked = isSoon
    ? sql`exists (select from reminders q where q.ticket_id = t.id and q.which = 'confirm')`
    : sql`t.created_at < ${before(CONFIRMING.askedBeforeMs)}`
  const { rows } = await db.execute<{ [K in keyof RoomGroup]: RoomGroup[K] }>(sql`
    select kind, number_of_tickets as seats, is_pending as "isPending", count(*)::int as bookings from (
      select t.number_of_tickets, ${kindOf(sql`${before(DAY)}`)} as kind,
        ${event.confirm} and t.user_id is not null and t.admitted = 0 and ${isAsked}
          and (t.confirmed_at is null or t.confirmed_at < ${before(CONFIRMING.countsBeforeMs)}) as is_pending
      from tickets t ${REMINDED} where t.event_id = ${event.id} and t.number_of_tickets > 0 and ${isNoWalkIn}
    ) as bookings group by 1, 2, 3`)
  return rows
}

/**
 * Of earlier events that asked people to confirm: all bookings, those that were released too, and as came those that cannot be:
 * confirmed, or never asked.
 */
export async function countFirm(db: Db | Tx, creatorId: number, before: Date): Promise<Past> {
  const { rows } = await db.execute<{ [K in keyof PastGroup]: PastGroup[K] }>(sql`
    select past.id as "eventId", 'coming' as kind, count(*)::int as bookings, sum(b.seats)::int as seats,
      coalesce(sum(b.seats) filter (where b.is_firm), 0)::int as came, sum(b.seats * b.seats)::int as squares
    from (${withDoor(creatorId, before)}) as past join events e on e.id = past.id cross join lateral (
      select t.number_of_tickets as seats, coalesce(t.coming, false) or not exists (
        select from reminders q where q.ticket_id = t.id and q.which = 'confirm') as is_firm
      from tickets t where t.event_id = past.id and t.number_of_tickets > 0 and ${isNoWalkIn}
      union all
      select r.seats, false from ticket_returns r where r.event_id = past.id and r.by = 'unconfirmed' and r.undone_at is null
    ) as b where e.confirm group by past.id`)
  return rows
}

/** Bookings of earlier events, as long before the start as now, and how many of their seats their guests gave back from then on. */
export interface GivenBack {
  bookings: number
  seats: number
  givenBack: number
}

export async function countGivenBack(
  db: Db | Tx,
  { creatorId, startTime }: { creatorId: number; startTime: Date },
  now: Date,
): Promise<GivenBack> {
  const then = sql`past.start_time - ${(startTime.getTime() - now.getTime()) / 1000} * interval '1 second'`
  const { rows } = await db.execute<{ [K in keyof GivenBack]: GivenBack[K] }>(sql`
    select count(*)::int as bookings, coalesce(sum(kept + released + given_back), 0)::int as seats,
      coalesce(sum(given_back), 0)::int as "givenBack"
    from (
      select t.number_of_tickets as kept, coalesce(sum(r.seats) filter (where r.by = 'unconfirmed'), 0) as released,
        coalesce(sum(r.seats) filter (where r.by in ('guest', 'link') and r.returned_at >= ${then}), 0) as given_back
      from (${withDoor(creatorId, now)}) as past join tickets t on t.event_id = past.id
      left join ticket_returns r on r.ticket_id = t.id and r.undone_at is null
      where t.created_at < ${then} group by t.id
    ) as b where kept + released + given_back > 0`)
  return rows[0] ?? { bookings: 0, seats: 0, givenBack: 0 }
}
