// Finding events by words, place, days and kind, in the order of search_order (db/functions/search-found.sql) unless
// another was asked for. Where nothing has all of the words, some are left out.
import { inArray } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { windowsOf, zonesInUse } from './days.ts'
import { NEAR_KM } from './list-filters.ts'
import type { EventRow } from './queries.ts'
import { readSearchCursor, searchCursorOf, type Part, type SearchCursor } from './search-cursor.ts'
import { locationsWithin } from './search-locations.ts'
import { pickFrom, readGroup, type Found, type Reading, type Search } from './search-queries.ts'
import { countEach, findPartOfTitle, markCommon, PART_OF_TITLE, RANKS, rankWords, UNRANKED } from './search-ranks.ts'
import { daysAsked, partsOf } from './search-stages.ts'
import { askFor, readWords, wordsOfFilters, type Word } from './search-words.ts'

export type { Search }

async function openReading(db: Db | Tx, search: Search, asOf: Date): Promise<Reading> {
  const { when, near, within = NEAR_KM } = search
  const days = daysAsked(when)
  return {
    db,
    search,
    asOf,
    words: null,
    days: days && windowsOf(days, await zonesInUse(db), asOf),
    locations: near ? await locationsWithin(db, near, within) : null,
  }
}

/** Rows in the order in which their events were found. */
export function inOrderOf<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findEvents(db: Db | Tx, search: Search, now: Date): Promise<Page<EventRow>> {
  const { items: ids, ...page } = await findIds(db, search, now)
  const rows = ids.length > 0 ? await db.select().from(events).where(inArray(events.id, ids)) : []
  const items = inOrderOf(ids, rows)
  return { ...page, items: search.series === 'once' && !daysAsked(search.when) ? onceEach(items) : items }
}

/** The first of each series: its next date comes before a later one that was changed by hand. */
function onceEach(rows: EventRow[]): EventRow[] {
  const seen = new Set<number>()
  return rows.filter(({ seriesId }) => seriesId === null || (!seen.has(seriesId) && seen.add(seriesId)))
}

interface Listing {
  reading: Reading
  groups: Part[][]
  ranks: readonly number[]
  wanted: number
  cursor: SearchCursor | null
}

/** Group after group, until there are enough. */
async function readAll({ reading, groups, ranks, wanted, cursor }: Listing): Promise<Found[]> {
  const found: Found[] = []
  const from = cursor ? groups.findIndex((parts) => parts.includes(cursor.part)) : 0
  for (const [index, parts] of groups.slice(from).entries()) {
    const last = index === 0 ? cursor : null
    found.push(...(await readGroup(reading, parts, ranks, { wanted: wanted - found.length, last })))
    if (found.length >= wanted) break
  }
  return found
}

async function readPartOfTitle({ reading, groups, wanted, cursor }: Listing, q: string): Promise<Found[]> {
  const hits = await findPartOfTitle(reading.db, q)
  const found: Found[] = []
  const from = cursor ? groups.findIndex((parts) => parts.includes(cursor.part)) : 0
  for (const [index, parts] of groups.slice(from).entries())
    found.push(...(await pickFrom(reading, hits, parts, wanted - found.length, index === 0 ? cursor : null)))
  return found
}

const withWords = (reading: Reading, words: Word[]): Reading => ({
  ...reading,
  words: rankWords(reading.db, askFor(reading.db, words), reading.asOf, wordsOfFilters(reading.search)),
})

// Each is a separate search.
const MOST_TRIES = 5

