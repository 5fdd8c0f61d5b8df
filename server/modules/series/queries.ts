import { and, asc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { SERIES } from '../../../contract/limits.ts'
import { describeRule } from '../../../contract/series-days.ts'
import type { SeriesRule } from '../../../contract/series-rule.ts'
import type { FollowedSeries } from '../../../contract/series-visitors.ts'
import type { Series } from '../../../contract/series.ts'
import { dayIn } from '../../../contract/zoned-time.ts'
import { can, type Principal } from '../../access/can.ts'
import { isItsKey } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { findableOnly, notOver, visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries, inEffectFirst, seriesFollows, seriesVersions, standingPlaces } from '../../db/schema/series.ts'
import { orders } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { findBookedLinks, toEvent, type EventRow } from '../events/queries.ts'
import { findCreatorName } from '../users/queries.ts'
import { dayAfter, isPaidFor, startOf, versionOn, type SeriesRow, type VersionRow } from './dates.ts'

export async function findSeries(db: Db | Tx, id: number): Promise<SeriesRow | null> {
  const [row] = await db.select().from(eventSeries).where(eq(eventSeries.id, id))
  return row ?? null
}

/** Locked after its creator's account and before any of its events. */
export async function getSeriesForUpdate(tx: Tx, id: number): Promise<SeriesRow> {
  const [row] = await tx.select().from(eventSeries).where(eq(eventSeries.id, id)).for('no key update')
  if (!row) throw new AppError('series_not_found')
  return row
}

export const findVersions = (db: Db | Tx, seriesId: number): Promise<VersionRow[]> =>
  db.select().from(seriesVersions).where(eq(seriesVersions.seriesId, seriesId)).orderBy(asc(seriesVersions.fromDay))

/** What has not begun, of a day of the rule or later: locked in the order of ids, as several bookings at once are. */
export const lockComing = (tx: Tx, seriesId: number, from: string, now: Date): Promise<EventRow[]> =>
  findComing(tx, seriesId, from, now).orderBy(asc(events.id)).for('update')

export const findComing = (db: Db | Tx, seriesId: number, from: string, now: Date) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.seriesId, seriesId), gte(events.seriesDay, from), gt(events.startTime, now)))

/** Or ordered: an order is never deleted. */
export async function findEverBooked(db: Db | Tx, ids: number[]): Promise<Set<number>> {
  const booked = db.select({ id: tickets.eventId }).from(tickets).where(inArray(tickets.eventId, ids))
  const rows = await union(booked, db.select({ id: orders.eventId }).from(orders).where(inArray(orders.eventId, ids)))
  return new Set(rows.map(({ id }) => id))
}

const runs = (viewer: Principal, { creatorId, managerIds }: SeriesRow) =>
  can(viewer, 'event.edit', { creatorId, managerIds, status: 'published', hiddenAt: null })

// More than there can be: those that were kept although they no longer fit are among them.
const MOST_SHOWN = SERIES.most + 8

function stateOf({ endsBefore, pausedFrom, pausedUntil }: SeriesRow, today: string): Series['state'] {
  if (endsBefore !== null && endsBefore <= today) return 'ended'
  return pausedFrom !== null && pausedUntil !== null && pausedFrom <= today && today < pausedUntil ? 'paused' : 'active'
}

/** Dates that somebody may read who does not run it: with the key of an unlisted series its unlisted ones too. */
const shownTo = (hasKey: boolean) => and(hasKey ? visibleOnly() : findableOnly(), isNull(events.review))

export const hasKeyOf = ({ linkKey }: Pick<SeriesRow, 'linkKey'>, key: string | undefined) =>
  linkKey !== null && isItsKey(key, linkKey)

