// Which events have the words, by rank (search_order in db/functions/search-found.sql), and what leads to them. At a
// million events a word is in one of them or in all of them: where it is common, a walk along the order of starts meets it
// soon; a bitmap of all that have it would be read to its end, and then sorted. Where it is rare the index of words leads.
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { askFor, quoted, type Asked, type Word } from './search-words.ts'

/** Where another order was asked for, or no words were. */
export const UNRANKED = 0
/** 6 and 7 forgive typing errors. */
export const RANKS = [1, 2, 3, 4, 5, 6, 7]
export const TITLE_RANKS = [1, 3, 6]
/** The text as it was typed, in the middle of a word of the title. */
export const PART_OF_TITLE = 8
export const FIRST_FORGIVEN = 6

/** Events and their ranks, in no order. */
export interface Hits {
  ids: number[]
  ranks: number[]
}

export interface RankedWords {
  /** Of a row `s` of event_search. */
  condition: (rank: number) => Promise<SQL>
  isCommon: (rank: number) => Promise<boolean>
  /** By the index. */
  find: (ranks: number[]) => Promise<Hits>
}

// A word is common when so many of the next few hundred events have it, and at least one of a few hundred from all over:
// a walk for a word that only the next few events have would pass all the others. A very common word shows sooner. Where
// a filter has words too (wordsOfFilters), the word counts only beside those.
const SAMPLE = 500
const FIRST_SAMPLE = 100
const COMMON = 3
// Several neighbours at each spot, because they lie on the same page.
const SPOTS = 40
const AT_A_SPOT = 10

const VECTORS = ['whole', 'title', 'front', 'title', 'front', 'whole', 'title', 'front']

const allOf = (words: string[]) => words.join(' & ')

const found = (rank: number, words: string[]) => sql`s.${sql.raw(VECTORS[rank] ?? 'whole')} @@ ${allOf(words)}::tsquery`

/** How many of these events meet each of these conditions. */
async function countAmong(db: Db | Tx, conditions: SQL[], ids: SQL): Promise<number[]> {
  const counts = conditions.map((condition) => sql`count(*) filter (where ${condition})::int`)
  const { rows } = await db.execute<{ counts: number[] }>(sql`
    select array[${sql.join(counts, sql`, `)}] as counts from event_search s where s.event_id = any (array(${ids}))`)
  return rows[0]?.counts ?? []
}

const nextEvents = (asOf: Date, sample: number) => sql`
  select id from events where ${publicOnly()} and start_time > ${asOf.toISOString()}::timestamptz order by start_time, id limit ${sample}`

const GOLDEN = (Math.sqrt(5) - 1) / 2
/** From 0 to 1, spread evenly and without a pattern. */
export const SPOTTED = Array.from({ length: SPOTS }, (_, n) => (n * GOLDEN) % 1)

const eventsFromAllOver = sql`
  select spotted.event_id from (select max(event_id) as last from event_search) as newest
  cross join unnest(${sql.param(SPOTTED)}::float8[]) as spot cross join lateral (
    select event_id from event_search where event_id >= floor(spot * newest.last)::int order by event_id limit ${AT_A_SPOT}
  ) as spotted`

async function sampleOf(db: Db | Tx, conditions: SQL[], asOf: Date): Promise<boolean[]> {
  const first = await countAmong(db, conditions, nextEvents(asOf, FIRST_SAMPLE))
  const next = (first[0] ?? 0) >= COMMON ? first : await countAmong(db, conditions, nextEvents(asOf, SAMPLE))
  const isLikely = next.map((count) => count >= COMMON)
  if (!isLikely.includes(true)) return isLikely
  const likely = conditions.filter((_, index) => isLikely[index])
  const anywhere = await countAmong(db, likely, eventsFromAllOver)
  return isLikely.map((each) => each && (anywhere.shift() ?? 0) > 0)
}

