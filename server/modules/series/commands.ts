// Creating and changing a series. The account of its creator is locked first, then the series, then its events in the
// order of their ids. Nothing here touches a booking.
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { NewSeries, Series, SeriesChange, SeriesSettings, SeriesTextsChange } from '../../../contract/series.ts'
import { dayIn } from '../../../contract/zoned-time.ts'
import { requireMay } from '../../access/can.ts'
import { newLinkKey } from '../../access/sight.ts'
import { countedSave } from '../../access/save-limits.ts'
import type { Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries, seriesVersions } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { scoreLater } from '../../screening/review.ts'
import {
  cancelIn,
  changeEvents,
  hashOf,
  imageOf,
  lockPublisher,
  pictureOf,
  removeIn,
  requireFree,
  requireMayPublish,
  textsOf,
} from '../events/module.ts'
import { type EventRow } from '../events/queries.ts'
import { canBePaid } from '../orders/module.ts'
import { removeReplaced } from '../storage/module.ts'
import { dayAfter, hasDay, isPaidFor, versionOn, wallTimesOf, type SeriesRow, type VersionRow } from './dates.ts'
import { bumpVersion, extendLater, makeDates } from './extend.ts'
import { bodyOf, checkBody, planChange, planDates, requireDates } from './plan.ts'
import { readTexts, spreadTexts } from './texts.ts'
import { findEverBooked, findSeries, findVersions, getSeries, getSeriesForUpdate, lockComing } from './queries.ts'

interface Person {
  id: number
}

const NOTHING_SET = { pausedFrom: null, pausedUntil: null, endsBefore: null }

async function storeNewSeries(deps: Deps, user: Person, body: NewSeries, creationKey?: string): Promise<number> {
  const { event, rule, extraDays = [], skippedDays = [] } = body
  requireFree(event)
  if (event.isDraft === false) await requireMayPublish(deps, deps.db, user)
  const image = (await imageOf(deps, user, event)) || null
  await requireNoBlockedLink(deps.db, textsOf(event))
  const now = deps.clock()
  const { id, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const creator = await lockPublisher(deps, tx, user.id)
    if (creator.isLeaving) throw new AppError('account_leaving')
    const { imageUrl, ...picture } = await pictureOf(deps, tx, user, image)
    const content = bodyOf(event, { imageUrl, ...picture })
    const { firstDay, localStart, minutes } = wallTimesOf(event.startTime, event.endTime, content.timeZone)
    const version = { fromDay: firstDay, firstDay, rule, localStart, minutes, body: content, imageUrl, texts: {} }
    requireDates({ extraDays, skippedDays, ...NOTHING_SET }, [version], now)
    const creationHash = creationKey === undefined ? null : hashOf(body)
    const [series] = await tx
      .insert(eventSeries)
      .values({
        creatorId: user.id,
        extraDays,
        skippedDays,
        standingAllowed: body.standingAllowed ?? false,
        standingSeats: body.standingSeats ?? null,
        linkKey: content.isUnlisted ? newLinkKey() : null,
        creationKey,
        creationHash,
        createdAt: now,
      })
      .onConflictDoNothing({ target: [eventSeries.creatorId, eventSeries.creationKey] })
      .returning()
    if (!series) return { id: await getFirst(tx, user, creationKey, creationHash), invalidateLocally: undefined }
    await tx.insert(seriesVersions).values({ seriesId: series.id, ...version })
    const [first] = await makeDates(deps, tx, series, [version])
    // All of them say the same: one is enough to be looked at.
    if (first) await scoreLater(deps, tx, first)
    return { id: series.id, invalidateLocally: content.isDraft ? undefined : await deps.changes.announceLists(tx) }
  })
  invalidateLocally?.()
  deps.jobs.nudge()
  return id
}

/** A repeated key returns the first series, even if it has changed since; another one cannot have the same key. */
async function getFirst(tx: Tx, user: Person, key: string | undefined, hash: string | null): Promise<number> {
  const [first] = await tx
    .select()
    .from(eventSeries)
    .where(and(eq(eventSeries.creatorId, user.id), eq(eventSeries.creationKey, key ?? '')))
  if (!first) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  requireSameWish(first, { creationHash: hash }, 'series')
  return first.id
}