/** Words that nothing has are left out first, as nothing would be found with them; then the most common one, and so on. */
async function readFewer(listing: Listing, words: Word[]): Promise<{ found: Found[]; left: Word[] }> {
  const { db } = listing.reading
  const counts = await countEach(db, words)
  const known: { word: Word; count: number }[] = []
  for (const [index, word] of words.entries()) {
    const count = counts[index] ?? 0
    // One that is mistyped may have been meant for another.
    const isMistyped = count === 0 && (await hasCorrection(listing, word))
    if (count > 0 || isMistyped) known.push({ word, count })
  }
  const byCount = known.toSorted((a, b) => b.count - a.count)
  // With none of them left out it is what was asked for already.
  const first = known.length < words.length ? 0 : 1
  const tries = byCount.slice(first).map((_, index) => byCount.slice(first + index))
  for (const left of [...tries.slice(0, MOST_TRIES - 1), ...tries.slice(MOST_TRIES - 1).slice(-1)]) {
    const kept = words.filter((word) => left.some((each) => each.word === word))
    const found = await readAll({ ...listing, reading: withWords(listing.reading, kept) })
    if (found.length > 0) return { found, left: kept }
  }
  return { found: [], left: words }
}

const hasCorrection = async ({ reading }: Listing, word: Word) =>
  (await rankWords(reading.db, askFor(reading.db, [word]), reading.asOf, null).find([6, 7])).ids.length > 0

const maskOf = (words: Word[], left: Word[]) =>
  left.length === words.length
    ? null
    : words.reduce((mask, word, bit) => mask + (left.includes(word) ? 2 ** bit : 0), 0)

const leftBy = (words: Word[], mask: number | null) =>
  mask === null ? words : words.filter((_, bit) => Math.floor(mask / 2 ** bit) % 2 === 1)

interface Answer {
  found: Found[]
  left: Word[]
}

async function answerFor(listing: Listing, search: Search, words: Word[]): Promise<Answer> {
  const { cursor, reading } = listing
  const q = search.q ?? ''
  const left = leftBy(words, cursor?.words ?? null)
  if (left.length === 0) return { found: [], left }
  if (cursor?.rank === PART_OF_TITLE) return { found: await readPartOfTitle(listing, q), left }
  const found = await readAll({ ...listing, reading: withWords(reading, left) })
  // What was called off is sought by what was asked for alone: nobody misses it.
  if (cursor || found.length > 0 || search.calledOffSince) return { found, left }
  // Trigrams of common words take long to look up, and those are no parts of longer ones.
  const parts = words.some(({ isCommon }) => isCommon) ? [] : await readPartOfTitle(listing, q)
  if (parts.length > 0 || search.allWords || words.length < 2) return { found: parts, left }
  return readFewer(listing, words)
}

export async function findIds(db: Db | Tx, search: Search, now: Date): Promise<Page<number>> {
  const { limit, hasLocation = false } = search
  const cursor = search.cursor === undefined ? null : readSearchCursor(search.cursor)
  const asOf = cursor?.asOf ?? now
  const groups = partsOf(search, hasLocation)
  const ranks = search.q && !search.sort ? (search.ranks ?? RANKS) : [UNRANKED]
  const isOfList = !cursor || (groups.flat().includes(cursor.part) && [...ranks, PART_OF_TITLE].includes(cursor.rank))
  if (!isOfList) throw new AppError('bad_request', { message: 'Cursor does not belong to this list' })
  const words = search.q ? await readWords(db, search.q) : null
  if (words) await markCommon(db, words, asOf)
  const lastWord = words?.at(-1)
  if (search.isTyping && lastWord) lastWord.isCommon = false
  const reading = await openReading(db, search, asOf)
  // No public event is anywhere, so none is on those days.
  if (reading.days?.length === 0) return { items: [], next: null }
  // One more than asked for, to know whether there is a next page.
  const listing = { reading, groups, ranks, wanted: limit + 1, cursor }
  const { found, left } = words
    ? await answerFor(listing, search, words)
    : { found: await readAll(listing), left: null }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const mask = words && left ? maskOf(words, left) : null
  return {
    items: page.map(({ hit }) => hit.id),
    next: last ? searchCursorOf({ ...last, last: last.hit, asOf, words: mask }) : null,
    ...(mask !== null && left ? { foundFor: left.map(({ text }) => text).join(' ') } : {}),
  }
}