/** A stranger sees what anybody may read; a series without such a date is not there for them. */
export async function getSeries(deps: Deps, viewer: Principal, id: number, key?: string): Promise<Series> {
  const { db } = deps
  const now = deps.clock()
  const row = await findSeries(db, id)
  const versions = await findVersions(db, id)
  if (!row || versions.length === 0) throw new AppError('series_not_found')
  const isOwn = runs(viewer, row)
  const hasKey = hasKeyOf(row, key)
  const dates = await db
    .select()
    .from(events)
    .where(and(eq(events.seriesId, id), notOver(now), isOwn ? undefined : shownTo(hasKey)))
    .orderBy(asc(events.startTime), asc(events.id))
    .limit(MOST_SHOWN)
  if (!isOwn && dates.length === 0 && !(await isShown(db, id, hasKey))) throw new AppError('series_not_found')
  const first = versions[0]
  const today = dayIn(now, (first as VersionRow).body.timeZone)
  const current = versionOn(versions, today)
  const booked = await findBookedLinks(db, viewer?.id ?? null, dates)
  const creatorName = await findCreatorName(db, row.creatorId)
  const state = stateOf(row, today)
  return {
    id,
    title: current.body.title,
    ...(current.body.language && { language: current.body.language }),
    description: current.body.description,
    ruleText: describeRule(current.rule),
    timeZone: current.body.timeZone,
    creatorId: row.creatorId,
    ...(creatorName === null ? {} : { creatorName }),
    ...(row.linkKey && (isOwn || hasKey) ? { key: row.linkKey } : {}),
    state,
    ...(state === 'paused' && row.pausedUntil ? { pausedUntil: row.pausedUntil } : {}),
    // Those who would be booked for every date could not be shown this page by its number.
    standingAllowed: row.standingAllowed && state !== 'ended' && (isOwn || (!hasKey && !isPaidFor(current.texts))),
    dates: dates.map((date) => toEvent(date, { userId: viewer?.id ?? null, hasBooked: booked.has(date.id) })),
    ...(isOwn ? { settings: await settingsOf(db, row, current) } : {}),
  }
}

async function settingsOf(db: Db, row: SeriesRow, version: VersionRow): Promise<Series['settings']> {
  const isOpen = and(eq(standingPlaces.seriesId, row.id), isNull(standingPlaces.endedAt))
  return {
    version: row.version,
    rule: version.rule,
    firstDay: version.firstDay,
    localStart: version.localStart,
    minutes: version.minutes,
    extraDays: row.extraDays,
    skippedDays: row.skippedDays,
    pausedFrom: row.pausedFrom,
    pausedUntil: row.pausedUntil,
    endsBefore: row.endsBefore,
    standingSeats: row.standingSeats,
    standingPlaces: await db.$count(standingPlaces, isOpen),
  }
}

export interface TakenSeries {
  startTime: Date
  endTime: Date
  rule: SeriesRule
  extraDays: string[]
  skippedDays: string[]
}

/** Of the series that somebody has created and that go on, all that another installation needs beside what a date says. */
export async function findTaken({ db, clock }: Deps, creatorId: number): Promise<Map<number, TakenSeries>> {
  const rows = await db
    .select({ series: eventSeries, version: seriesVersions })
    .from(eventSeries)
    .innerJoin(seriesVersions, eq(seriesVersions.seriesId, eventSeries.id))
    .where(eq(eventSeries.creatorId, creatorId))
    .orderBy(asc(seriesVersions.fromDay))
  const taken = new Map<number, TakenSeries>()
  for (const [id, all] of Map.groupBy(rows, ({ series }) => series.id)) {
    const versions = all.map(({ version }) => version)
    const series = all[0]?.series as SeriesRow
    const today = dayIn(clock(), (versions[0] as VersionRow).body.timeZone)
    if (stateOf(series, today) === 'ended') continue
    const { rule, firstDay, ...version } = versionOn(versions, today)
    const { extraDays, skippedDays, endsBefore } = series
    const { count: _count, ...endless } = rule
    const startTime = startOf({ rule, firstDay, ...version }, firstDay)
    taken.set(id, {
      startTime,
      endTime: new Date(startTime.getTime() + version.minutes * MINUTE),
      rule: endsBefore ? { ...endless, until: dayAfter(endsBefore, -1) } : rule,
      extraDays,
      skippedDays,
    })
  }
  return taken
}