/** A series counts as one event of those that an account may make in a day. */
export const createSeries = (deps: Deps, user: Person, body: NewSeries, key?: string): Promise<Series> =>
  countedSave(deps, user, 'createEvent', () =>
    countedSave(deps, user, 'createSeries', async () => {
      const id = await retryKeyedWhileAway(key, () => storeNewSeries(deps, user, body, key))
      return getSeries(deps, user, id)
    }),
  )

function requireEditable(user: Person, series: SeriesRow, publisher: { isLeaving: boolean }) {
  const { creatorId, managerIds } = series
  requireMay(user, 'event.edit', { creatorId, managerIds, status: 'published', hiddenAt: null })
  if (publisher.isLeaving) throw new AppError('creator_leaving')
}

type Invalidate = (() => void) | undefined

interface Ending {
  user: Person
  acts?: Map<number, 'keep' | 'cancel' | 'delete'>
  /** What becomes of one that people have booked and nobody has named. */
  booked: 'keep' | 'cancel'
  note?: string | undefined
}

/** Dates that no longer fit: none moves. */
async function endDates(
  deps: Deps,
  tx: Tx,
  dates: EventRow[],
  { user, acts, booked, note }: Ending,
): Promise<Invalidate[]> {
  if (dates.length === 0) return []
  const everBooked = await findEverBooked(
    tx,
    dates.map(({ id }) => id),
  )
  const actOf = ({ id }: EventRow) => acts?.get(id) ?? (everBooked.has(id) ? booked : 'delete')
  const [deleted, others] = [
    dates.filter((date) => actOf(date) === 'delete'),
    dates.filter((date) => actOf(date) !== 'delete'),
  ]
  if (deleted.some(({ id }) => everBooked.has(id))) throw new AppError('booked_cannot_be_deleted')
  const done: Invalidate[] = []
  if (deleted.length > 0) done.push(await removeIn(deps, tx, deleted))
  const cancelled = others.filter((date) => actOf(date) === 'cancel')
  done.push(await cancelIn(deps, tx, user, cancelled, note))
  if (others.length > 0)
    await tx
      .update(events)
      .set({ ownFields: sql`array_append(array_remove(${events.ownFields}, 'kept'), 'kept')` })
      .where(
        inArray(
          events.id,
          others.map(({ id }) => id),
        ),
      )
  return done
}

/** The event is saved even if the old file cannot be removed; the sweep removes it later. */
async function removePictures(deps: Deps, keys: (string | null)[], kept: string | null) {
  for (const key of new Set(keys))
    if (key && key !== kept)
      await removeReplaced(deps, key).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'could not remove a replaced picture'),
      )
}

/** What a paid event cannot be, no new date of a paid series is. */
function requirePayable(versions: VersionRow[]) {
  for (const { body, texts } of versions)
    if (
      isPaidFor(texts) &&
      !canBePaid({ ...body, confirm: body.confirm ?? false, roomSize: body.roomSize ?? null, ballot: null })
    )
      throw new AppError('not_for_paid')
}

/** Those from a day on are replaced. */
async function storeVersions(tx: Tx, seriesId: number, from: string, ahead: VersionRow[]) {
  await tx.delete(seriesVersions).where(and(eq(seriesVersions.seriesId, seriesId), gte(seriesVersions.fromDay, from)))
  await tx.insert(seriesVersions).values(ahead.map((version) => ({ ...version, seriesId })))
}

