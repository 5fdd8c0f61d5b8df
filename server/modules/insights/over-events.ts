// Figures over all events that somebody runs, from bookings, returns and scans that are there anyway. Nothing is stored, and
// nothing is said about fewer people than FEWEST_PEOPLE or about events that the caller does not run.
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { FEWEST_PEOPLE, type InsightsOverEvents } from '../../../contract/insights.ts'
import { wallClock } from '../../../contract/zoned-time.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { spreadsheet, written } from '../../http/spreadsheet.ts'
import { bookingsThatFit } from '../../ledger/turnout.ts'
import { isNoWalkIn } from '../../ledger/turnout-counts.ts'
import { readEvent } from './queries.ts'

const MOST_EVENTS = 500
const SOURCES_SHOWN = 50
/** How many events with a door back somebody may have been to be back again. */
const EVENTS_BACK = 10
const FEWEST_EVENTS = 3
const TWO_YEARS = 730 * DAY

interface EventFigures {
  eventId: number
  title: string
  language: string | null
  startTime: string
  timeZone: string
  isOver: boolean
  capacity: number
  booked: number
  groups: number
  givenBack: number
  waiting: number
  letIn: number
  camePlaces: number
  low: number | null
  high: number | null
}

async function listEvents(db: Tx, userId: number, now: Date): Promise<EventFigures[]> {
  const since = new Date(now.getTime() - TWO_YEARS)
  const { rows } = await db.execute<{ [K in keyof EventFigures]: EventFigures[K] }>(sql`
    with mine as (
      select * from (
        select id, title, language, start_time, end_time, time_zone, capacity from events
        where creator_id = ${userId} and status = 'published' and start_time > ${since}
        union
        select id, title, language, start_time, end_time, time_zone, capacity from events
        where manager_ids @> array[${userId}::int] and manager_ids <> '{}' and status = 'published' and start_time > ${since}
      ) as run order by start_time desc, id desc limit ${MOST_EVENTS}
    ), booked as (
      select t.event_id, sum(t.number_of_tickets)::int as seats, count(*)::int as groups,
        sum(least(t.admitted, t.number_of_tickets))::int as came
      from tickets t where t.event_id = any(array(select id from mine)) and t.number_of_tickets > 0 and ${isNoWalkIn} group by 1
    ), returned as (
      select event_id, sum(seats)::int as seats from ticket_returns
      where event_id in (select id from mine) and undone_at is null group by 1
    ), let_in as (
      select event_id, sum(admitted)::int as seats from door_links where event_id in (select id from mine) group by 1
    ), waiting as (
      select w.event_id, count(*)::int as people from waiting_entries w join mine on mine.id = w.event_id
      where w.created_at <= mine.start_time and (w.ended_at is null or w.ended_at > mine.start_time) group by 1
    )
    select mine.id as "eventId", mine.title, mine.language, mine.start_time as "startTime", mine.time_zone as "timeZone",
      mine.end_time < ${now} as "isOver", mine.capacity, coalesce(booked.seats, 0) as booked,
      coalesce(booked.groups, 0) as groups, coalesce(returned.seats, 0) as "givenBack",
      coalesce(waiting.people, 0) as waiting, coalesce(let_in.seats, 0) as "letIn",
      coalesce(booked.came, 0) as "camePlaces", f.low, f.high
    from mine left join booked on booked.event_id = mine.id left join returned on returned.event_id = mine.id
      left join let_in on let_in.event_id = mine.id left join waiting on waiting.event_id = mine.id
      left join turnout_forecasts f on f.event_id = mine.id and f.start_time = mine.start_time
    order by mine.start_time desc, mine.id desc`)
  return rows
}

/** Where nobody was let in, nobody knows who came. */
const hadDoor = ({ isOver, camePlaces, letIn }: EventFigures) => isOver && camePlaces + letIn > 0

const enough = <T extends Record<string, number>>(counts: T): T | null =>
  Object.values(counts).every((count) => count >= FEWEST_PEOPLE) ? counts : null

/**
 * Somebody is back again who was let in at one of the ten events before. Accounts count, not guests by name; somebody who has
 * switched their event history off is never counted as having been there before.
 */
async function countPeople(db: Tx, ended: EventFigures[]) {
  // The oldest first: an event's place in the array is its number.
  const ids = ended.map(({ eventId }) => eventId).reverse()
  const lately = ids.length - EVENTS_BACK
  const { rows } = await db.execute<{
    eventId: number
    alone: number
    again: number
    once: number
    several: number
  }>(sql`
    with visits as materialized (
      select distinct t.user_id, e.number::int as number, e.id as event_id
      from unnest(${sql.param(ids)}::int[]) with ordinality as e (id, number) join tickets t on t.event_id = e.id
      where t.admitted > 0 and t.event_id = any(${sql.param(ids)}::int[])
    ), people as materialized (
      select id, event_history as counts from users
      where id in (select user_id from visits) and deletion_at is null and deleted_at is null
    ), steps as (
      select user_id, event_id, number, lag(number) over person as last, lag(number, 2) over person as one_before
      from visits window person as (partition by user_id order by number)
    )
    select event_id as "eventId", count(*) filter (where (counts and number - last <= ${EVENTS_BACK}) is not true)::int as alone,
      count(*) filter (where counts and number - last <= ${EVENTS_BACK})::int as again,
      count(*) filter (where number > ${lately} and (last > ${lately}) is not true)::int as once,
      count(*) filter (where counts and last > ${lately} and (one_before > ${lately}) is not true)::int as several
    from steps join people on people.id = steps.user_id group by event_id`)
  const ofEvent = new Map(
    rows.map(({ eventId, alone, again }) => [eventId, enough({ firstTime: alone, backAgain: again })] as const),
  )
  const sum = (of: 'once' | 'several') => rows.reduce((total, row) => total + row[of], 0)
  const several = sum('several')
  return { ofEvent, lately: enough({ once: sum('once') - several, several }) }
}

