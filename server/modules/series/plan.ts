// What a change of a series would do to each of its dates; writes nothing.
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { describeRule } from '../../../contract/series-days.ts'
import type { OwnField, SeriesChange, SeriesPreview } from '../../../contract/series.ts'
import { dayIn, DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { SeriesBody } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import type { Picture } from '../../storage/picture.ts'
import {
  changeBetween,
  COLUMNS_OF,
  isSameValue,
  knownToGuests,
  locationOf,
  requireFree,
  statusAfter,
  textsOf,
  type EventColumns,
} from '../events/module.ts'
import { closeAfter, countConcerned, type EventRow } from '../events/queries.ts'
import {
  columnsOn,
  daysAhead,
  hasDay,
  startOf,
  versionOn,
  wallTimesOf,
  type SeriesRow,
  type VersionRow,
} from './dates.ts'
import { findComing, findEverBooked, findSeries, findVersions } from './queries.ts'

const MINUTE = 60_000

/** What every date gets, without its times. What a change leaves out is as it was. */
export function bodyOf(event: EventBody, picture: Picture, present?: SeriesBody): SeriesBody {
  const timeZone = event.timeZone ?? present?.timeZone ?? DEFAULT_TIME_ZONE
  const isVirtual = event.isVirtual ?? present?.isVirtual ?? false
  const closes = event.bookingClosesAt
  const admission = event.admission ?? present?.admission ?? 'book'
  return {
    title: event.title,
    description: event.description,
    venue: event.venue,
    imageWidths: picture.imageWidths,
    imageTint: picture.imageTint,
    posterSeed: event.posterSeed === undefined ? (present?.posterSeed ?? null) : event.posterSeed || null,
    timeZone,
    ...locationOf({ ...event, timeZone, isVirtual }),
    categories: event.categories ?? present?.categories ?? [],
    accessFacts: event.accessFacts ?? present?.accessFacts ?? [],
    language: event.language === undefined ? (present?.language ?? null) : event.language,
    isVirtual,
    isDraft: event.isDraft ?? present?.isDraft ?? true,
    anchorPrice: event.anchorPrice,
    capacity: event.roomSize || event.capacity,
    maxPerPerson: event.maxPerPerson === undefined ? (present?.maxPerPerson ?? null) : event.maxPerPerson,
    approval: event.approval ?? present?.approval ?? false,
    confirm: event.confirm ?? present?.confirm ?? false,
    roomSize: event.roomSize === undefined ? (present?.roomSize ?? null) : event.roomSize,
    sureness: event.sureness ?? present?.sureness ?? '99',
    isUnlisted: event.visibility === undefined ? (present?.isUnlisted ?? false) : event.visibility === 'unlisted',
    admission,
    bookingUrl: admission === 'elsewhere' ? event.bookingUrl || present?.bookingUrl || null : null,
    closesMinutesBefore:
      closes === undefined
        ? (present?.closesMinutesBefore ?? null)
        : closes && Math.round((event.startTime.getTime() - closes.getTime()) / MINUTE),
    artistDescription: event.artistDescription || null,
    organizerDescription:
      event.organizerDescription === undefined
        ? (present?.organizerDescription ?? null)
        : event.organizerDescription || null,
  }
}

/** A rule that can never give a date, or none that is still to come, is refused before anything is written. */
export function requireDates(series: Parameters<typeof daysAhead>[0], versions: VersionRow[], now: Date) {
  const newest = versions.at(-1)
  if (newest?.rule.until !== undefined && newest.rule.until < newest.firstDay) throw new AppError('series_ends_early')
  if (daysAhead(series, versions, now).length === 0) throw new AppError('series_without_dates')
}

interface DatePlan {
  event: EventRow
  /** What is written; null: nothing. */
  columns: EventColumns | null
  keeps: OwnField[]
}

interface Plan {
  from: string
  versions: VersionRow[]
  settings: SeriesRow
  dates: DatePlan[]
  leftOver: EventRow[]
}

/** What the series says about a date, without what the date has of its own. */
function planDate(event: EventRow, version: VersionRow, changed: readonly OwnField[] = []): DatePlan {
  const day = event.seriesDay ?? version.fromDay
  const keeps = (event.ownFields as OwnField[]).filter((field) => !changed.includes(field))
  const columns: Partial<EventColumns> = columnsOn(version, day)
  for (const field of keeps)
    if (field in COLUMNS_OF) for (const name of COLUMNS_OF[field as Changeable]) delete columns[name]
  if (isPaid(event)) delete columns.anchorPrice
  if (columns.linkKey && event.linkKey) columns.linkKey = event.linkKey
  if (keeps.includes('limits')) {
    columns.bookingClosesAt = closeAfter(event, columns.startTime ?? event.startTime)
  } else if (keeps.includes('times') && columns.bookingClosesAt) {
    const shift = event.startTime.getTime() - startOf(version, day).getTime()
    columns.bookingClosesAt = new Date(columns.bookingClosesAt.getTime() + shift)
  }
  const status = statusAfter(event, version.body)
  const whole = { capacity: event.capacity, startTime: event.startTime, ...columns, status, ownFields: keeps }
  const isChanged = Object.entries(whole).some(([name, value]) => !isSameValue(value, event[name as keyof EventRow]))
  return { event, columns: isChanged ? whole : null, keeps }
}

type Changeable = keyof typeof COLUMNS_OF

/** The same of the series. */
const BODY_OF: Record<Changeable, readonly (keyof SeriesBody)[]> = {
  ...COLUMNS_OF,
  times: ['timeZone'],
  picture: ['imageWidths', 'imageTint', 'posterSeed'],
  limits: [...COLUMNS_OF.limits, 'closesMinutesBefore'],
  access: ['isUnlisted', 'admission', 'bookingUrl'],
}

/** Only what was changed: the date at which it was written may have other things of its own. */
function bodyAfter(before: VersionRow, change: SeriesChange, picture: Picture): SeriesBody {
  const written = bodyOf(change.event, picture, before.body)
  if (!change.changed) return written
  const names = change.changed.flatMap((field) => BODY_OF[field])
  return { ...before.body, isDraft: written.isDraft, ...Object.fromEntries(names.map((name) => [name, written[name]])) }
}

function versionAfter(before: VersionRow, change: SeriesChange, picture: Picture | undefined): VersionRow {
  const { scope, event, rule = before.rule, changed } = change
  const { fromDay } = before
  const kept = { imageUrl: before.imageUrl, imageWidths: before.body.imageWidths, imageTint: before.body.imageTint }
  const shown = picture ?? kept
  const body = bodyAfter(before, change, shown)
  const times = wallTimesOf(event.startTime, event.endTime, body.timeZone)
  const { localStart, minutes } = !changed || changed.includes('times') ? times : before
  const isSameRule = describeRule(rule) === describeRule(before.rule)
  const anchor = scope === 'all' && times.firstDay > fromDay ? times.firstDay : fromDay
  const firstDay = isSameRule ? before.firstDay : anchor
  return { fromDay, firstDay, rule, localStart, minutes, body, imageUrl: shown.imageUrl, texts: before.texts }
}

/** Past dates, and versions before the first day, stay as they are. */
export function planChange(
  series: SeriesRow,
  versions: VersionRow[],
  change: SeriesChange,
  picture: Picture | undefined,
  now: Date,
) {
  const before = versionOn(versions, change.from ?? dayIn(now, versionOn(versions, '9999-12-31').body.timeZone))
  const today = dayIn(now, before.body.timeZone)
  if (change.scope === 'following' && change.from === undefined)
    throw new AppError('bad_request', { message: 'Please say from which day on.' })
  const from = change.scope === 'all' || (change.from ?? today) < today ? today : (change.from ?? today)
  const begun = { ...before, fromDay: from }
  // Another rule is for everything from then on.
  const later = change.rule ? [] : versions.filter((version) => version.fromDay > from && version !== before)
  const ahead = [begun, ...later].map((version) => versionAfter(version, change, picture))
  const settings = {
    ...series,
    extraDays: change.extraDays ?? series.extraDays,
    standingAllowed: change.standingAllowed ?? series.standingAllowed,
    standingSeats: change.standingSeats === undefined ? series.standingSeats : change.standingSeats,
  }
  const after = [...versions.filter(({ fromDay }) => fromDay < from), ...ahead]
  requireDates(settings, after, now)
  return { from, versions: after, settings }
}

export function planDates(
  planned: Omit<Plan, 'dates' | 'leftOver'>,
  coming: EventRow[],
  { eventId, changed = Object.keys(COLUMNS_OF) as Changeable[] }: SeriesChange,
): Plan {
  const { settings, versions } = planned
  const fits = ({ seriesDay, ownFields }: EventRow) =>
    ownFields.includes('kept') || (seriesDay !== null && hasDay(settings, versions, seriesDay))
  return {
    ...planned,
    dates: coming
      .filter(fits)
      .map((event) =>
        planDate(event, versionOn(versions, event.seriesDay ?? planned.from), event.id === eventId ? changed : []),
      ),
    leftOver: coming.filter((event) => !fits(event)),
  }
}

const isNotified = ({ event, columns }: DatePlan) =>
  columns !== null &&
  event.status !== 'draft' &&
  changeBetween(knownToGuests(event), knownToGuests({ ...event, ...columns })) !== null

export async function checkBody(db: Db | Tx, { event }: SeriesChange) {
  requireFree(event)
  await requireNoBlockedLink(db, textsOf(event))
}

/** Changes nothing. What a date's picture will be makes no difference here. */
export async function previewChange(deps: Deps, seriesId: number, change: SeriesChange): Promise<SeriesPreview> {
  const now = deps.clock()
  await checkBody(deps.db, change)
  const series = await findSeries(deps.db, seriesId)
  if (!series) throw new AppError('series_not_found')
  if (series.version !== change.version) throw new AppError('series_changed')
  const planned = planChange(series, await findVersions(deps.db, seriesId), change, undefined, now)
  const coming = await findComing(deps.db, seriesId, planned.from, now)
  const plan = planDates(planned, coming, change)
  const everBooked = await findEverBooked(
    deps.db,
    coming.map(({ id }) => id),
  )
  const acts = new Map(change.leftOver?.map(({ eventId, act }) => [eventId, act]))
  const known = (event: EventRow) => ({
    day: event.seriesDay ?? '',
    eventId: event.id,
    booked: event.ticketsSold,
    wasEverBooked: everBooked.has(event.id),
  })
  const made = new Set(coming.map(({ seriesDay }) => seriesDay))
  const dates: SeriesPreview['dates'] = [
    ...plan.dates.map(({ event, columns, keeps }) => ({
      ...known(event),
      startTime: (columns?.startTime ?? event.startTime).toISOString(),
      what: columns ? ('changes' as const) : ('stays' as const),
      keeps,
    })),
    ...plan.leftOver.map((event) => ({
      ...known(event),
      startTime: event.startTime.toISOString(),
      what: 'left-over' as const,
      keeps: [],
    })),
    ...daysAhead(plan.settings, plan.versions, now)
      .filter(({ day }) => day >= plan.from && !made.has(day))
      .map(({ day, version }) => ({
        day,
        startTime: startOf(version, day).toISOString(),
        what: 'new' as const,
        keeps: [],
        booked: 0,
        wasEverBooked: false,
      })),
  ]
  const cancelled = plan.leftOver.filter(({ id }) => acts.get(id) === 'cancel')
  const told = [...plan.dates.filter(isNotified).map(({ event }) => event), ...cancelled].map(({ id }) => id)
  return {
    dates: dates.sort((a, b) => a.startTime.localeCompare(b.startTime)),
    told: told.length > 0 ? await countConcerned(deps, deps.db, told) : 0,
  }
}