async function storeChange(deps: Deps, user: Person, seriesId: number, change: SeriesChange): Promise<void> {
  const { event: body } = change
  const takesPicture = change.changed?.includes('picture') ?? true
  const image = takesPicture ? await imageOf(deps, user, body) : undefined
  await checkBody(deps.db, change)
  const now = deps.clock()
  const { done, before, after } = await changeSeries(deps, user, seriesId, async (tx, series, versions, publisher) => {
    if (series.version !== change.version) throw new AppError('series_changed')
    const present = versionOn(versions, change.from ?? '9999-12-31')
    const shown = { imageUrl: present.imageUrl, ...present.body }
    const picture = image === undefined ? undefined : await pictureOf(deps, tx, user, image || null, shown)
    const planned = planChange(series, versions, change, picture, now)
    const { from, settings } = planned
    requirePayable(planned.versions.filter(({ fromDay }) => fromDay >= from))
    const plan = planDates(planned, await lockComing(tx, seriesId, from, now), change)
    const ahead = plan.versions.filter(({ fromDay }) => fromDay >= from)
    await storeVersions(tx, seriesId, from, ahead)
    const { extraDays, standingAllowed, standingSeats } = settings
    const isUnlisted = ahead.some((version) => version.body.isUnlisted)
    const linkKey = isUnlisted ? (series.linkKey ?? newLinkKey()) : null
    await bumpVersion(deps, tx, seriesId, { extraDays, standingAllowed, standingSeats, linkKey })
    const edits = plan.dates.flatMap(({ event: present, columns }) => (columns ? [{ present, columns }] : []))
    const changed = await changeEvents(deps, tx, edits, { user, publisher, note: body.note, now })
    const done: Invalidate[] = [changed.invalidateLocally]
    const acts = new Map(change.leftOver?.map(({ eventId, act }) => [eventId, act]))
    done.push(...(await endDates(deps, tx, plan.leftOver, { user, acts, booked: 'keep', note: body.note })))
    const first = edits[0]?.present
    // Nobody publishes for somebody who is suspended.
    const [made] = publisher.isSuspended ? [] : await makeDates(deps, tx, settings, plan.versions)
    // Screening looks at every version once.
    const looked = first ?? made
    if (looked) await scoreLater(deps, tx, { ...looked, status: body.isDraft ? 'draft' : 'published' })
    return { done, before: [...versions, ...plan.dates.map(({ event }) => event)], after: ahead[0]?.imageUrl ?? null }
  })
  for (const invalidateLocally of done) invalidateLocally?.()
  await removePictures(
    deps,
    before.map(({ imageUrl }) => imageUrl),
    after,
  )
}

/** Somebody who may edit it, with everything locked in order; every change is announced. */
async function changeSeries<T extends { done: Invalidate[] }>(
  deps: Deps,
  user: Person,
  seriesId: number,
  change: (
    tx: Tx,
    series: SeriesRow,
    versions: VersionRow[],
    publisher: Awaited<ReturnType<typeof lockPublisher>>,
  ) => Promise<T>,
): Promise<T> {
  const known = await findSeries(deps.db, seriesId)
  if (!known) throw new AppError('series_not_found')
  const result = await deps.db.transaction(async (tx) => {
    const publisher = await lockPublisher(deps, tx, known.creatorId)
    const series = await getSeriesForUpdate(tx, seriesId)
    requireEditable(user, series, publisher)
    const changed = await change(tx, series, await findVersions(tx, seriesId), publisher)
    changed.done.push(await deps.changes.announceLists(tx))
    return changed
  })
  deps.jobs.nudge()
  return result
}

const saved = (deps: Deps, user: Person, seriesId: number, save: () => Promise<unknown>): Promise<Series> =>
  countedSave(deps, user, 'saveEvent', async () => {
    await save()
    return getSeries(deps, user, seriesId)
  })

export const updateSeries = (deps: Deps, user: Person, seriesId: number, change: SeriesChange) =>
  saved(deps, user, seriesId, () => storeChange(deps, user, seriesId, change))

/** Changes settings of the series, and ends the coming dates that these leave out. */
const changeSettings = (
  deps: Deps,
  user: Person,
  seriesId: number,
  settingsFor: (series: SeriesRow, today: string, versions: VersionRow[]) => Partial<SeriesRow>,
  ending: Omit<Ending, 'user'> = { booked: 'keep' },
) =>
  saved(deps, user, seriesId, async () => {
    await requireNoBlockedLink(deps.db, [ending.note])
    const now = deps.clock()
    const { done, pictures } = await changeSeries(deps, user, seriesId, async (tx, series, versions) => {
      const today = dayIn(now, versionOn(versions, '9999-12-31').body.timeZone)
      const settings = settingsFor(series, today, versions)
      const after = { ...series, ...settings }
      await bumpVersion(deps, tx, seriesId, settings)
      const coming = await lockComing(tx, seriesId, dayAfter(today, -1), now)
      const isOut = ({ seriesDay, ownFields }: EventRow) =>
        !ownFields.includes('kept') && seriesDay !== null && !hasDay(after, versions, seriesDay)
      const out = coming.filter(isOut)
      const done = await endDates(deps, tx, out, { user, ...ending })
      await extendLater(deps, tx, seriesId)
      return { done, pictures: out.map(({ imageUrl }) => imageUrl) }
    })
    for (const invalidateLocally of done) invalidateLocally?.()
    await removePictures(deps, pictures, null)
  })

