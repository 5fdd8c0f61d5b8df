// What somebody may read of events: lists and one event.
import { AppError } from '../../../contract/errors.ts'
import type { Page } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/events.ts'
import type { Db, Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { networkOf } from '../../http/network.ts'
import { wasDeleted } from '../event-states/queries.ts'
import { listEventRows, type EventFilter } from './list-queries.ts'
import { canSee } from './policy.ts'
import { findBookedLinks, findEvent, toEvent, type EventRow } from './queries.ts'
import type { WholeLists } from './whole-list.ts'

type Viewer = { id: number } | null

async function toEvents({ db }: Deps, rows: EventRow[], viewer: Viewer): Promise<Event[]> {
  const userId = viewer?.id ?? null
  const booked = await findBookedLinks(db, userId, rows)
  return rows.map((row) => toEvent(row, { userId, hasBooked: booked.has(row.id) }))
}

type Query = Omit<EventFilter, 'userId' | 'isWhole'>

// Far more than a search takes, and less than would hold up others: `q` and `near` have no index of their own yet.
const SEARCH_MS = 1_000

async function readPage(deps: Deps, viewer: Viewer, filter: Omit<EventFilter, 'userId'>, now: Date) {
  const read = (db: Db | Tx) => listEventRows(db, { ...filter, userId: viewer?.id ?? null }, now)
  const isSearch = filter.q !== undefined || filter.near !== undefined
  const { items, next } = await (isSearch ? readWithin(deps.db, SEARCH_MS, read) : read(deps.db))
  return { items: await toEvents(deps, items, viewer), next }
}

/** A page of a list, or all of it when neither a limit nor ids bound it. */
export async function listEvents(
  deps: Deps,
  wholeLists: WholeLists,
  viewer: Viewer,
  query: Query,
  meta: CallMeta,
): Promise<Page<Event> | Answer> {
  if (query.within !== undefined && !query.near) {
    throw new AppError('bad_request', { message: 'Within needs near' })
  }
  const now = deps.clock()
  if (query.limit !== undefined || query.ids) return readPage(deps, viewer, query, now)
  if (meta.isInProcess) throw new Error('A page that is rendered must ask for lists with a limit.')
  const read = (limit: number, cursor = query.cursor) =>
    readPage(deps, viewer, { ...query, limit, cursor, isWhole: true }, now)
  return wholeLists.answer(read, networkOf(meta.ip).near)
}

export async function getEvent(deps: Deps, viewer: Viewer, id: number): Promise<Event> {
  const row = await findEvent(deps.db, id)
  if (!row) throw new AppError((await wasDeleted(deps.db, id)) ? 'event_gone' : 'event_not_found')
  if (!canSee(row, viewer))
    throw new AppError(row.hiddenAt && row.status !== 'draft' ? 'event_gone' : 'event_not_found')
  const [event] = await toEvents(deps, [row], viewer)
  if (!event) throw new AppError('event_not_found')
  return event
}
