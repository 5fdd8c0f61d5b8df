// What somebody may read of events: lists and one event.
import { AppError } from '../../../contract/errors.ts'
import type { Page } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/events.ts'
import type { Deps } from '../../deps.ts'
import { listEventRows, type EventFilter } from './list-queries.ts'
import { canSee } from './policy.ts'
import { findBookedLinks, findEvent, toEvent, type EventRow } from './queries.ts'

type Viewer = { id: number } | null

async function toEvents({ db }: Deps, rows: EventRow[], viewer: Viewer): Promise<Event[]> {
  const userId = viewer?.id ?? null
  const booked = await findBookedLinks(db, userId, rows)
  return rows.map((row) => toEvent(row, { userId, hasBooked: booked.has(row.id) }))
}

export async function listEvents(
  deps: Deps,
  viewer: Viewer,
  filter: Omit<EventFilter, 'userId'>,
): Promise<Page<Event>> {
  if (filter.within !== undefined && !filter.near) {
    throw new AppError('bad_request', { message: 'Within needs near' })
  }
  const { items, next } = await listEventRows(deps.db, { ...filter, userId: viewer?.id ?? null }, deps.clock())
  return { items: await toEvents(deps, items, viewer), next }
}

export async function getEvent(deps: Deps, viewer: Viewer, id: number): Promise<Event> {
  const row = await findEvent(deps.db, id)
  if (!row || !canSee(row, viewer)) throw new AppError('event_not_found')
  const [event] = await toEvents(deps, [row], viewer)
  if (!event) throw new AppError('event_not_found')
  return event
}
