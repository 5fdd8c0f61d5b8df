// One part of a search, in SQL. What leads is decided here, not by PostgreSQL: the order of starts where what is asked
// for is common, the index of words where it is rare, the places where a place was asked for.
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import { calledOffOnly, publicOnly, visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { kmTo, NEAR_KM, nearTo } from './list-filters.ts'
import type { Hit, Part, Stage } from './search-cursor.ts'
import type { Places } from './search-places.ts'
import * as stages from './search-stages.ts'
import type { AskedTitle } from './search-titles.ts'
import type { AskedWords, RankedWords } from './search-words.ts'

export interface Search extends stages.SearchFilter {
  userId: number | null
  /** `near` is a town that was asked for by its name. */
  hasPlace?: boolean
  /** What was cancelled or postponed since then, in place of what takes place. */
  calledOffSince?: Date
  limit: number
  cursor?: string | undefined
}

export interface Reading {
  db: Db | Tx
  search: Search
  asOf: Date
  days: stages.Days
  /** Null: no place was asked for, or too large a part of the earth. */
  places: Places | null
  words: AskedWords | null
  /** Null: there is no q. */
  title: AskedTitle | null
}

interface Audience {
  condition: SQL
  /** Published events and no others. */
  isPublic: boolean
}

const some = (condition: SQL): Audience => ({ condition, isPublic: false })

function audiencesOf({ creator, ids, userId, calledOffSince }: Search): Audience[] {
  if (calledOffSince)
    return [some(sql`${calledOffOnly()} and ${events.updatedAt} > ${calledOffSince.toISOString()}::timestamptz`)]
  if (creator === 'me') {
    if (userId === null) throw new AppError('unauthorized')
    return [some(eq(events.creatorId, userId))]
  }
  const everybodys = ids ? some(visibleOnly()) : { condition: publicOnly(), isPublic: true }
  return userId === null
    ? [everybodys]
    : [everybodys, some(sql`${events.creatorId} = ${userId}::int and ${events.status} = 'draft'`)]
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
  words: RankedWords | null
  wanted: number
}

const SELECTED = sql`${events.id} as id, (extract(epoch from ${events.startTime}) * 1000000)::float8 as "startTime"`

/** Looked up for each event that is passed; `offset 0` keeps PostgreSQL from beginning with it. */
const havingWords = (words: RankedWords | null) =>
  words === null
    ? sql``
    : sql`cross join lateral (
        select from event_search s where s.event_id = ${events.id} and ${words.condition} offset 0) as words`

/** Along the order of starts. What is on now is a handful and is found by its span; list-queries.ts says why. */
function walking(km: SQL, { part, contents, conditions, words, wanted }: Query): SQL {
  const isHandful = contents === 'ongoing' || contents === 'earlier'
  const start = isHandful ? sql`${events.startTime} + interval '0'` : sql`${events.startTime}`
  return sql`
    select ${SELECTED}, ${km} as km from events ${havingWords(words)}
    where ${and(...conditions)} order by ${orderOf(part, start, km)} limit ${wanted}`
}

/** From the words to their events. */
const ledByWords = (km: SQL, { part, conditions, wanted }: Query, { hits }: RankedWords): SQL => sql`
  select found.* from ${hits} as hit (event_id) cross join lateral (
    select ${SELECTED}, ${km} as km from events where ${events.id} = hit.event_id and ${and(...conditions)} offset 0
  ) as found order by ${outerOrder(part)} limit ${wanted}`

/** From place to place, the first few of each. */
function ledByPlaces(places: Places, { part, conditions, words, wanted }: Query): SQL {
  const direction = stages.isBackwards(part) ? sql`desc` : sql``
  return sql`
    select found.* from unnest(
      ${sql.param(places.lats)}::float8[], ${sql.param(places.lngs)}::float8[], ${sql.param(places.kms)}::float8[]
    ) as place (lat, lng, km) cross join lateral (
      select ${SELECTED}, place.km as km from events ${havingWords(words)}
      where ${events.latitude} = place.lat and ${events.longitude} = place.lng and ${and(...conditions)}
      order by ${events.startTime} ${direction}, ${events.id} ${direction} limit ${wanted}
    ) as found order by ${outerOrder(part)} limit ${wanted}`
}

/** From the most popular on; there are a thousand at most, whatever is asked for besides. */
const ledByPopular = ({ conditions, words, wanted }: Query, after: SQL | undefined): SQL => sql`
  select found.*, popular.place as km from popular_events popular cross join lateral (
    select ${SELECTED} from events ${havingWords(words)}
    where ${events.id} = popular.event_id and ${and(...conditions)} offset 0
  ) as found ${after ? sql`where ${after}` : sql``} order by popular.place limit ${wanted}`

function outerOrder(part: Part): SQL {
  if (part === 'newest') return sql`id desc`
  if (part === 'nearest') return sql`km, "startTime", id`
  return stages.isBackwards(part) ? sql`"startTime" desc, id desc` : sql`"startTime", id`
}

async function read(db: Db | Tx, query: SQL): Promise<Hit[]> {
  const { rows } = await db.execute<{ id: number; startTime: number; km: number | null }>(query)
  return rows.map(({ id, startTime, km }) => ({ id, startTime, km: km ?? 0 }))
}

const LED_BY_PLACES: Part[] = ['coming', 'past', 'nearest']

export async function readStage(reading: Reading, stage: Stage, wanted: number, last: Hit | null): Promise<Hit[]> {
  const { db, search, asOf, days, places } = reading
  const { rank, part } = stage
  const title = rank === stages.PART_OF_TITLE ? reading.title : null
  const words = title || !reading.words ? null : await reading.words.ranked(rank)
  if (words === 'none') return []
  const km = search.near ? kmTo(search.near) : sql`0::float8`
  const near = search.near && nearTo(search.near, search.within ?? NEAR_KM)
  const hits: Hit[] = []
  for (const audience of audiencesOf(search)) {
    if (title && audience.isPublic && !(await title.isAnywhere())) continue
    const query = (contents: Part, ...more: (SQL | undefined)[]): Query => {
      const within = stages.contentsOf(contents, asOf, days)
      return {
        part,
        contents,
        words,
        wanted,
        conditions: [
          ...[audience.condition, within, stages.isLeftOf(contents, search), stages.spanOf(contents, search)],
          ...[...(title?.conditionsOf(contents, audience) ?? []), ...stages.filtersOf(search), ...more],
        ],
      }
    }
    const after = (of: SQL) => (last ? afterLast(part, last, of) : undefined)
    if (part === 'popular') hits.push(...(await read(db, ledByPopular(query(part, near, stages.hasSeats), after(km)))))
    // What was called off is few, and has an index of its own.
    else if (words && !search.calledOffSince && !(await words.isCommon()))
      hits.push(...(await read(db, ledByWords(km, query(part, near, after(km)), words))))
    else if (places && LED_BY_PLACES.includes(part)) {
      const isNearest = part === 'nearest'
      const first = query(isNearest ? 'coming' : part, after(sql`place.km`))
      hits.push(...(await read(db, ledByPlaces(places, first))))
      if (isNearest) hits.push(...(await read(db, walking(km, query('ongoing', near, after(km))))))
    } else hits.push(...(await read(db, walking(km, query(part, near, after(km))))))
  }
  return inOrder(part, hits).slice(0, wanted)
}
