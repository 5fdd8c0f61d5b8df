// Finding events by words, place, days and kind, one part of the order after the other (search-stages.ts). The order of
// words is search_rank's (db/functions/search-rank.sql), unless another was asked for.
import { inArray } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { windowsOf, zonesInUse } from './days.ts'
import { NEAR_KM } from './list-filters.ts'
import type { EventRow } from './queries.ts'
import { readSearchCursor, searchCursorOf, type Hit, type SearchCursor, type Stage } from './search-cursor.ts'
import { placesWithin } from './search-places.ts'
import { readStage, type Reading, type Search } from './search-queries.ts'
import { daysAsked, stagesOf } from './search-stages.ts'
import { openTitle } from './search-titles.ts'
import { openWords, readWords } from './search-words.ts'

export type { Search }

async function openReading(db: Db | Tx, search: Search, asOf: Date, words: string[] | null): Promise<Reading> {
  const { when, near, within = NEAR_KM } = search
  const days = daysAsked(when)
  const windows = days && windowsOf(days, await zonesInUse(db), asOf)
  return {
    ...{ db, search, asOf },
    days: windows,
    title: search.q ? openTitle(db, { q: search.q, asOf, days: windows }) : null,
    places: near ? await placesWithin(db, near, within) : null,
    words: words && words.length > 0 ? openWords(db, words, asOf) : null,
  }
}

interface Found {
  stage: Stage
  hit: Hit
}

/** One part after the other, until there are enough. */
async function readStages(reading: Reading, parts: Stage[], wanted: number, last: Hit | null): Promise<Found[]> {
  const found: Found[] = []
  for (const [index, stage] of parts.entries()) {
    const hits = await readStage(reading, stage, wanted - found.length, index === 0 ? last : null)
    found.push(...hits.map((hit) => ({ stage, hit })))
    if (found.length >= wanted) break
  }
  return found
}

const isSame = (one: Stage, other: Stage) => one.rank === other.rank && one.part === other.part

/** Where the page before has ended, in the list that it belongs to. */
function remaining(lists: Stage[][], cursor: SearchCursor): Stage[] {
  const list = lists.find((stages) => stages.some((stage) => isSame(stage, cursor)))
  if (!list) throw new AppError('bad_request', { message: 'Cursor does not belong to this list' })
  return list.slice(list.findIndex((stage) => isSame(stage, cursor)))
}

/** Rows in the order in which their events were found. */
export function inOrderOf<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findEvents(db: Db | Tx, search: Search, now: Date): Promise<Page<EventRow>> {
  const { items: ids, next } = await findIds(db, search, now)
  const rows = ids.length > 0 ? await db.select().from(events).where(inArray(events.id, ids)) : []
  return { items: inOrderOf(ids, rows), next }
}

export async function findIds(db: Db | Tx, search: Search, now: Date): Promise<Page<number>> {
  const { limit, hasPlace = false } = search
  const cursor = search.cursor === undefined ? null : readSearchCursor(search.cursor)
  const asOf = cursor?.asOf ?? now
  const words = search.q ? await readWords(db, search.q) : null
  const lists = stagesOf(search, { hasPlace, words })
  const reading = await openReading(db, search, asOf, words)
  // No public event is anywhere, so none is on those days.
  if (reading.days?.length === 0) return { items: [], next: null }
  // One more than asked for tells whether there is a next page.
  let found: Found[] = []
  if (cursor) found = await readStages(reading, remaining(lists, cursor), limit + 1, cursor.last)
  // What was called off is sought by what was asked for alone: nobody misses it.
  else
    for (const list of search.calledOffSince ? lists.slice(0, 1) : lists)
      if (found.length === 0) found = await readStages(reading, list, limit + 1, null)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(({ hit }) => hit.id),
    next: last ? searchCursorOf(last.stage, last.hit, asOf) : null,
  }
}
