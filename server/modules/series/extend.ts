// Makes the dates of a series ahead. It may run twice, on two instances, and die in the middle: one transaction for each
// series, whose row is locked, and one date for each day whatever happens.
import { and, asc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { hidingOfPublished } from '../../screening/holds.ts'
import { reviewOfNew } from '../../screening/review.ts'
import { lockPublisher } from '../events/module.ts'
import type { EventRow } from '../events/queries.ts'
import { columnsOn, dayAfter, daysAhead, type SeriesDay, type SeriesRow, type VersionRow } from './dates.ts'
import { findSeries, findVersions, getSeriesForUpdate } from './queries.ts'
import { writeTextsOfNew } from './texts.ts'
import { bookStanding, endAllStanding, endMissed } from './standing.ts'

export const EXTEND_JOB = 'extend-series'

const FREE = { isFreeOfCharge: true, sellingPrice: 0 }

async function findMade(tx: Tx, seriesId: number, days: SeriesDay[]): Promise<Set<string | null>> {
  const isOneOf = inArray(
    events.seriesDay,
    days.map(({ day }) => day),
  )
  const rows = await tx
    .select({ day: events.seriesDay })
    .from(events)
    .where(and(eq(events.seriesId, seriesId), isOneOf))
  return new Set(rows.map(({ day }) => day))
}

/** With the account of its creator and then the series locked. Standing places are booked before anybody sees the dates. */
export async function makeDates(deps: Deps, tx: Tx, series: SeriesRow, versions: VersionRow[]): Promise<EventRow[]> {
  const now = deps.clock()
  const days = daysAhead(series, versions, now)
  const made = await findMade(tx, series.id, days)
  const missing = days.filter(({ day }) => !made.has(day))
  if (missing.length === 0) return []
  const { id: seriesId, creatorId, managerIds } = series
  const isPublished = missing.some(({ version }) => !version.body.isDraft)
  const review = await reviewOfNew(deps, tx, { creatorId, status: isPublished ? 'published' : 'draft' })
  const hiding = isPublished ? await hidingOfPublished(tx, creatorId, now) : {}
  const rows = await tx
    .insert(events)
    .values(
      missing.map(({ day, version }) => ({
        ...columnsOn(version, day),
        ...(version.texts.price ?? FREE),
        ...(version.body.isDraft
          ? { status: 'draft' as const }
          : { ...review, ...hiding, status: 'published' as const }),
        creatorId,
        managerIds,
        seriesId,
        seriesDay: day,
      })),
    )
    .onConflictDoNothing()
    .returning()
  await writeTextsOfNew(tx, missing, rows, creatorId)
  return bookStanding(deps, tx, series, rows)
}

/** Nobody publishes for somebody who is suspended or leaves. */
async function extendOne(deps: Deps, seriesId: number): Promise<number> {
  const known = await findSeries(deps.db, seriesId)
  if (!known) return 0
  const { made, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const publisher = await lockPublisher(deps, tx, known.creatorId)
    const series = await getSeriesForUpdate(tx, seriesId)
    if (publisher.isLeaving || publisher.isSuspended) return { made: 0, invalidateLocally: undefined }
    await endMissed(deps, tx, series)
    const dates = await makeDates(deps, tx, series, await findVersions(tx, seriesId))
    const isNews = dates.some(({ status }) => status === 'published')
    return { made: dates.length, invalidateLocally: isNews ? await deps.changes.announceLists(tx) : undefined }
  })
  invalidateLocally?.()
  return made
}

const AT_ONCE = 200

/** Those that have not ended; what an account that is gone left behind makes nothing. */
async function listActive({ db, clock }: Deps, after: number): Promise<number[]> {
  const yesterday = dayAfter(clock().toISOString().slice(0, 10), -1)
  const rows = await db
    .select({ id: eventSeries.id })
    .from(eventSeries)
    .where(and(gt(eventSeries.id, after), or(isNull(eventSeries.endsBefore), gte(eventSeries.endsBefore, yesterday))))
    .orderBy(asc(eventSeries.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

/** One series after it was saved; all of them once a day. */
export async function extendSeries(deps: Deps, { payload, lease }: Pick<Job, 'payload' | 'lease'>): Promise<number> {
  let made = 0
  if (payload.seriesId !== undefined) made = await extendOne(deps, Number(payload.seriesId))
  else
    for (let after = 0; ;) {
      const ids = await listActive(deps, after)
      for (const id of ids) {
        lease.check()
        made += await extendOne(deps, id)
      }
      if (ids.length < AT_ONCE) break
      after = ids.at(-1) ?? after
    }
  if (made > 0) deps.jobs.nudge()
  return made
}

export const extendLater = ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, seriesId: number) =>
  jobs.add(tx, { kind: EXTEND_JOB, payload: { seriesId }, dedupeKey: String(seriesId) })

/** Every change of a series: an editor who read it before is refused. */
export async function bumpVersion(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  seriesId: number,
  columns: Partial<typeof eventSeries.$inferInsert>,
) {
  await tx
    .update(eventSeries)
    .set({ ...columns, version: sql`${eventSeries.version} + 1` })
    .where(eq(eventSeries.id, seriesId))
  if (columns.standingAllowed === false) await endAllStanding(tx, seriesId, clock())
}
