// What somebody may read of events: lists and one event.
import { sql } from 'drizzle-orm'
import { moreDatesText } from '../../../contract/dates.ts'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import { hasEnded, isFindable, isListed, isVisible } from '../../../contract/event-status.ts'
import type { EventQuery } from '../../../contract/event-query.ts'
import type { Page } from '../../../contract/endpoint.ts'
import { accessText } from '../../../contract/access-facts.ts'
import type { Event } from '../../../contract/events.ts'
import { describeRule } from '../../../contract/series-days.ts'
import type { SeriesRule } from '../../../contract/series-rule.ts'
import type { Principal } from '../../access/can.ts'
import { sightOf } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { inEffectFirst } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { networkOf } from '../../http/network.ts'
import { findCreatorName, hasPage } from '../users/queries.ts'
import { findTown } from '../geo/module.ts'
import { listEventRows, type EventFilter } from './list-queries.ts'
import { findBookedLinks, findEvent, toEvent, wasDeleted, type EventRow } from './queries.ts'
import { findEvents, type Search } from './search.ts'
import type { WholeLists } from './whole-list.ts'

type Viewer = { id: number } | null

async function toEvents({ db }: Deps, rows: EventRow[], viewer: Viewer): Promise<Event[]> {
  const userId = viewer?.id ?? null
  const booked = await findBookedLinks(db, userId, rows)
  return rows.map((row) => toEvent(row, { userId, hasBooked: booked.has(row.id) }))
}

// Far longer than a search takes, and short enough not to hold up others.
export const SEARCH_MS = 1_000
const TOWN_KM = 25
// A request by ids needs no limit: there are at most 200.
const MOST_FOUND = 200

/** What a plain list cannot answer. */
export function isSearch({ q, near, place, kind, category, access, seats, sort, when, creator }: EventQuery): boolean {
  const isOfDays = when !== undefined && when !== 'upcoming' && when !== 'past'
  return (
    Boolean(q || near || place || kind || category || access || seats || sort) ||
    isOfDays ||
    typeof creator === 'number'
  )
}

/** A town by its name is the point that it lies at. */
export function withTown({ place, ...query }: EventQuery): Omit<Search, 'userId' | 'limit'> {
  if (query.sort === 'nearest' && !query.near && !place)
    throw new AppError('bad_request', { message: 'Sorting by nearest needs near or place' })
  if (!place) return query
  const town = findTown(place)
  if (!town) throw new AppError('town_unknown')
  const near = { lat: town.lat, lng: town.lng }
  if (query.near) return { ...query, town: { ...near, km: TOWN_KM }, hasLocation: true }
  return { ...query, near, within: query.within ?? TOWN_KM, hasLocation: true }
}

type Reader = (
  db: Db | Tx,
  page: { limit?: number | undefined; cursor?: string | undefined },
) => Promise<Page<EventRow>>

function readerFor(query: EventQuery, userId: number | null, now: Date): { isSlow: boolean; read: Reader } {
  if (!isSearch(query)) {
    // What asks for nothing else is a list.
    const filter = { ...(query as EventFilter), userId }
    return { isSlow: false, read: (db, page) => listEventRows(db, { ...filter, ...page }, now) }
  }
  const search = { ...withTown(query), userId }
  return {
    isSlow: true,
    read: (db, { limit = MOST_FOUND, cursor }) => findEvents(db, { ...search, limit, cursor }, now),
  }
}

type Reads = Pick<Deps, 'db'>

/** How many further dates each series has, where it is shown by one of them. */
export async function withMoreDates<Shown extends Event>(deps: Reads, shown: Shown[], now: Date): Promise<Shown[]> {
  const ids = [...new Set(shown.flatMap(({ seriesId }) => seriesId ?? []))]
  if (ids.length === 0) return shown
  const { rows } = await deps.db.execute<{ id: number; dates: number }>(sql`
    select series_id as id, count(*)::int as dates from events
    where series_id = any (${sql.param(ids)}::int[]) and ${publicOnly()} and end_time > ${now} group by series_id`)
  const dates = new Map(rows.map(({ id, dates }) => [id, dates]))
  return shown.map((event) => {
    const isCounted = event.status === 'published' && !hasEnded(event, now)
    const more = event.seriesId === undefined ? 0 : (dates.get(event.seriesId) ?? 0) - Number(isCounted)
    return more > 0 ? { ...event, moreDates: more } : event
  })
}