async function listSources(db: Tx, ids: number[]): Promise<InsightsOverEvents['sources']> {
  const { rows } = await db.execute<{ cameFrom: object | null; bookings: number; seats: number; came: number }>(sql`
    select t.came_from as "cameFrom", count(*)::int as bookings, sum(t.number_of_tickets)::int as seats,
      sum(least(t.admitted, t.number_of_tickets))::int as came
    from tickets t where t.event_id = any(${sql.param(ids)}::int[]) and t.number_of_tickets > 0 and ${isNoWalkIn}
    group by t.came_from order by seats desc, bookings desc, t.came_from limit ${SOURCES_SHOWN}`)
  return rows.map(({ cameFrom, bookings, seats, came }) => ({ ...cameFrom, bookings, seats, came }))
}

async function countFilledAgain(db: Tx, events: EventFigures[]): Promise<InsightsOverEvents['filledAgain']> {
  const ids = events.map(({ eventId }) => eventId)
  const { rows } = await db.execute<{ offered: number; taken: number; came: number; medianMinutes: number | null }>(sql`
    select coalesce(sum(o.seats), 0)::int as offered,
      coalesce(sum(o.seats) filter (where o.ending = 'accepted'), 0)::int as taken,
      coalesce(sum(least(o.seats, t.admitted)) filter (where o.ending = 'accepted'), 0)::int as came,
      round((percentile_cont(0.5) within group (order by extract(epoch from o.ended_at - o.told_at)::float8)
        filter (where o.ending = 'accepted') / 60)::numeric)::int as "medianMinutes"
    from waiting_entries w join offers o on o.entry_id = w.id left join tickets t on t.id = o.ticket_id and t.event_id = any(${sql.param(ids)}::int[])
    where w.event_id = any(${sql.param(ids)}::int[]) and o.ending is distinct from 'replaced'`)
  const givenBack = events.reduce((sum, event) => sum + event.givenBack, 0)
  return { givenBack, ...(rows[0] ?? { offered: 0, taken: 0, came: 0, medianMinutes: null }) }
}

const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** 1 is Monday. */
const weekdayOf = ({ startTime, timeZone }: EventFigures) => wallClock(new Date(startTime), timeZone).getUTCDay() || 7

function adviceFrom(ended: EventFigures[]): InsightsOverEvents['advice'] {
  const byDay = Map.groupBy(
    ended.filter(({ booked }) => booked > 0),
    weekdayOf,
  )
  return [...byDay]
    .filter(([, events]) => events.length >= FEWEST_EVENTS)
    .sort(([a], [b]) => a - b)
    .map(([weekday, events]) => {
      const sum = (of: 'booked' | 'groups' | 'camePlaces') => events.reduce((total, event) => total + event[of], 0)
      const [booked, came] = [sum('booked'), sum('camePlaces')]
      const chairs = middle(events.map(({ capacity }) => capacity))
      const rates = events.map((event) => event.camePlaces / event.booked)
      const fits = bookingsThatFit({ chairs, rate: came / booked, rates, groupSize: booked / sum('groups') })
      return { weekday, events: events.length, booked, came, chairs, ...fits }
    })
}

const rowOf = (
  event: EventFigures,
  people: Map<number, InsightsOverEvents['events'][number]['people']>,
): InsightsOverEvents['events'][number] => {
  const { camePlaces, groups: _, low, high, startTime, language, ...rest } = event
  const came = hadDoor(event) ? camePlaces : null
  const held = came === null ? null : low !== null && high !== null && low <= came && came <= high
  return {
    ...rest,
    ...(language && { language }),
    startTime: new Date(startTime).toISOString(),
    came,
    forecast: low === null || high === null ? null : { low, high, held },
    people: people.get(event.eventId) ?? null,
  }
}

export const getInsightsOverEvents = (
  deps: Pick<Deps, 'db' | 'clock'>,
  user: Pick<SessionUser, 'id'>,
): Promise<InsightsOverEvents> =>
  readEvent(deps.db, async (db) => {
    const events = await listEvents(db, user.id, deps.clock())
    const ended = events.filter(hadDoor)
    const people = await countPeople(db, ended)
    return {
      events: events.map((event) => rowOf(event, people.ofEvent)),
      people: people.lately,
      sources: await listSources(
        db,
        ended.map(({ eventId }) => eventId),
      ),
      filledAgain: await countFilledAgain(
        db,
        events.filter(({ isOver }) => isOver),
      ),
      advice: adviceFrom(ended),
    }
  })

const COLUMNS = [
  'Event',
  'Starts at',
  'Capacity',
  'Booked',
  'Given back',
  'Waiting',
  'Let in',
  'Came with a booking',
  'Turnout in %',
  'Expected from',
  'Expected to',
  'First time',
  'Back again',
]

type Row = InsightsOverEvents['events'][number]

const cellsOf = ({ title, startTime, capacity, booked, givenBack, waiting, letIn, came, forecast, people }: Row) => [
  written(title),
  startTime,
  capacity,
  booked,
  givenBack,
  waiting,
  letIn,
  came ?? '',
  came === null || booked === 0 ? '' : Math.round((came / booked) * 100),
  forecast?.low ?? '',
  forecast?.high ?? '',
  people?.firstTime ?? '',
  people?.backAgain ?? '',
]

export const insightsCsv = ({ events }: InsightsOverEvents): Readable =>
  spreadsheet(COLUMNS, Readable.from([events]), cellsOf)