export function rankWords(db: Db | Tx, asked: Asked, asOf: Date, filterWords: string | null): RankedWords {
  const samples = new Map<string, Promise<boolean[]>>()
  const hits = new Map<string, Promise<Hits>>()
  const queryOf = async (rank: number) =>
    rank >= FIRST_FORGIVEN ? ((await asked.forgiven()) ?? []) : rank <= 2 && rank > 0 ? asked.exact : asked.loose
  /** Typing errors are asked for once what has none was read. */
  const slipsFor = (ranks: number[]) =>
    ranks.some((rank) => rank === UNRANKED || rank >= FIRST_FORGIVEN) ? asked.forgiven() : null

  async function anyCondition() {
    const slips = await asked.forgiven()
    const isLoose = found(5, asked.loose)
    return slips === null ? isLoose : sql`(${isLoose} or ${found(7, slips)})`
  }
  async function sample(ranks: number[]) {
    const conditions: SQL[] = []
    for (const rank of ranks) {
      const condition = rank === UNRANKED ? await anyCondition() : found(rank, await queryOf(rank))
      conditions.push(filterWords === null ? condition : sql`${condition} and s.whole @@ ${filterWords}::tsquery`)
    }
    return sampleOf(db, conditions, asOf)
  }
  const sampled = [[UNRANKED], [1, 2, 3, 4, 5], [6, 7]]

  async function findOnce(ranks: number[]): Promise<Hits> {
    const slips = await slipsFor(ranks)
    if (slips === null && ranks.every((rank) => rank >= FIRST_FORGIVEN)) return { ids: [], ranks: [] }
    const wanted = ranks.includes(UNRANKED) ? RANKS : ranks
    const { rows } = await db.execute<{ ids: number[]; ranks: number[] }>(sql`
      select coalesce(array_agg(event_id), '{}') as ids, coalesce(array_agg(rank), '{}') as ranks
      from search_found(${sql.param(wanted)}::int[], ${sql.param(asked.exact)}::tsquery[],
        ${sql.param(asked.loose)}::tsquery[], ${sql.param(slips)}::tsquery[], ${filterWords}::tsquery)`)
    const { ids = [], ranks: found = [] } = rows[0] ?? {}
    return { ids, ranks: ranks.includes(UNRANKED) ? found.map(() => UNRANKED) : found }
  }
  return {
    async condition(rank) {
      if (rank === UNRANKED) return anyCondition()
      const slips = await slipsFor([rank])
      const isFound = found(rank, await queryOf(rank))
      // Of thousands that are passed on the way only the title is looked at.
      if (rank === 1) return isFound
      const order = sql`search_order(s.title, s.front, s.whole, ${allOf(asked.exact)}::tsquery,
        ${allOf(asked.loose)}::tsquery, ${slips && allOf(slips)}::tsquery)`
      return sql`${isFound} and ${order} = ${rank}::int`
    },
    async isCommon(rank) {
      if (rank >= FIRST_FORGIVEN && (await asked.forgiven()) === null) return false
      const group = sampled.find((ranks) => ranks.includes(rank)) ?? [rank]
      const key = group.join()
      const known = samples.get(key) ?? sample(group)
      samples.set(key, known)
      return (await known)[group.indexOf(rank)] ?? false
    },
    find(ranks) {
      const key = ranks.join()
      const known = hits.get(key) ?? findOnce(ranks)
      hits.set(key, known)
      return known
    },
  }
}

// Fewer characters are in the middle of too many words; and only letters and digits have trigrams.
const PART = /[\p{L}\p{N}]{3}.{2}|.{2}[\p{L}\p{N}]{3}/u

/** Looked for last, and by its trigrams alone. */
export async function findPartOfTitle(db: Db | Tx, q: string): Promise<Hits> {
  if (!PART.test(q.trim())) return { ids: [], ranks: [] }
  const { rows } = await db.execute<{ id: number }>(sql`select title_hits(${q.trim()}) as id`)
  return { ids: rows.map(({ id }) => id), ranks: rows.map(() => PART_OF_TITLE) }
}

// Two in a hundred.
const WORD_SAMPLE = 200
const COMMON_WORD = 4

/** Of several words those that many events have. */
export async function markCommon(db: Db | Tx, words: Word[], asOf: Date): Promise<void> {
  if (words.length < 2) return
  const conditions = words.map(({ text }) => found(5, [quoted(text)]))
  const counts = await countAmong(db, conditions, nextEvents(asOf, WORD_SAMPLE))
  for (const [index, word] of words.entries()) {
    word.seen = counts[index] ?? 0
    word.isCommon = word.seen >= COMMON_WORD
  }
}

/** How many events have each word: exactly where they are few. */
export async function countEach(db: Db | Tx, words: Word[]): Promise<number[]> {
  const counts: number[] = []
  for (const word of words) {
    const { seen = 0, isCommon } = word
    counts.push(isCommon ? seen * 1_000_000 : await countFew(db, askFor(db, [word]).loose))
  }
  return counts
}

async function countFew(db: Db | Tx, loose: string[]): Promise<number> {
  const words = sql`${sql.param(loose)}::tsquery[]`
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from search_found(array[5, 4, 3, 2, 1], ${words}, ${words}, null)`,
  )
  return rows[0]?.count ?? 0
}
