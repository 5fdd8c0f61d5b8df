// The parts that a search is read in, one after the other: what is on, to come or over. What a part has in it is decided
// here; search-queries.ts reads it.
import { and, eq, gt, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { hasSeats as eventHasSeats, seatsLeft } from '../../db/schema/event-status.ts'
import type { EventQuery } from '../../../contract/event-query.ts'
import { events } from '../../db/schema/events.ts'
import { runsWithin, type Window } from './days.ts'
import { nearTo, type Coordinates } from './list-filters.ts'
import type { Part } from './search-cursor.ts'

export interface SearchFilter extends Omit<EventQuery, 'place' | 'limit' | 'cursor'> {
  /** A town beside the point that distances are measured from. */
  town?: Coordinates & { km: number }
  /** Of the feed of a series. */
  seriesId?: number
  /** Of a feed: what has begun since then or begins until then, also where a list would leave out what is over. */
  span?: { from: Date; to: Date }
}

/** Of each event's own place; null: any day. */
export type Days = Window[] | null

/** Null: any day. */
export const daysAsked = (when: SearchFilter['when']) =>
  when === undefined || when === 'upcoming' || when === 'past' ? null : when

/** With one of these, what is over is left out; `q`, `near`, `ids` and `creator` alone keep it. */
const leavesOutEnded = ({ kind, category, access, seats, sort, when }: SearchFilter, hasLocation: boolean) =>
  hasLocation || Boolean(kind ?? category ?? access ?? seats ?? sort ?? daysAsked(when))

const UPCOMING: Part[] = ['ongoing', 'coming']

/** Groups of parts: all ranks of the first group come before any of the second. */
export function partsOf(filter: SearchFilter, hasLocation: boolean): Part[][] {
  if (filter.sort === 'newest' || filter.sort === 'nearest') return [[filter.sort]]
  // What is not popular follows by date.
  const byDate = () => partsOf({ ...filter, sort: 'date' }, hasLocation)
  if (filter.sort === 'popular') return filter.when === 'past' ? byDate() : [['popular'], ...byDate()]
  if (filter.when === 'past') return [['past']]
  if (daysAsked(filter.when)) return [UPCOMING, ['past', 'earlier']]
  const isUpcoming = filter.when === 'upcoming' || (!filter.span && leavesOutEnded(filter, hasLocation))
  return isUpcoming ? [UPCOMING] : [UPCOMING, ['past']]
}

export const hasSeats = eventHasSeats()

/** Full ones are not popular, also where they were a moment ago. */
const isPopular = sql`(${hasSeats} and exists (select from popular_events p where p.event_id = ${events.id}))`

/** What is among the popular ones is not listed by date again. */
export const isLeftOf = (part: Part, { sort }: SearchFilter): SQL | undefined =>
  sort === 'popular' && UPCOMING.includes(part) ? sql`not ${isPopular}` : undefined

/** What all parts have in common. */
export function filtersOf({
  kind,
  category,
  access,
  seats,
  creator,
  seriesId,
  ids,
  town,
}: SearchFilter): (SQL | undefined)[] {
  return [
    ids && inArray(events.id, ids),
    town && nearTo(town, town.km),
    kind && eq(events.isVirtual, kind === 'online'),
    category && sql`${events.categories} && ${sql.param(category)}::text[]`,
    // Also as the index says it, so that it is used.
    access && sql`${events.accessFacts} @> ${sql.param(access)}::text[] and ${events.accessFacts} <> '{}'`,
    seats === undefined ? undefined : sql`${seatsLeft()} >= ${seats}::int`,
    typeof creator === 'number' ? eq(events.creatorId, creator) : undefined,
    seriesId === undefined ? undefined : eq(events.seriesId, seriesId),
  ]
}

const envelopeOf = (windows: Window[]) => ({
  start: new Date(Math.min(...windows.map(({ start }) => start.getTime()))),
  end: new Date(Math.max(...windows.map(({ end }) => end.getTime()))),
})

/** The first moment at which anything that was asked for may begin, but for what is on. */
function firstMoment(asOf: Date, days: Days): Date {
  const start = days && envelopeOf(days).start
  return start && start > asOf ? start : asOf
}

/** Which of a group's parts an event is in, by its start. */
export function partAt(parts: Part[], start: Date, asOf: Date, days: Days): Part {
  const [first = 'coming', second] = parts
  if (!second) return first
  if (first === 'ongoing') return start > firstMoment(asOf, days) ? second : first
  const past = days?.filter(({ end }) => end <= asOf) ?? []
  return past.length === 0 || start >= envelopeOf(past).start ? first : second
}

// By its span alone: with the start beside it PostgreSQL would put all that has begun into a bitmap, 28 ms at a million events.
const isOnAt = (moment: Date) =>
  sql`tstzrange(${events.startTime}, ${events.endTime}) @> ${moment.toISOString()}::timestamptz`

/** What is on or to come. All of it is on at `from`, or starts after it: one is a handful, the other a walk by start. */
function upcoming(part: Part, asOf: Date, days: Days): SQL | undefined {
  const bounds = days && envelopeOf(days)
  const from = firstMoment(asOf, days)
  const fits = days ? runsWithin(days) : undefined
  if (part === 'ongoing') return and(isOnAt(from), fits)
  if (part === 'coming')
    return and(gt(events.startTime, from), bounds ? lt(events.startTime, bounds.end) : undefined, fits)
  return and(gt(events.endTime, asOf), fits)
}

/** What is over, where the days that were asked for are. */
function over(part: Part, asOf: Date, days: Days): SQL | undefined {
  const isOver = and(lt(events.startTime, asOf), lte(events.endTime, asOf))
  if (!days) return isOver
  const past = days.filter(({ end }) => end <= asOf)
  if (past.length === 0) return sql`false`
  const { start, end } = envelopeOf(past)
  const when =
    part === 'past'
      ? and(gte(events.startTime, start), lt(events.startTime, end))
      : and(isOnAt(start), sql`${events.startTime} + interval '0' < ${start.toISOString()}::timestamptz`)
  return and(isOver, when, runsWithin(past))
}

/** What is on is in it, however long ago it began. */
export function spanOf(part: Part, { span }: SearchFilter): SQL | undefined {
  if (!span || part === 'ongoing') return undefined
  return part === 'past' ? gte(events.startTime, span.from) : lt(events.startTime, span.to)
}

export const isBackwards = (part: Part) => part === 'past' || part === 'earlier' || part === 'newest'

export const contentsOf = (part: Part, asOf: Date, days: Days): SQL | undefined =>
  part === 'past' || part === 'earlier' ? over(part, asOf, days) : upcoming(part, asOf, days)