const MOST_LISTED = 1_000

export async function listStanding({ db }: Deps, seriesId: number) {
  const rows = await db
    .select({
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      numberOfTickets: standingPlaces.numberOfTickets,
      since: standingPlaces.since,
    })
    .from(standingPlaces)
    .innerJoin(users, eq(users.id, standingPlaces.userId))
    .where(and(eq(standingPlaces.seriesId, seriesId), isNull(standingPlaces.endedAt)))
    .orderBy(asc(standingPlaces.since), asc(standingPlaces.id))
    .limit(MOST_LISTED)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

const isShown = async (db: Db | Tx, id: number, hasKey: boolean): Promise<boolean> =>
  (await db.$count(events, and(eq(events.seriesId, id), shownTo(hasKey)))) > 0

/** Whether a stranger can read it. */
export const isPublicSeries = (db: Db | Tx, id: number) => isShown(db, id, false)

interface OwnDate {
  eventId: number
  numberOfTickets: number
  isWaiting: boolean
}

/** What somebody has of the coming dates, as many as there are on the page. */
async function findOwnDates(db: Db, userId: number, seriesId: number, now: Date): Promise<OwnDate[]> {
  const { rows } = await db.execute<Record<keyof OwnDate, unknown>>(sql`
    select * from (
      select e.id as "eventId", e.start_time,
        (select coalesce(sum(t.number_of_tickets), 0)::int from tickets t
          where t.event_id = e.id and t.user_id = ${userId}::int) as "numberOfTickets",
        exists (select from waiting_entries w
          where w.event_id = e.id and w.user_id = ${userId}::int and w.ended_at is null) as "isWaiting"
      from events e where e.series_id = ${seriesId}::int and ${notOver(now, 'e')}
    ) as own
    where "numberOfTickets" > 0 or "isWaiting" order by start_time, "eventId" limit ${MOST_SHOWN}`)
  return (rows as unknown as OwnDate[]).map(({ eventId, numberOfTickets, isWaiting }) => ({
    eventId,
    numberOfTickets,
    isWaiting,
  }))
}

export async function getMine({ db, clock }: Deps, user: { id: number }, seriesId: number) {
  const follows = and(eq(seriesFollows.userId, user.id), eq(seriesFollows.seriesId, seriesId))
  const [standing] = await db
    .select({ numberOfTickets: standingPlaces.numberOfTickets, since: standingPlaces.since })
    .from(standingPlaces)
    .where(
      and(eq(standingPlaces.userId, user.id), eq(standingPlaces.seriesId, seriesId), isNull(standingPlaces.endedAt)),
    )
  return {
    isFollowing: (await db.$count(seriesFollows, follows)) > 0,
    standing: standing ? { ...standing, since: standing.since.toISOString() } : null,
    dates: await findOwnDates(db, user.id, seriesId, clock()),
  }
}

type FollowedRow = { id: number; title: string; language: string | null; rule: SeriesRule; hasPage: boolean }

/** At most SERIES.mostFollowed. Also those of which nothing can be read just now: who follows them can end it. */
export async function listFollowedSeries({ db, clock }: Deps, user: { id: number }): Promise<FollowedSeries[]> {
  const today = clock().toISOString().slice(0, 10)
  const { rows } = await db.execute<FollowedRow>(sql`
    select f.series_id as id, v.title, v.language, v.rule, exists (
        select from events where series_id = f.series_id and ${findableOnly()} and review is null
      ) as "hasPage"
    from series_follows f cross join lateral (
      select body ->> 'title' as title, body ->> 'language' as language, rule from series_versions where series_id = f.series_id
      order by ${inEffectFirst(today)} limit 1
    ) as v
    where f.user_id = ${user.id}::int order by f.since desc, f.series_id desc limit ${SERIES.mostFollowed}`)
  return rows.map(({ rule, language, ...row }) => ({
    ...row,
    ...(language && { language }),
    ruleText: describeRule(rule),
  }))
}
