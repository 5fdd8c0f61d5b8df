// A search, in SQL. What leads is decided here, not by PostgreSQL: the order of starts where what is asked for is common,
// the index of words where it is rare (search-ranks.ts), the locations where one was asked for.
import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { OwnField } from '../../../contract/series.ts'
import type { Db, Tx } from '../../db/client.ts'
import { calledOffOnly, publicOnly, findableOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { kmTo, NEAR_KM, nearTo, isLastOfSeries, isNextOfSeries } from './list-filters.ts'
import type { Hit, Part, Stage } from './search-cursor.ts'
import type { Locations } from './search-locations.ts'
import * as stages from './search-stages.ts'
import { FIRST_FORGIVEN, UNRANKED, type Hits, type RankedWords } from './search-ranks.ts'

export interface Search extends stages.SearchFilter {
  userId: number | null
  /** `near` is a town that was asked for by its name. */
  hasLocation?: boolean
  /** What was cancelled or postponed since then, in place of what takes place. */
  calledOffSince?: Date
  /** Nothing is found by fewer words: who has subscribed to a search asked for these. */
  allWords?: boolean
  /** These alone, where what is found in other texts does not count. */
  ranks?: readonly number[]
  /** The last word may be the beginning of one, however common it is by itself. */
  isTyping?: boolean
  limit: number
  cursor?: string | undefined
}

export interface Reading {
  db: Db | Tx
  search: Search
  asOf: Date
  days: stages.Days
  /** Null: no place was asked for, or too large a part of the earth. */
  locations: Locations | null
  /** Null: there is no q. */
  words: RankedWords | null
}

function audiencesOf({ creator, ids, userId, calledOffSince }: Search): SQL[] {
  if (calledOffSince)
    return [sql`${calledOffOnly()} and ${events.updatedAt} > ${calledOffSince.toISOString()}::timestamptz`]
  if (creator === 'me') {
    if (userId === null) throw new AppError('unauthorized')
    return [eq(events.creatorId, userId)]
  }
  const everybodys = ids ? findableOnly() : publicOnly()
  return userId === null
    ? [everybodys]
    : [everybodys, sql`${events.creatorId} = ${userId}::int and ${events.status} = 'draft'`]
}

/** After the last one of the page before. */
function afterLast(part: Part, last: Hit, km: SQL): SQL {
  if (part === 'newest') return sql`${events.id} < ${last.id}::int`
  if (part === 'popular') return sql`popular.place > ${last.km}::int`
  const moment = sql`to_timestamp(${last.startTime}::float8 / 1000000)`
  if (part === 'nearest')
    return sql`(${km}, ${events.startTime}, ${events.id}) > (${last.km}::float8, ${moment}, ${last.id}::int)`
  const order = sql`(${events.startTime}, ${events.id})`
  const here = sql`(${moment}, ${last.id}::int)`
  return stages.isBackwards(part) ? sql`${order} < ${here}` : sql`${order} > ${here}`
}

const byStart = (a: Hit, b: Hit) => a.startTime - b.startTime || a.id - b.id

function inOrder(part: Part, hits: Hit[]): Hit[] {
  if (part === 'newest') return hits.sort((a, b) => b.id - a.id)
  if (part === 'nearest' || part === 'popular') return hits.sort((a, b) => a.km - b.km || byStart(a, b))
  const sorted = hits.sort(byStart)
  return stages.isBackwards(part) ? sorted.reverse() : sorted
}

function orderOf(part: Part, start: SQL, km: SQL): SQL {
  if (part === 'newest') return sql`${events.id} desc`
  if (part === 'nearest') return sql`${km}, ${start}, ${events.id}`
  return stages.isBackwards(part) ? sql`${start} desc, ${events.id} desc` : sql`${start}, ${events.id}`
}

interface Query {
  part: Part
  /** What it may have in it: that of `part`, but the nearest are read in two. */
  contents: Part
  conditions: (SQL | undefined)[]
  /** Of a row `s` of event_search; null: any. */
  words: SQL | null
  /** Of a series only one date; undefined: all of them. */
  once?: SQL | undefined
  wanted: number
}

const SELECTED = sql`${events.id} as id, (extract(epoch from ${events.startTime}) * 1000000)::float8 as "startTime"`

/**
 * Looked up for each event that is passed; `offset 0` keeps PostgreSQL from beginning with it. Whether a date is the one of its
 * series is asked only of those that have the words: it takes as long as ten of them.
 */
function having({ words, once }: Pick<Query, 'words' | 'once'>): SQL {
  if (words === null) return sql``
  const all = sql`cross join lateral (
    select s.event_id as id from event_search s where s.event_id = ${events.id} and ${words} offset 0) as words`
  return once
    ? sql`${all} cross join lateral (select from events where id = words.id and ${once} offset 0) as once`
    : all
}

const where = ({ conditions, words, once }: Query) => and(...conditions, words === null ? once : undefined)

/** Along the order of starts. What is on now is a handful and is found by its span; list-queries.ts says why. */
function walking(km: SQL, query: Query): SQL {
  const { part, contents, wanted } = query
  const isHandful = contents === 'ongoing' || contents === 'earlier'
  const start = isHandful ? sql`${events.startTime} + interval '0'` : sql`${events.startTime}`
  return sql`
    select ${SELECTED}, ${km} as km from events ${having(query)}
    where ${where(query)} order by ${orderOf(part, start, km)} limit ${wanted}`
}

/**
 * From events that were found to what a list needs of them: all parts of a group at once, rank after rank. Whether a date is the
 * one of its series is asked in that order, until there are enough.
 */
function ledByHits(
  km: SQL,
  { part, conditions, once, wanted }: Query,
  { ids, ranks }: Hits,
  after: SQL | undefined,
): SQL {
  const order = sql`rank, ${outerOrder(part)}`
  const all = sql`
    select found.*, hit.rank from unnest(${sql.param(ids)}::int[], ${sql.param(ranks)}::int[]) as hit (event_id, rank)
    cross join lateral (
      select ${SELECTED}, ${km} as km from events where ${events.id} = hit.event_id and ${and(...conditions)} offset 0
    ) as found ${after ? sql`where ${after}` : sql``} order by ${order}`
  if (!once) return sql`${all} limit ${wanted}`
  return sql`
    select listed.* from (${all}) as listed cross join lateral (
      select from events where ${events.id} = listed.id and (${once}) offset 0
    ) as once order by ${order} limit ${wanted}`
}

/** From place to place, the first few of each. */
function ledByLocations(locations: Locations, query: Query): SQL {
  const { part, wanted } = query
  const direction = stages.isBackwards(part) ? sql`desc` : sql``
  return sql`
    select found.* from unnest(
      ${sql.param(locations.lats)}::float8[], ${sql.param(locations.lngs)}::float8[], ${sql.param(locations.kms)}::float8[]
    ) as location (lat, lng, km) cross join lateral (
      select ${SELECTED}, location.km as km from events ${having(query)}
      where ${events.latitude} = location.lat and ${events.longitude} = location.lng and ${where(query)}
      order by ${events.startTime} ${direction}, ${events.id} ${direction} limit ${wanted}
    ) as found order by ${outerOrder(part)} limit ${wanted}`
}

/** From the most popular on; there are a thousand at most, whatever is asked for besides. */
const ledByPopular = (query: Query, after: SQL | undefined): SQL => sql`
  select found.*, popular.place as km from popular_events popular cross join lateral (
    select ${SELECTED} from events ${having(query)}
    where ${events.id} = popular.event_id and ${where(query)} offset 0
  ) as found ${after ? sql`where ${after}` : sql``} order by popular.place limit ${query.wanted}`

function outerOrder(part: Part): SQL {
  if (part === 'newest') return sql`id desc`
  if (part === 'nearest') return sql`km, "startTime", id`
  return stages.isBackwards(part) ? sql`"startTime" desc, id desc` : sql`"startTime", id`
}

/** Of the outer row; `afterLast` is of an event. */
function afterHit(part: Part, rank: number, { id, startTime, km }: Hit): SQL {
  const here = {
    newest: sql`id < ${id}::int`,
    nearest: sql`(km, "startTime", id) > (${km}::float8, ${startTime}::float8, ${id}::int)`,
    backwards: sql`("startTime", id) < (${startTime}::float8, ${id}::int)`,
    forwards: sql`("startTime", id) > (${startTime}::float8, ${id}::int)`,
  }[part === 'newest' || part === 'nearest' ? part : stages.isBackwards(part) ? 'backwards' : 'forwards']
  return sql`(hit.rank > ${rank}::int or hit.rank = ${rank}::int and ${here})`
}

export interface Found extends Stage {
  hit: Hit
}

type Row = { id: number; startTime: number; km: number | null; rank?: number }

async function read(db: Db | Tx, query: SQL): Promise<(Hit & { rank: number })[]> {
  const { rows } = await db.execute<Row>(query)
  return rows.map(({ id, startTime, km, rank = UNRANKED }) => ({ id, startTime, km: km ?? 0, rank }))
}

const LED_BY_LOCATIONS: Part[] = ['coming', 'past', 'nearest']

/** Where the page before has ended, if it ended here. */
type Last = (Stage & { last: Hit }) | null

/** What a date may be found by that its series does not have: somebody changed it by hand. */
const FOUND_BY: OwnField[] = ['title', 'description', 'venue', 'categories', 'accessibility', 'texts']
const isFoundByItself = sql`${events.ownFields} && ${sql.param(FOUND_BY)}::text[]`

const isNarrowed = ({ q, near, town, kind, category, access }: Search) =>
  [q, near, town, kind, category, access].some((asked) => asked !== undefined)

/**
 * A series by its next date; where days are asked for, by the dates of these. A later date that was changed by hand is
 * found too: who has both leaves it out (search.ts).
 */
function onceOf({ search, asOf, days }: Reading, contents: Part): SQL | undefined {
  if (search.series !== 'once' || days) return undefined
  const moment = asOf.toISOString()
  const isIt =
    contents === 'past' ? isLastOfSeries(moment, search.when !== 'past') : isNextOfSeries(moment, search.seats)
  return isNarrowed(search) ? sql`(${isFoundByItself} or ${isIt})` : isIt
}

function conditionsOf(reading: Reading, audience: SQL, contents: Part): (SQL | undefined)[] {
  const { search, asOf, days } = reading
  const within = stages.contentsOf(contents, asOf, days)
  return [audience, within, stages.isLeftOf(contents, search), stages.spanOf(contents, search)]
}

const nearOf = ({ near, within }: Search) => near && nearTo(near, within ?? NEAR_KM)
const kmOf = ({ near }: Search) => (near ? kmTo(near) : sql`0::float8`)

/** One rank of one part, along the order that it is listed in. */
async function walkThrough(reading: Reading, stage: Stage, wanted: number, last: Hit | null): Promise<Found[]> {
  const { db, search, locations } = reading
  const { rank, part } = stage
  const words = reading.words && (await reading.words.condition(rank))
  const [km, near] = [kmOf(search), nearOf(search)]
  const hits: Hit[] = []
  for (const audience of audiencesOf(search)) {
    const query = (contents: Part, ...more: (SQL | undefined)[]): Query => ({
      part,
      contents,
      words,
      once: onceOf(reading, contents),
      wanted,
      conditions: [...conditionsOf(reading, audience, contents), ...stages.filtersOf(search), ...more],
    })
    const after = (of: SQL) => (last ? afterLast(part, last, of) : undefined)
    if (part === 'popular') hits.push(...(await read(db, ledByPopular(query(part, near, stages.hasSeats), after(km)))))
    else if (locations && LED_BY_LOCATIONS.includes(part)) {
      const isNearest = part === 'nearest'
      const first = query(isNearest ? 'coming' : part, after(sql`location.km`))
      hits.push(...(await read(db, ledByLocations(locations, first))))
      if (isNearest) hits.push(...(await read(db, walking(km, query('ongoing', near, after(km))))))
    } else hits.push(...(await read(db, walking(km, query(part, near, after(km))))))
  }
  return inOrder(part, hits)
    .slice(0, wanted)
    .map((hit) => ({ ...stage, hit }))
}

/** What was found by its words: those of a group of parts. */
export async function pickFrom(
  reading: Reading,
  hits: Hits,
  parts: Part[],
  wanted: number,
  last: Last,
): Promise<Found[]> {
  const { db, search, asOf, days } = reading
  const [part] = parts
  if (hits.ids.length === 0 || !part) return []
  const km = kmOf(search)
  const found: (Hit & { rank: number })[] = []
  for (const audience of audiencesOf(search)) {
    const contents = parts.map((each) => ({
      of: and(...conditionsOf(reading, audience, each)),
      once: onceOf(reading, each),
    }))
    const isOnce = contents.some(({ once }) => once)
    const query: Query = {
      part,
      contents: part,
      words: null,
      wanted,
      conditions: [or(...contents.map(({ of }) => of)), nearOf(search), ...stages.filtersOf(search)],
      once: isOnce ? or(...contents.map(({ of, once }) => and(of, once))) : undefined,
    }
    const after = last ? afterHit(part, last.rank, last.last) : undefined
    found.push(...(await read(db, ledByHits(km, query, hits, after))))
  }
  const ranks = [...new Set(found.map(({ rank }) => rank))].sort((a, b) => a - b)
  return ranks
    .flatMap((rank) =>
      inOrder(
        part,
        found.filter((hit) => hit.rank === rank),
      ).map((hit) => ({ rank, hit })),
    )
    .slice(0, wanted)
    .map(({ rank, hit }) => ({ rank, part: stages.partAt(parts, new Date(hit.startTime / 1000), asOf, days), hit }))
}

/** All ranks of a group of parts, one after the other: those that are rare together, a common one by itself. */
export async function readGroup(
  reading: Reading,
  parts: Part[],
  ranks: readonly number[],
  { wanted, last }: { wanted: number; last: Last },
): Promise<Found[]> {
  const { words, search } = reading
  const found: Found[] = []
  let rare: number[] = []
  const takeRare = async () => {
    if (!words || rare.length === 0) return
    found.push(...(await pickFrom(reading, await words.find(rare), parts, wanted - found.length, last)))
    rare = []
  }
  for (const rank of last ? ranks.filter((each) => each >= last.rank) : ranks) {
    // What was called off is few, and has its own index; what is popular is a thousand.
    const isLedByWords = words && !search.calledOffSince && !parts.includes('popular')
    if (isLedByWords && !(await words.isCommon(rank))) {
      // What forgives is looked for only where the rest is not enough.
      if (rank === FIRST_FORGIVEN) await takeRare()
      if (found.length >= wanted) break
      rare.push(rank)
      continue
    }
    await takeRare()
    const isLast = last?.rank === rank
    for (const part of isLast ? parts.slice(parts.indexOf(last.part)) : parts) {
      if (found.length >= wanted) break
      const after = isLast && part === last.part ? last.last : null
      found.push(...(await walkThrough(reading, { rank, part }, wanted - found.length, after)))
    }
    if (found.length >= wanted) break
  }
  if (found.length < wanted) await takeRare()
  return found
}