/** The day is never made again; a date that people have booked is cancelled, and they are notified. */
export const skipDay = (deps: Deps, user: Person, seriesId: number, { day, note }: { day: string; note?: string }) =>
  saved(deps, user, seriesId, async () => {
    await requireNoBlockedLink(deps.db, [note])
    const now = deps.clock()
    const { done, pictures } = await changeSeries(deps, user, seriesId, async (tx, series, versions) => {
      const found = await tx
        .select()
        .from(events)
        .where(and(eq(events.seriesId, seriesId), eq(events.seriesDay, day)))
        .for('update')
      const isKnown = found.length > 0 || series.skippedDays.includes(day) || hasDay(series, versions, day)
      if (!isKnown) throw new AppError('series_day_unknown')
      if (found.some(({ startTime }) => startTime <= now)) throw new AppError('event_ended')
      const skippedDays = [...new Set([...series.skippedDays, day])]
      await bumpVersion(deps, tx, seriesId, { skippedDays })
      const done = await endDates(deps, tx, found, { user, booked: 'cancel', note })
      await extendLater(deps, tx, seriesId)
      return { done, pictures: found.map(({ imageUrl }) => imageUrl) }
    })
    for (const invalidateLocally of done) invalidateLocally?.()
    await removePictures(deps, pictures, null)
  })

/** What was written for one date, for those that follow or all of them. */
export const saveTexts = (deps: Deps, user: Person, seriesId: number, change: SeriesTextsChange) =>
  saved(deps, user, seriesId, async () => {
    const now = deps.clock()
    const { done } = await changeSeries(deps, user, seriesId, async (tx, series, versions) => {
      const [source] = await tx
        .select()
        .from(events)
        .where(and(eq(events.id, change.eventId), eq(events.seriesId, seriesId)))
      if (!source?.seriesDay) throw new AppError('event_not_found')
      const today = dayIn(now, versionOn(versions, '9999-12-31').body.timeZone)
      const from = change.scope === 'all' || source.seriesDay < today ? today : source.seriesDay
      const read = await readTexts(tx, change.eventId, change.texts)
      const present = { ...versionOn(versions, from), fromDay: from }
      const later = versions.filter(({ fromDay }) => fromDay > from)
      const ahead = [present, ...later].map((version) => ({ ...version, texts: { ...version.texts, ...read } }))
      requirePayable(ahead)
      await storeVersions(tx, seriesId, from, ahead)
      await bumpVersion(deps, tx, seriesId, {})
      const coming = await lockComing(tx, seriesId, from, now)
      return { done: [await spreadTexts(deps, tx, coming, read, { eventId: change.eventId, userId: user.id })] }
    })
    for (const invalidateLocally of done) invalidateLocally?.()
  })

/** A day that was skipped comes back as an extra day. */
export const saveSettings = (
  deps: Deps,
  user: Person,
  seriesId: number,
  { version, extraDays, standingAllowed, standingSeats }: SeriesSettings,
) =>
  changeSettings(deps, user, seriesId, (series, today, versions) => {
    if (series.version !== version) throw new AppError('series_changed')
    const added = (extraDays ?? []).filter((day) => !series.extraDays.includes(day))
    if (added.some((day) => day <= today || day < versionOn(versions, day).firstDay))
      throw new AppError('series_day_past')
    return {
      skippedDays: series.skippedDays.filter((day) => !added.includes(day)),
      ...(extraDays && { extraDays: [...new Set(extraDays)].sort() }),
      ...(standingAllowed !== undefined && { standingAllowed }),
      ...(standingSeats !== undefined && { standingSeats }),
    }
  })

interface Break {
  booked: 'keep' | 'cancel'
  note?: string
}

export const pauseSeries = (
  deps: Deps,
  user: Person,
  seriesId: number,
  { until, from, ...ending }: Break & { until: string; from?: string },
) =>
  changeSettings(
    deps,
    user,
    seriesId,
    (_, today) => {
      const pausedFrom = from !== undefined && from > today ? from : today
      if (until <= pausedFrom) throw new AppError('series_pause_invalid')
      return { pausedFrom, pausedUntil: until }
    },
    ending,
  )

/** What was deleted for the pause is made again. */
export const resumeSeries = (deps: Deps, user: Person, seriesId: number) =>
  changeSettings(deps, user, seriesId, () => NOTHING_SET)

export const endSeries = (deps: Deps, user: Person, seriesId: number, { from, ...ending }: Break & { from?: string }) =>
  changeSettings(
    deps,
    user,
    seriesId,
    (_, today) => ({ endsBefore: from !== undefined && from > today ? from : today }),
    ending,
  )