async function readPage(deps: Deps, viewer: Viewer, query: EventQuery, now: Date, isWhole = false) {
  const isOnce = query.series === 'once'
  const { isSlow, read } = readerFor(query, viewer?.id ?? null, now)
  const { limit, cursor } = query
  const page = { limit, cursor, ...(isWhole ? { isWhole } : {}) }
  const { items, ...found } = await (isSlow
    ? readWithin(deps.db, SEARCH_MS, (tx) => read(tx, page))
    : read(deps.db, page))
  const events = await toEvents(deps, items, viewer)
  return { items: isOnce ? await withMoreDates(deps, events, now) : events, ...found }
}

/** What everybody may read of it, a page at a time. */
export const listEventPage = (deps: Deps, query: EventQuery & { limit: number }): Promise<Page<Event>> =>
  readPage(deps, null, query, deps.clock())

export function requireLocation({ within, near, place }: EventQuery) {
  if (within !== undefined && !near && !place)
    throw new AppError('bad_request', { message: 'Within needs near or place' })
}

/** A page of a list, or all of it when neither a limit nor ids bound it. */
export async function listEvents(
  deps: Deps,
  wholeLists: WholeLists,
  viewer: Viewer,
  query: EventQuery,
  meta: CallMeta,
): Promise<Page<Event> | Answer> {
  requireLocation(query)
  const now = deps.clock()
  if (query.limit !== undefined || query.ids) return readPage(deps, viewer, query, now)
  if (meta.isInProcess) throw new Error('A page that is rendered must ask for lists with a limit.')
  const read = (limit: number, cursor = query.cursor) => readPage(deps, viewer, { ...query, limit, cursor }, now, true)
  return wholeLists.answer(read, networkOf(meta.ip).near)
}

/** People who follow an old link read that it is gone, and why, if the law asks for it. */
function refusalOf({ hiddenAt, hiddenReason, status, linkKey }: EventRow): ErrorCode {
  if (!hiddenAt || status === 'draft' || linkKey) return 'event_not_found'
  return hiddenReason === 'legal' ? 'event_withheld' : 'event_hidden'
}

/** 'Every Tuesday · 11 more dates', of a date whose series everybody may read. */
async function describeSeries(deps: Reads, row: EventRow, now: Date): Promise<string | null> {
  if (row.seriesId === null || !isFindable(row) || row.review) return null
  const { rows } = await deps.db.execute<{ rule: SeriesRule; more: number }>(sql`
    select v.rule, (
      select count(*)::int from events where series_id = v.series_id and id <> ${row.id}::int
        and ${publicOnly()} and end_time > ${now}
    ) as more
    from series_versions v where v.series_id = ${row.seriesId}::int
    order by ${inEffectFirst(row.seriesDay)} limit 1`)
  const [found] = rows
  if (!found) return null
  const { rule, more } = found
  return more === 0 ? describeRule(rule) : `${describeRule(rule)} · ${moreDatesText(more)}`
}

export async function getEvent(deps: Deps, viewer: Principal, id: number, key?: string): Promise<Event> {
  const row = await findEvent(deps.db, id)
  if (!row) throw new AppError((await wasDeleted(deps.db, id)) ? 'event_gone' : 'event_not_found')
  const sight = await sightOf(deps.db, row, viewer, key)
  if (sight === 'nothing') throw new AppError(refusalOf(row))
  const [found] = await toEvents(deps, [row], viewer)
  if (!found) throw new AppError('event_not_found')
  const { key: linkKey, ...event } = found
  // While nothing of theirs is listed they have no page that a name could lead to.
  const isNamed =
    isVisible(row) && (isListed({ ...row, status: 'published' }) || (await hasPage(deps.db, row.creatorId)))
  const creatorName = isNamed ? await findCreatorName(deps.db, row.creatorId) : null
  const seriesText = await describeSeries(deps, row, deps.clock())
  return {
    ...event,
    ...(event.accessFacts ? { accessText: accessText(event.accessFacts) } : {}),
    ...(seriesText === null ? {} : { seriesText }),
    ...(creatorName === null ? {} : { creatorName }),
    ...(linkKey && sight === 'whole' ? { key: linkKey } : {}),
  }
}
